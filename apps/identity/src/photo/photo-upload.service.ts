import { Injectable } from '@nestjs/common';
import multipart from '@fastify/multipart';
import { PHOTO_MAX_BYTES } from '@engawa/contracts';
import { readLimited, TooLargeError } from '@engawa/storage';
import type { ServiceExtension } from '@engawa/service-kit';
import type { FastifyRequest } from 'fastify';
import { PhotoTooLarge, PhotoUnreadable } from './photo.errors';

type App = Parameters<NonNullable<ServiceExtension['beforeListen']>>[0];

/** Reads the one file of a multipart body. */
@Injectable()
export class PhotoUploadService implements ServiceExtension {
  async beforeListen(app: App): Promise<void> {
    await app.register(multipart);
  }

  /** @throws PhotoTooLarge, PhotoUnreadable when there is no file */
  async read(request: FastifyRequest): Promise<Buffer> {
    if (!request.isMultipart()) throw new PhotoUnreadable();
    const part = await request.file({
      limits: { fileSize: PHOTO_MAX_BYTES + 1, files: 1, fields: 5, parts: 10 },
      throwFileSizeLimit: false,
    });
    if (!part) throw new PhotoUnreadable();
    try {
      return await readLimited(part.file, PHOTO_MAX_BYTES);
    } catch (error) {
      throw error instanceof TooLargeError ? new PhotoTooLarge() : error;
    }
  }
}
