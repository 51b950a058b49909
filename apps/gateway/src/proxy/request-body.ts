import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';

/** The body exceeds its limit; the rest is not read. */
export class BodyTooLarge extends Error {
  override readonly name = 'BodyTooLarge';

  constructor(
    /** In bytes. */
    readonly limit: number,
  ) {
    super();
  }
}

/** The body did not arrive in time. */
export class BodyTooSlow extends Error {
  override readonly name = 'BodyTooSlow';
}

/** The caller closed the connection. */
export class CallerLeft extends Error {
  override readonly name = 'CallerLeft';
}

export interface BodyLimits {
  /** Maximum size of the body, in bytes. */
  maxBytes: number;
  /** How long a body may take to arrive, in ms. */
  timeoutMs: number;
}

/** Minimum rate of an upload: 128 kbit/s. */
const MIN_UPLOAD_BYTES_PER_SECOND = 16 * 1024;

/** Whether the request announces a body (RFC 9112, 6.3). */
export function hasBody({ headers }: IncomingMessage): boolean {
  const length = headers['content-length'];
  return headers['transfer-encoding'] !== undefined || (length !== undefined && length !== '0');
}

/** Files are long and streamed; other bodies are short and buffered. */
export function isUpload(headers: IncomingHttpHeaders): boolean {
  const type = headers['content-type'] ?? '';
  return /^(multipart\/form-data|text\/csv|application\/octet-stream)\b/i.test(type);
}

/** Resolves with the whole body. Rejects with BodyTooLarge, BodyTooSlow or CallerLeft. */
export function readBody(raw: IncomingMessage, limits: BodyLimits): Promise<Buffer> {
  const tooLarge = declaredTooLarge(raw, limits.maxBytes);
  if (tooLarge) return Promise.reject(tooLarge);
  if (raw.socket.destroyed) return Promise.reject(new CallerLeft());
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const timer = setTimeout(() => finish(new BodyTooSlow()), limits.timeoutMs);
    const finish = (error?: Error) => {
      clearTimeout(timer);
      raw.off('data', onData).off('end', onEnd).off('close', onClose);
      if (error) reject(error);
      else resolve(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks, size));
    };
    const onData = (chunk: Buffer) => {
      size += chunk.length;
      if (size > limits.maxBytes) finish(new BodyTooLarge(limits.maxBytes));
      else chunks.push(chunk);
    };
    const onEnd = () => finish();
    const onClose = () => finish(new CallerLeft());
    raw.on('data', onData).on('end', onEnd).on('close', onClose);
  });
}

/**
 * The body in chunks, as it arrives. Throws BodyTooLarge if the declared length is too large.
 * Iteration throws it when the received bytes exceed the limit, and BodyTooSlow when the caller
 * stays below the minimum rate for longer than `timeoutMs`. Time in which the reader does not
 * request the next chunk is not counted.
 */
export function streamBody(raw: IncomingMessage, limits: BodyLimits): AsyncIterable<Buffer> {
  const tooLarge = declaredTooLarge(raw, limits.maxBytes);
  if (tooLarge) throw tooLarge;
  return boundedChunks(raw, limits);
}

async function* boundedChunks(
  raw: IncomingMessage,
  limits: BodyLimits,
): AsyncGenerator<Buffer, void, undefined> {
  // The response is written to the same socket, so leaving the loop must not destroy it.
  const chunks = raw.iterator({ destroyOnReturn: false }) as AsyncIterator<Buffer>;
  let size = 0;
  let waitedMs = 0;
  for (;;) {
    const earnedMs = (size / MIN_UPLOAD_BYTES_PER_SECOND) * 1000;
    const began = performance.now();
    const next = await within(chunks.next(), limits.timeoutMs + earnedMs - waitedMs);
    waitedMs += performance.now() - began;
    if (next.done) return;
    size += next.value.length;
    if (size > limits.maxBytes) throw new BodyTooLarge(limits.maxBytes);
    yield next.value;
  }
}

/**
 * Reads and discards the rest of the body of a refused request, so that the caller receives the
 * response; closes the connection if the body does not end in time.
 */
export function discardBody(raw: IncomingMessage, timeoutMs: number): void {
  const { socket } = raw;
  raw.resume();
  if (raw.complete || socket.destroyed) return;
  const timer = setTimeout(() => socket.destroy(), timeoutMs);
  const stop = () => {
    clearTimeout(timer);
    raw.off('end', stop);
    socket.off('close', stop);
  };
  raw.once('end', stop);
  socket.once('close', stop);
}

function declaredTooLarge(raw: IncomingMessage, maxBytes: number): BodyTooLarge | null {
  const length = raw.headers['content-length'];
  return length !== undefined && Number(length) > maxBytes ? new BodyTooLarge(maxBytes) : null;
}

async function within<T>(work: Promise<T>, timeoutMs: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new BodyTooSlow()), Math.max(0, timeoutMs));
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
