import type { MultipartFile } from '@fastify/multipart';
import { requireCleanFileName } from '@engawa/service-kit';
import type { FastifyRequest } from 'fastify';
import { FileMissing, FileTooLarge } from './attachment.errors';

/** An uploaded file. */
export interface UploadedFile {
  fileName: string;
  content: Buffer;
}

/** Errors for a missing file or malformed body, and for a file that is too large. */
export interface UploadErrors {
  missing: (cause?: unknown) => Error;
  tooLarge: () => Error;
}

const ofAttachments: UploadErrors = {
  missing: (cause) => new FileMissing(cause),
  tooLarge: () => new FileTooLarge(),
};

/** Reads the single file of a multipart body; never holds more than `maxBytes` of it. */
export async function readUpload(
  request: FastifyRequest,
  maxBytes: number,
  errors: UploadErrors = ofAttachments,
): Promise<UploadedFile> {
  if (!request.isMultipart()) throw errors.missing();
  let part: MultipartFile | undefined;
  let content: Buffer | undefined;
  try {
    part = await request.file({
      limits: { fileSize: maxBytes, files: 1, fields: 10, parts: 20 },
      throwFileSizeLimit: false,
    });
    // The rest beyond the limit is read and dropped, so that the answer arrives.
    content = await part?.toBuffer();
  } catch (error) {
    // Any parser error means a malformed body.
    throw errors.missing(error);
  }
  if (part?.file.truncated) throw errors.tooLarge();
  if (!part || !content || content.length === 0) throw errors.missing();
  requireCleanFileName(part.filename ?? '');
  return { fileName: part.filename ?? '', content };
}
