import type { MultipartFile } from '@fastify/multipart';
import { requireCleanFileName } from '@engawa/service-kit';
import type { FastifyRequest } from 'fastify';
import { FileMissing, FileTooLarge } from './attachment.errors';

/** A file as it was sent. */
export interface UploadedFile {
  fileName: string;
  content: Buffer;
}

/** What is thrown where there is no file or the body is broken, and where there is too much. */
export interface UploadErrors {
  missing: (cause?: unknown) => Error;
  tooLarge: () => Error;
}

const ofAttachments: UploadErrors = {
  missing: (cause) => new FileMissing(cause),
  tooLarge: () => new FileTooLarge(),
};

/** Reads the one file of a multipart body; never more than `maxBytes` of it are in memory. */
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
    // What is beyond the limit is read off the wire and dropped, so that the answer arrives.
    content = await part?.toBuffer();
  } catch (error) {
    // Whatever the parser has against a body, the body was sent wrong.
    throw errors.missing(error);
  }
  if (part?.file.truncated) throw errors.tooLarge();
  if (!part || !content || content.length === 0) throw errors.missing();
  requireCleanFileName(part.filename ?? '');
  return { fileName: part.filename ?? '', content };
}
