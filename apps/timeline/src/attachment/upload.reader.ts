import type { MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { FileMissing, FileTooLarge } from './attachment.errors';

/** A file as it was sent. */
export interface UploadedFile {
  fileName: string;
  content: Buffer;
}

/**
 * Reads the one file of a multipart body; never more than `maxBytes` of it are in memory. Throws
 * `FileMissing` where there is none or the body is broken, and `tooLarge` where there is more.
 */
export async function readUpload(
  request: FastifyRequest,
  maxBytes: number,
  tooLarge: () => Error = () => new FileTooLarge(),
): Promise<UploadedFile> {
  if (!request.isMultipart()) throw new FileMissing();
  let part: MultipartFile | undefined;
  let content: Buffer;
  try {
    part = await request.file({
      limits: { fileSize: maxBytes, files: 1, fields: 10, parts: 20 },
      throwFileSizeLimit: false,
    });
    if (!part) throw new FileMissing();
    // What is beyond the limit is read off the wire and dropped, so that the answer arrives.
    content = await part.toBuffer();
  } catch (error) {
    // Whatever the parser has against a body, the body was sent wrong.
    throw error instanceof FileMissing ? error : new FileMissing(error);
  }
  if (part.file.truncated) throw tooLarge();
  if (content.length === 0) throw new FileMissing();
  return { fileName: part.filename ?? '', content };
}
