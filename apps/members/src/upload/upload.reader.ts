import type { MultipartFile } from '@fastify/multipart';
import { pathName, readLimited, TooLargeError } from '@engawa/storage';
import type { FastifyRequest } from 'fastify';

/** An uploaded file. */
export interface UploadedFile {
  fileName: string;
  content: Buffer;
}

/** Limits of one upload. */
export interface UploadLimits {
  maxBytes: number;
  maxFiles: number;
}

/** A file that is too large; others may be fine. */
export interface OversizeFile {
  fileName: string;
  content: null;
}

/**
 * Yields the files of a multipart body one at a time, so that only one is in memory. Other parts
 * are skipped. Yields nothing for other bodies.
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
