import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';

/** The body is larger than a service would take; nothing more of it is handed on. */
export class BodyTooLarge extends Error {
  override readonly name = 'BodyTooLarge';

  constructor(
    /** In bytes. */
    readonly limit: number,
  ) {
    super();
  }
}

/** Largest body in bytes: JSON is short, only uploads are long. */
export function limitFor(
  headers: IncomingHttpHeaders,
  limits: { bodyLimit: number; uploadLimit: number },
): number {
  const type = headers['content-type'] ?? '';
  return /^(multipart\/form-data|text\/csv|application\/octet-stream)\b/i.test(type)
    ? limits.uploadLimit
    : limits.bodyLimit;
}

/**
 * The caller's body as a stream of chunks, null where there is none. A service refuses a body that
 * is too large while it is still being sent and closes the connection, which nobody can tell from
 * its death: so the limit is kept here. Throws BodyTooLarge, at once where the length is said.
 */
export function bodyOf(raw: IncomingMessage, limit: number): AsyncIterable<Buffer> | null {
  const length = raw.headers['content-length'];
  if (raw.headers['transfer-encoding'] === undefined && (length === undefined || length === '0')) {
    return null;
  }
  if (length !== undefined && Number(length) > limit) throw new BodyTooLarge(limit);
  return bounded(raw, limit);
}

async function* bounded(raw: IncomingMessage, limit: number): AsyncGenerator<Buffer> {
  let size = 0;
  // The caller's socket outlives this reading: the answer goes out on it.
  for await (const chunk of raw.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > limit) throw new BodyTooLarge(limit);
    yield chunk;
  }
}
