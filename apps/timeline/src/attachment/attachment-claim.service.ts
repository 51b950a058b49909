import { Injectable } from '@nestjs/common';
import { UnfitReference } from '../content/content.errors';
import type { StoredAttachment } from '../content/content.schema';
import { AttachmentRepository, type AttachmentTarget } from './attachment.repository';
import { isFree } from './attachment.rules';
import type { AttachmentDocument } from './attachment.schema';

/** Attaches uploaded files to posts and comments. */
@Injectable()
export class AttachmentClaimService {
  constructor(private readonly attachments: AttachmentRepository) {}

  /**
   * The files in the order of the ids; loose files of this staff member are given to the target.
   * Throws 422 with pointers for missing files, files of others or of another post, and duplicate
   * contents (TML-6).
   */
  async claim(
    space: string,
    staffId: string,
    ids: readonly string[],
    target: AttachmentTarget,
  ): Promise<StoredAttachment[]> {
    if (ids.length === 0) return [];
    const found = await this.attachments.findByIds(space, ids);
    const byId = new Map(found.map((file) => [file.id, file]));
    refuse(
      'timeline.post.unknown-attachment',
      ids,
      (id) => !isFree(byId.get(id), staffId) && !isOf(byId.get(id), target),
    );
    const hashes = ids.map((id) => byId.get(id)!.hash);
    refuse(
      'timeline.attachment.duplicate',
      ids,
      (_id, index) => hashes.indexOf(hashes[index]!) < index,
    );
    const unclaimed = ids.filter((id) => isFree(byId.get(id), staffId));
    if (unclaimed.length > 0) {
      const claimed = await this.attachments.attachTo(space, staffId, unclaimed, target);
      if (claimed < unclaimed.length) {
        // Somebody else was faster, or the request was repeated.
        const now = await this.attachments.findByIds(space, unclaimed);
        const ours = new Set(now.filter((file) => isOf(file, target)).map((file) => file.id));
        refuse(
          'timeline.post.unknown-attachment',
          ids,
          (id) => unclaimed.includes(id) && !ours.has(id),
        );
      }
    }
    return ids.map((id) => storedAttachmentOf(byId.get(id)!));
  }
}

/** A file as stored in a post, comment or draft. */
export function storedAttachmentOf(file: AttachmentDocument): StoredAttachment {
  const { id, fileType, size, title, hash, thumbKey, width, height } = file;
  return { id, fileType, size, title, hash, hasThumb: thumbKey !== null, width, height };
}

function isOf(file: AttachmentDocument | undefined, target: AttachmentTarget): boolean {
  return file?.postId === target.postId && file.commentId === target.commentId;
}

function refuse(
  code: 'timeline.post.unknown-attachment' | 'timeline.attachment.duplicate',
  ids: readonly string[],
  unfit: (id: string, index: number) => boolean,
): void {
  const pointers = ids.flatMap((id, index) =>
    unfit(id, index) ? [`/body/attachmentIds/${index}`] : [],
  );
  if (pointers.length > 0) throw new UnfitReference(code, pointers);
}
