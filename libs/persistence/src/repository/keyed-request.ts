import { derivedId, newId } from '@engawa/events';
import { ProblemError, currentContext, type KeyedRequest } from '@engawa/service-kit';

/** The `Idempotency-Key` of the running request; null where there is none. */
export function keyedRequest(): KeyedRequest | null {
  return currentContext()?.keyed ?? null;
}

/**
 * The id of what the running request creates. Under an `Idempotency-Key` it follows from space,
 * staff member, route and key, so that a repeated request cannot create it twice; else a new id.
 */
export function requestedId(): string {
  const keyed = keyedRequest();
  return keyed ? derivedId('request', keyed.id) : newId();
}

/** How a document keeps the keyed requests that wrote it. */
export function requestMark({ id, fingerprint }: KeyedRequest): string {
  return `${id}:${fingerprint}`;
}

/**
 * Whether the request is among those that wrote the document; it then is a repeated one. Throws
 * 422 `request.idempotency-mismatch` where its key came with another request.
 */
export function isRepeated(keyed: KeyedRequest, marks: readonly string[] | undefined): boolean {
  const kept = marks?.find((mark) => mark.startsWith(`${keyed.id}:`));
  if (kept === undefined) return false;
  if (kept !== requestMark(keyed)) throw new ProblemError('request.idempotency-mismatch');
  keyed.repeated = true;
  return true;
}
