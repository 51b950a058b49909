import { Injectable } from '@nestjs/common';
import { inSystemScope, InjectStore, SpaceRepository, type Store } from '@engawa/persistence';
import { type AttachmentDocument, attachmentSchema } from './attachment.schema';

/** The post or comment that names a file. */
export interface AttachmentTarget {
  postId: string;
  commentId: string | null;
}

@Injectable()
export class AttachmentRepository extends SpaceRepository<AttachmentDocument> {
  constructor(@InjectStore(attachmentSchema) store: Store<AttachmentDocument>) {
    super(store);
  }

  /** Gives loose files of a staff to a post or comment; answers how many were still loose. */
  claim(
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

  /** Files that were given to one post or comment, the first sent first. */
  findOfThread(space: string, target: AttachmentTarget): Promise<AttachmentDocument[]> {
    const { postId, commentId } = target;
    return this.find(
      space,
      { postId, commentId },
      { sort: { id: 1 }, limit: 1_000, hint: 'thread' },
    );
  }

  /** Says where a file lies now. */
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

  /** Files of a staff that neither a post nor a draft names, from before a time. */
  findForgotten(space: string, ownerId: string, before: Date): Promise<AttachmentDocument[]> {
    return this.find(
      space,
      { ownerId, postId: null, draftId: null, createdAt: { $lt: before } },
      { sort: { createdAt: 1 }, limit: 20, hint: 'owner_loose' },
    );
  }

  /** Loose files that a draft of the staff names. */
  findOfDraft(space: string, ownerId: string, draftId: string): Promise<AttachmentDocument[]> {
    return this.find(space, { ownerId, postId: null, draftId }, { hint: 'owner_loose' });
  }

  /** Keeps loose files for a draft, or no longer (null). */
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

  /** Lets files of a post or comment expire, or keeps them (null). */
  async setExpiry(space: string, ids: readonly string[], expiresAt: Date | null): Promise<void> {
    if (ids.length === 0) return;
    await this.updateMany(
      space,
      { id: { $in: [...ids] } },
      expiresAt ? { $set: { expiresAt } } : { $unset: { expiresAt: 1 } },
    );
  }

  /** Files of any space whose time is over, the oldest first. */
  async findExpired(
    before: Date,
    limit: number,
  ): Promise<Pick<AttachmentDocument, 'space' | 'id' | 'key' | 'thumbKey'>[]> {
    return inSystemScope('expired files of all spaces are dropped', () =>
      this.store.model
        .find({ expiresAt: { $lte: before } } as never)
        .select({ _id: 0, space: 1, id: 1, key: 1, thumbKey: 1 })
        .sort({ expiresAt: 1 })
        .limit(limit)
        .lean<Pick<AttachmentDocument, 'space' | 'id' | 'key' | 'thumbKey'>[]>()
        .exec(),
    );
  }

  /** Forgets a file whose time is over; false where it was kept after all. */
  async removeExpired(space: string, id: string, before: Date): Promise<boolean> {
    return (await this.deleteWhere(space, { id, expiresAt: { $lte: before } })) === 1;
  }

  /** Forgets a file that no post names; false where one does, or it is gone. */
  async removeLoose(space: string, id: string): Promise<boolean> {
    return (await this.deleteWhere(space, { id, postId: null })) === 1;
  }
}
