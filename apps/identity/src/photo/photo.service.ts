import { randomUUID } from 'node:crypto';
import { Inject, Injectable, Logger, type StreamableFile } from '@nestjs/common';
import type { CurrentStaff } from '@engawa/auth';
import { events, type Staff } from '@engawa/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { auditEvent } from '../audit/audit-event.mapper';
import type { Caller } from '../caller/caller.rules';
import { SpacesRepository } from '../space/space.repository';
import { staffEvent } from '../staff/staff-event.mapper';
import { StaffNotFound } from '../staff/staff.errors';
import { toStaff } from '../staff/staff.mapper';
import { StaffRepository } from '../staff/staff.repository';
import type { Photo } from '../staff/staff.schema';
import {
  answerFile,
  FILE_STORE,
  FileMissingError,
  InvalidFileKeyError,
  makeThumbnail,
  UnreadableImageError,
  type FileStore,
} from '@engawa/storage';
import type { PhotoPathDto } from './photo.dto';
import { PhotoNotFound, PhotoUnreadable } from './photo.errors';

/** Sides of the photo on the profile page and of the avatar. */
const PAGE_SIDE_PX = 1_024;
const AVATAR_SIDE_PX = 256;

/** Photos of staff. They are re-encoded, which removes the camera's place and device. */
@Injectable()
export class PhotoService {
  private readonly logger = new Logger('Photo');

  constructor(
    @Inject(FILE_STORE) private readonly files: FileStore,
    private readonly staffs: StaffRepository,
    private readonly spaces: SpacesRepository,
  ) {}

  /** @throws PhotoUnreadable */
  async set(caller: Caller, content: Buffer): Promise<Staff> {
    return this.write(caller, await this.store(caller.space, caller.staffId, content));
  }

  /** Stores a photo of a staff member or an integration. @throws PhotoUnreadable */
  async store(space: string, ownerId: string, content: Buffer): Promise<Photo> {
    const [page, avatar] = await draw(content);
    const name = randomUUID();
    const photo = { file: `${name}.webp`, thumb: `${name}-thumb.webp` };
    await Promise.all([
      this.files.put(keyOf(space, ownerId, photo.file), page, 'image/webp'),
      this.files.put(keyOf(space, ownerId, photo.thumb), avatar, 'image/webp'),
    ]);
    return photo;
  }

  async remove(caller: Caller): Promise<Staff> {
    return this.write(caller, null);
  }

  /** Sends a photo to sessions of its space only. @throws PhotoNotFound */
  async answer(
    reader: CurrentStaff,
    { spaceId, staffId, file }: PhotoPathDto,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<StreamableFile | undefined> {
    if (spaceId !== reader.space) throw new PhotoNotFound();
    try {
      const key = keyOf(spaceId, staffId, file);
      return await answerFile(this.files, key, { etag: file }, request, reply);
    } catch (error) {
      if (error instanceof FileMissingError || error instanceof InvalidFileKeyError) {
        throw new PhotoNotFound();
      }
      throw error;
    }
  }

  private async write(caller: Caller, photo: Photo | null): Promise<Staff> {
    const { primaryAdminId } = await this.spaces.getSpace(caller.space);
    let before: Photo | null = null;
    const done = await this.staffs.change(caller.space, caller.staffId, (current, next) => {
      before = current.photo;
      if (!photo && !before) return null;
      const version = { version: next.version, primaryAdminId, actor: caller.staffId };
      return {
        set: { photo },
        events: [
          staffEvent(events.staffUpdated, { ...current, photo }, version),
          auditEvent({
            space: caller.space,
            actor: caller.staffId,
            action: photo ? 'identity.photo.set' : 'identity.photo.removed',
            target: { type: 'staff', id: current.id, name: current.displayName },
            origin: caller,
          }),
        ],
      };
    });
    if (!done) throw new StaffNotFound();
    if (before) await this.discard(caller.space, caller.staffId, before);
    return toStaff(done.document, primaryAdminId);
  }

  /** Removes a photo that nothing refers to; a leftover file is harmless. */
  async discard(space: string, ownerId: string, photo: Photo): Promise<void> {
    for (const file of [photo.file, photo.thumb]) {
      await this.files
        .remove(keyOf(space, ownerId, file))
        .catch((error: unknown) => this.logger.warn(`${file} was not removed: ${String(error)}`));
    }
  }
}

function keyOf(space: string, staffId: string, file: string): string {
  return `${space}/users/${staffId}/${file}`;
}

async function draw(content: Buffer): Promise<[Buffer, Buffer]> {
  try {
    const page = await makeThumbnail(content, { side: PAGE_SIDE_PX });
    const avatar = await makeThumbnail(page.content, { side: AVATAR_SIDE_PX, square: true });
    return [page.content, avatar.content];
  } catch (error) {
    if (error instanceof UnreadableImageError) throw new PhotoUnreadable(error);
    throw error;
  }
}
