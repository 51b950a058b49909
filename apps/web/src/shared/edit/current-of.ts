import { problemFrom } from '../problem/api-problem';

/** The current version that a 412 carries; null for any other failure. */
export function currentOf<Thing>(error: unknown): Thing | null {
  const { status, current } = problemFrom(error);
  const version = (current as { version?: unknown } | null | undefined)?.version;
  return status === 412 && typeof version === 'number' ? (current as Thing) : null;
}
