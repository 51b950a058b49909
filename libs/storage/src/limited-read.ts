import type { Readable } from 'node:stream';

/** The stream exceeded its limit. */
export class TooLargeError extends Error {
  constructor(readonly maxBytes: number) {
    super(`More than ${maxBytes} bytes`);
    this.name = 'TooLargeError';
  }
}

/**
 * Reads a stream into memory up to a limit; holds at most `maxBytes` and one chunk. Throws
 * `TooLargeError` and destroys the stream beyond it.
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
