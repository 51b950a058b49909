import { Injectable } from '@nestjs/common';
import { InjectStore, SpaceRepository, type Store } from '@engawa/persistence';
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

  /** Files of a post and its comments that do not lie under its path yet. */
  findUnsettled(space: string, postId: string): Promise<AttachmentDocument[]> {
    return this.find(
      space,
      { postId, settled: false },
      {
        hint: 'thread_settled',
        limit: 200,
      },
    );
  }

  /** Says where a file lies now. */
  async settle(
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

  /** How many files a staff uploaded that no post names. */
  countLoose(space: string, ownerId: string): Promise<number> {
    return this.count(space, { ownerId, postId: null });
  }

  /** Loose files of a staff from before a time, the oldest first. */
  findLooseBefore(
    space: string,
    ownerId: string,
    before: Date,
    limit: number,
  ): Promise<AttachmentDocument[]> {
    return this.find(
      space,
      { ownerId, postId: null, createdAt: { $lt: before } },
      { sort: { createdAt: 1 }, limit, hint: 'owner_loose' },
    );
  }

  /** Forgets a file that no post names; false where one does, or it is gone. */
  async removeLoose(space: string, id: string): Promise<boolean> {
    return (await this.deleteWhere(space, { id, postId: null })) === 1;
  }
}
