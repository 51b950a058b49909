import type { MultipartFile } from '@fastify/multipart';
import { pathName, readLimited, TooLargeError } from '@engawa/storage';
import type { FastifyRequest } from 'fastify';

/** A file as it was sent. */
export interface UploadedFile {
  fileName: string;
  content: Buffer;
}

/** What one upload may hold. */
export interface UploadLimits {
  maxBytes: number;
  maxFiles: number;
}

/** A file of an upload that is too large; the others may be good. */
export interface OversizeFile {
  fileName: string;
  content: null;
}

/**
 * The files of a multipart body one after another, so that never more than one is in memory.
 * Other parts are passed over. Nothing where the body is no multipart.
 */
export async function* readUploads(
  request: FastifyRequest,
  limits: UploadLimits,
): AsyncGenerator<UploadedFile | OversizeFile> {
  if (!request.isMultipart()) return;
  const parts = request.files({
    limits: { fileSize: limits.maxBytes + 1, files: limits.maxFiles, fields: 20, parts: 1_000 },
    throwFileSizeLimit: false,
  });
  for await (const part of parts) yield readOne(part, limits.maxBytes);
}

async function readOne(
  part: MultipartFile,
  maxBytes: number,
): Promise<UploadedFile | OversizeFile> {
  const fileName = pathName(part.filename ?? '');
  try {
    return { fileName, content: await readLimited(part.file, maxBytes) };
  } catch (error) {
    if (!(error instanceof TooLargeError)) throw error;
    return { fileName, content: null };
  }
}
