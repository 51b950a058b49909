import { Injectable } from '@nestjs/common';
import { InjectStore, storageKey, type Store, WorkRepository } from '@engawa/persistence';
import { type AttachmentDocument, attachmentSchema } from './attachment.schema';

/** The post or comment of a file. */
export interface AttachmentTarget {
  postId: string;
  commentId: string | null;
}

@Injectable()
export class AttachmentRepository extends WorkRepository<AttachmentDocument> {
  private readonly ofEverySpace = this.acrossSpaces('unused files of all spaces are deleted');

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
      { id: { $in: [...ids] }, ownerId, postId: null, expiresAt: null },
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

  /** Records where a file is stored now, and where copies are left to remove. */
  async markPlaced(
    space: string,
    id: string,
    place: { key: string; thumbKey: string | null; formerKeys: string[] },
  ): Promise<void> {
    await this.updateMany(
      space,
      { id },
      {
        $set: { ...place, settled: true, updatedAt: new Date() },
      },
    );
  }

  /** Records that the copies under former keys are removed. */
  async forgetFormerKeys(space: string, id: string): Promise<void> {
    await this.updateMany(space, { id }, { $unset: { formerKeys: 1 } });
  }

  /** All files of the space by id; for jobs. */
  findAfterId(space: string, after: string | null, limit: number): Promise<AttachmentDocument[]> {
    const range = { $gt: storageKey(space, after ?? ''), $lt: `${space}0` };
    return this.find(space, { _id: range }, { sort: { _id: 1 }, limit, hint: '_id_' });
  }

  /** Loose files of all spaces that were neither uploaded nor named by a draft since a time. */
  findUnclaimed(before: Date, limit: number): Promise<AttachmentDocument[]> {
    return this.ofEverySpace.exec(this.unclaimedQuery(before, limit));
  }

  /** The query of `findUnclaimed`, to test its plan. */
  unclaimedQuery(before: Date, limit: number) {
    return this.ofEverySpace.query(
      { postId: null, expiresAt: null, updatedAt: { $lt: before } },
      { sort: { updatedAt: 1 }, limit, hint: 'loose' },
    );
  }

  /** Counts a loose file as named by a draft at this time. */
  async renewClaim({ space, id }: AttachmentDocument, at: Date): Promise<void> {
    await this.updateMany(space, { id, postId: null }, { $set: { updatedAt: at } });
  }

  /**
   * Marks a loose file as being deleted, for the queue to remove it, unless something claimed it
   * since it was read.
   */
  async expireUnclaimed({ space, id, updatedAt }: AttachmentDocument): Promise<void> {
    await this.updateMany(
      space,
      { id, postId: null, expiresAt: null, updatedAt },
      { $set: { expiresAt: new Date() } },
    );
  }

  /** Loose files of a draft. */
  findOfDraft(space: string, ownerId: string, draftId: string): Promise<AttachmentDocument[]> {
    return this.find(space, { ownerId, postId: null, draftId }, { hint: 'owner_loose' });
  }

  /** Notes that a saved draft names these loose files. */
  async holdForDraft(
    space: string,
    ownerId: string,
    ids: readonly string[],
    draftId: string,
  ): Promise<void> {
    if (ids.length === 0) return;
    await this.updateMany(
      space,
      { id: { $in: [...ids] }, ownerId, postId: null },
      { $set: { draftId, updatedAt: new Date() } },
    );
  }

  /** Sets the expiry of files of a post or comment, or keeps them (null). */
  async setExpiry(
    space: string,
    { postId, commentId }: AttachmentTarget,
    ids: readonly string[],
    expiresAt: Date | null,
  ): Promise<void> {
    if (ids.length === 0) return;
    await this.updateMany(
      space,
      { id: { $in: [...ids] }, postId, commentId },
      expiresAt ? { $set: { expiresAt } } : { $unset: { expiresAt: 1 } },
    );
  }

  /**
   * Marks a file as being deleted; false when a post or comment claimed it, or kept it, since it was
   * read.
   */
  async markDeletion(file: AttachmentDocument): Promise<boolean> {
    const { space, id, postId, expiresAt } = file;
    const changed = await this.updateMany(
      space,
      { id, postId, expiresAt: expiresAt ?? null },
      { $set: { postId: null, commentId: null, expiresAt: expiresAt ?? new Date() } },
    );
    return changed === 1;
  }

  /** Deletes the record of a file whose copies are removed. */
  async remove(space: string, id: string): Promise<void> {
    await this.deleteWhere(space, { id });
  }
}
