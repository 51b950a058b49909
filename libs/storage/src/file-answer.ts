import { StreamableFile } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { FileMissingError, type FileStore } from './file-store';

/** How to send a stored file. */
export interface FilePresentation {
  /** ETag of the content, without quotes. */
  etag: string;
  /** Media type; default: the stored one. */
  type?: string;
  disposition?: string;
}

/**
 * Sends a stored file. Only the reader's own cache may store it and must revalidate, so that access
 * ends with the session; an unchanged file is answered by 304. Throws `FileMissingError`.
 */
export async function answerFile(
  files: FileStore,
  key: string,
  { etag, type, disposition }: FilePresentation,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<StreamableFile | undefined> {
  const quoted = `"${etag}"`;
  const isUnchanged = request.headers['if-none-match'] === quoted;
  const opened = isUnchanged ? null : await files.open(key);
  if (!opened && !(await files.find(key))) throw new FileMissingError(key);
  void reply.headers({
    etag: quoted,
    'cache-control': 'private, no-cache',
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
  });
  if (!opened) {
    void reply.status(304);
    return undefined;
  }
  const { stream, size, contentType } = opened;
  return new StreamableFile(stream, { length: size, type: type ?? contentType, disposition });
}
