import { PHOTO_MAX_BYTES } from '@engawa/contracts';
import { readUpload } from '@engawa/storage';
import type { FastifyRequest } from 'fastify';
import { PhotoTooLarge, PhotoUnreadable } from './photo.errors';

const errors = { missing: () => new PhotoUnreadable(), tooLarge: () => new PhotoTooLarge() };

/** Reads an uploaded photo. Throws `PhotoTooLarge`, or `PhotoUnreadable` when there is no file. */
export async function readPhoto(request: FastifyRequest): Promise<Buffer> {
  return (await readUpload(request, PHOTO_MAX_BYTES, errors)).content;
}
