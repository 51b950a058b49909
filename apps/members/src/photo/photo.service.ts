import { randomUUID } from 'node:crypto';
import { Inject, Injectable, type StreamableFile } from '@nestjs/common';
import type { CurrentStaff } from '@engawa/auth';
import type { Member, UploadMemberPhotosAnswer } from '@engawa/contracts';
import {
  answerFile,
  FILE_STORE,
  FileMissingError,
  inspectFile,
  makeThumbnail,
  pathName,
  storagePath,
  thumbnailPath,
  UnreadableImageError,
  type FileStore,
  type OversizeFile,
  type UploadedFile,
} from '@engawa/storage';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { memberAudit } from '../audit/audit-event.mapper';
import { photoFileKey } from '../csv/csv-row.rules';
import { MemberIsDeleted, MemberNotFound } from '../member/member.errors';
import { memberEvent, toMember } from '../member/member.mapper';
import { MemberRepository } from '../member/member.repository';
import { MemberTermsReader } from '../member/member-terms.service';
import { PhotoNotAPicture, PhotoNotFound, PhotoUnreadable } from './photo.errors';

type PhotoVerdict = UploadMemberPhotosAnswer['items'][number];

const extensions: Record<string, string> = { 'image/png': 'png', 'image/jpeg': 'jpg' };
const THUMBNAIL_SIDE_PX = 320;
/** Route of photos; see `PhotoController.read`. */
const PREFIX = '/api/v1/member-photos/';
/** `{space}/{member}/{uuid}.{ext}` or its thumbnail, as returned by `store`. */
export const photoName = /^(?:thumb-)?[0-9a-f-]{36}\.(?:png|jpg)(?:\.webp)?$/;

/** Photos of members: the original and a thumbnail. */
@Injectable()
export class PhotoService {
  constructor(
    @Inject(FILE_STORE) private readonly files: FileStore,
    private readonly members: MemberRepository,
    private readonly terms: MemberTermsReader,
  ) {}

  /** Replaces a member's photo; the old one is deleted. */
  async set(staff: CurrentStaff, id: string, content: Buffer): Promise<Member> {
    const there = await this.members.findById(staff.space, id);
    if (!there) throw new MemberNotFound();
    const key = await this.store(staff.space, id, content);
    const set = { photoUrl: PREFIX + short(key), thumbPhotoUrl: thumbUrl(key) };
    try {
      return await this.write(staff, id, set);
    } catch (error) {
      // Nothing else finds them when the member was erased during the upload.
      if (error instanceof MemberIsDeleted) await this.removeFiles(key);
      throw error;
    }
  }

  async remove(staff: CurrentStaff, id: string): Promise<Member> {
    return this.write(staff, id, { photoUrl: null, thumbPhotoUrl: null });
  }

  /** Matches an uploaded photo to a member by the file name in the CSV (MBR-4). */
  async match(staff: CurrentStaff, file: UploadedFile | OversizeFile): Promise<PhotoVerdict> {
    const fileName = pathName(file.fileName);
    const refused = (refusal: NonNullable<PhotoVerdict['refusal']>): PhotoVerdict => ({
      fileName,
      memberId: null,
      refusal,
    });
    const found = await this.members.findByPhotoFileName(staff.space, photoFileKey(fileName));
    if (found.length === 0) return refused('no-member');
    if (found.length > 1) return refused('several-members');
    if (file.content === null) return refused('too-large');
    try {
      await this.set(staff, found[0]!.id, file.content);
      return { fileName, memberId: found[0]!.id, refusal: null };
    } catch (error) {
      if (error instanceof PhotoNotAPicture) return refused('not-a-picture');
      if (error instanceof PhotoUnreadable) return refused('unreadable');
      throw error;
    }
  }

  /** Sends a photo to sessions of its space only. */
  async answer(
    staff: CurrentStaff,
    { space, memberId, name }: { space: string; memberId: string; name: string },
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<StreamableFile | undefined> {
    if (space !== staff.space) throw new PhotoNotFound();
    const key = `${space}/members/${memberId}/${name}`;
    try {
      return await answerFile(this.files, key, { etag: name }, request, reply);
    } catch (error) {
      if (error instanceof FileMissingError) throw new PhotoNotFound();
      throw error;
    }
  }

  private async store(space: string, memberId: string, content: Buffer): Promise<string> {
    const { fileType } = await inspectFile(content, 'photo').catch(() => ({ fileType: '' }));
    const extension = extensions[fileType];
    if (extension === undefined) throw new PhotoNotAPicture();
    const thumbnail = await makeThumbnail(content, {
      side: THUMBNAIL_SIDE_PX,
      square: true,
    }).catch((error: unknown) => {
      throw error instanceof UnreadableImageError ? new PhotoUnreadable() : error;
    });
    const key = storagePath.memberPhoto(space, memberId, randomUUID(), extension);
    await this.files.put(key, content, fileType);
    await this.files.put(thumbnailPath(key), thumbnail.content, 'image/webp');
    return key;
  }

  private async write(
    staff: CurrentStaff,
    id: string,
    set: { photoUrl: string | null; thumbPhotoUrl: string | null },
  ): Promise<Member> {
    let before: string | null = null;
    const result = await this.members.change(staff.space, id, (current, next) => {
      if (current.deleted) throw new MemberIsDeleted();
      before = current.photoUrl;
      if (current.photoUrl === set.photoUrl) return null;
      const event = memberEvent('memberUpdated', { ...current, ...set }, staff.staffId, next);
      const audit = memberAudit(
        staff,
        set.photoUrl === null ? 'members.member.photoRemoved' : 'members.member.photoSet',
        current,
      );
      return { set, events: [event, audit] };
    });
    if (!result) throw new MemberNotFound();
    if (before !== null && before !== set.photoUrl) await this.forget(staff.space, id, before);
    return toMember(result.document, await this.terms.of(staff.space));
  }

  /** A photo taken from a merged member stays while that one has it, also after an undo. */
  private async forget(space: string, id: string, photoUrl: string): Promise<void> {
    if (!photoUrl.startsWith(PREFIX)) return;
    const [, ownerId, name] = photoUrl.slice(PREFIX.length).split('/') as [string, string, string];
    const owner = ownerId === id ? null : await this.members.findById(space, ownerId);
    if (owner?.photoUrl === photoUrl) return;
    await this.removeFiles(`${storagePath.memberPhotos(space, ownerId)}/${name}`);
  }

  private async removeFiles(key: string): Promise<void> {
    await this.files.remove(key);
    await this.files.remove(thumbnailPath(key));
  }
}

/** `{space}/{member}/{name}` of `{space}/members/{member}/{name}`. */
function short(key: string): string {
  const [space, , memberId, name] = key.split('/');
  return `${space}/${memberId}/${name}`;
}

function thumbUrl(key: string): string {
  return PREFIX + short(thumbnailPath(key));
}
