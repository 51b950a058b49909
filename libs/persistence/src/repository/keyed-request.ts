import { derivedId, newId } from '@engawa/events';
import { ProblemError, currentContext, type KeyedRequest } from '@engawa/service-kit';

/** The `Idempotency-Key` of the current request; null without one. */
export function keyedRequest(): KeyedRequest | null {
  return currentContext()?.keyed ?? null;
}

/** Whether an earlier attempt of the current request was found to have written. */
export function isRepeatedRequest(): boolean {
  return keyedRequest()?.repeated ?? false;
}

/**
 * The id of what the current request creates. With an `Idempotency-Key` it is derived from space,
 * staff member, route and key, so that a repeated request cannot create it twice; otherwise a new
 * id.
 */
export function requestedId(): string {
  const keyed = keyedRequest();
  return keyed ? derivedId('request', keyed.id) : newId();
}

/** Like {@link requestedId}, for the entries of a bulk request by their position. */
export function requestedIds(count: number): string[] {
  const keyed = keyedRequest();
  return Array.from({ length: count }, (_, position) =>
    keyed ? derivedId('request', `${keyed.id}/${position}`) : newId(),
  );
}

/** The mark by which a document remembers a keyed request that wrote it. */
export function requestMark({ id, fingerprint }: KeyedRequest): string {
  return `${id}:${fingerprint}`;
}

/**
 * Whether the document was already written by this request. Throws 422
 * `request.idempotency-mismatch` when the key was used with another request.
 */
export function isRepeated(keyed: KeyedRequest, marks: readonly string[] | undefined): boolean {
  const kept = marks?.find((mark) => mark.startsWith(`${keyed.id}:`));
  if (kept === undefined) return false;
  if (kept !== requestMark(keyed)) throw new ProblemError('request.idempotency-mismatch');
  keyed.repeated = true;
  return true;
}
