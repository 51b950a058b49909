import multipart from '@fastify/multipart';
import { Injectable } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { ProblemError, requireCleanFileName, type ServiceExtension } from '@engawa/service-kit';
import type { FastifyRequest } from 'fastify';

/** Most parts of a body that are no files. */
const MAX_FIELDS = 20;

/** Lets handlers read multipart bodies. */
@Injectable()
export class MultipartExtension implements ServiceExtension {
  async beforeListen(app: NestFastifyApplication): Promise<void> {
    await app.register(multipart);
  }
}

/** A file of a multipart body. */
export interface UploadedFile {
  fileName: string;
  content: Buffer;
}

/** A file that is larger than the limit. */
export interface OversizeFile {
  fileName: string;
  content: null;
}

/**
 * Yields the files of a multipart body one at a time, so that only one is in memory, and never more
 * than `maxBytes` of it. Other parts are skipped. Yields nothing for other bodies. Throws 400
 * `request.body-malformed`, or 400 `request.malformed` for too many parts.
 */
export async function* readUploads(
  request: FastifyRequest,
  { maxBytes, maxFiles }: { maxBytes: number; maxFiles: number },
): AsyncGenerator<UploadedFile | OversizeFile, void> {
  if (!request.isMultipart()) return;
  const limits = {
    fileSize: maxBytes,
    files: maxFiles,
    fields: MAX_FIELDS,
    parts: maxFiles + MAX_FIELDS,
  };
  try {
    for await (const part of request.files({ limits, throwFileSizeLimit: false })) {
      const fileName = part.filename ?? '';
      // What is beyond the limit is read and dropped, so that the caller gets the answer.
      const content = await part.toBuffer();
      yield part.file.truncated ? { fileName, content: null } : { fileName, content };
    }
  } catch (error) {
    // Of a limit; the parser throws other errors for a malformed body.
    const { code = '' } = error as { code?: string };
    if (code.startsWith('FST_')) throw error;
    throw new ProblemError('request.body-malformed', { cause: error });
  }
}

/**
 * Reads the one file of a multipart body. Throws like `readUploads`, the given errors, and 400
 * `request.invalid` for a name with control characters.
 */
export async function readUpload(
  request: FastifyRequest,
  maxBytes: number,
  errors: { missing: () => Error; tooLarge: () => Error; empty?: () => Error },
): Promise<UploadedFile> {
  for await (const { fileName, content } of readUploads(request, { maxBytes, maxFiles: 1 })) {
    if (content === null) throw errors.tooLarge();
    if (content.length === 0 && errors.empty) throw errors.empty();
    requireCleanFileName(fileName);
    return { fileName, content };
  }
  throw errors.missing();
}
