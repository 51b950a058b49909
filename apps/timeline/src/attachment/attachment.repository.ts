import { Injectable } from '@nestjs/common';
import { InjectStore, type Store, WorkRepository } from '@engawa/persistence';
import { type AttachmentDocument, attachmentSchema } from './attachment.schema';

/** The post or comment of a file. */
export interface AttachmentTarget {
  postId: string;
  commentId: string | null;
}

@Injectable()
export class AttachmentRepository extends WorkRepository<AttachmentDocument> {
  constructor(@InjectStore(attachmentSchema) store: Store<AttachmentDocument>) {
    super(store, null, 'expiresAt');
  }

  /**
   * Gives loose files of a staff member to a post or comment; returns how many were still loose.
   */
  attachTo(
    space: string,
    ownerId: string,
    ids: readonly string[],
    target: AttachmentTarget,
  ): Promise<number> {
    return this.updateMany(
      space,
      { id: { $in: [...ids] }, ownerId, postId: null },
      { $set: { ...target, updatedAt: new Date() } },
    );
  }

  /** Files of a post or comment, oldest first. */
  findOfThread(space: string, target: AttachmentTarget): Promise<AttachmentDocument[]> {
    const { postId, commentId } = target;
    return this.find(
      space,
      { postId, commentId },
      { sort: { id: 1 }, limit: 1_000, hint: 'thread' },
    );
  }

  /** Records where a file is stored now. */
  async markPlaced(
    space: string,
    id: string,
    place: { key: string; thumbKey: string | null },
  ): Promise<void> {
    await this.updateMany(
      space,
      { id },
      {
        $set: { ...place, settled: true, updatedAt: new Date() },
      },
    );
  }

  /** Files of a staff member without post and draft, uploaded before a time. */
  findAbandoned(space: string, ownerId: string, before: Date): Promise<AttachmentDocument[]> {
    return this.find(
      space,
      { ownerId, postId: null, draftId: null, createdAt: { $lt: before } },
      { sort: { createdAt: 1 }, limit: 20, hint: 'owner_loose' },
    );
  }

  /** Loose files of a draft. */
  findOfDraft(space: string, ownerId: string, draftId: string): Promise<AttachmentDocument[]> {
    return this.find(space, { ownerId, postId: null, draftId }, { hint: 'owner_loose' });
  }

  /** Keeps loose files for a draft, or releases them (null). */
  async holdForDraft(
    space: string,
    ownerId: string,
    ids: readonly string[],
    draftId: string | null,
  ): Promise<void> {
    if (ids.length === 0) return;
    await this.updateMany(
      space,
      { id: { $in: [...ids] }, ownerId, postId: null },
      { $set: { draftId, updatedAt: new Date() } },
    );
  }

  /** Sets the expiry of files, or keeps them (null). */
  async setExpiry(space: string, ids: readonly string[], expiresAt: Date | null): Promise<void> {
    if (ids.length === 0) return;
    await this.updateMany(
      space,
      { id: { $in: [...ids] } },
      expiresAt ? { $set: { expiresAt } } : { $unset: { expiresAt: 1 } },
    );
  }

  /** Deletes the record of an expired file; false when it was kept after all. */
  async removeExpired({ space, id, expiresAt }: AttachmentDocument): Promise<boolean> {
    return (await this.deleteWhere(space, { id, expiresAt })) === 1;
  }

  /** Deletes the record of a loose file; false when a post has it, or it is gone. */
  async removeUnclaimed(space: string, id: string): Promise<boolean> {
    return (await this.deleteWhere(space, { id, postId: null })) === 1;
  }
}
