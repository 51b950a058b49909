import type { Readable } from 'node:stream';

/** More came than may come. */
export class TooLargeError extends Error {
  constructor(readonly maxBytes: number) {
    super(`More than ${maxBytes} bytes`);
    this.name = 'TooLargeError';
  }
}

/**
 * Reads a stream into memory and stops at the limit: never holds more than `maxBytes` and one
 * chunk. Throws a `TooLargeError`; the stream is destroyed then.
 */
export async function readLimited(stream: Readable, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBytes) throw new TooLargeError(maxBytes);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, size);
}
