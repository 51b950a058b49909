import { Injectable } from '@nestjs/common';
import {
  InjectStore,
  type Page,
  SpaceRepository,
  storageKey,
  type Store,
} from '@engawa/persistence';
import { type CommentDocument, commentSchema } from './comment.schema';

/** How many comments are looked at for the last two commenters. */
const LATEST_COMMENTS = 10;
const THREAD_INDEX = 'thread';

/** Every query about comments. Reads leave the history out, but `findById`. */
@Injectable()
export class CommentRepository extends SpaceRepository<CommentDocument> {
  constructor(@InjectStore(commentSchema) store: Store<CommentDocument>) {
    super(store);
  }

  /** A living comment of this post, or null. */
  async findLive(space: string, postId: string, id: string): Promise<CommentDocument | null> {
    const comment = await this.findById(space, id);
    return comment && !comment.deleted && comment.postId === postId ? comment : null;
  }

  /** Living comments of a post, oldest first. */
  findThreadPage(
    space: string,
    postId: string,
    options: { cursor?: string; limit: number },
  ): Promise<Page<CommentDocument>> {
    return this.findPage(space, {
      list: 'comments',
      filter: { postId, deleted: false },
      sort: { field: 'createdAt', kind: 'date', direction: 1 },
      cursor: options.cursor,
      limit: options.limit,
      hint: THREAD_INDEX,
    });
  }

  /** How many living comments a post has, and who wrote the last two, the latest first. */
  async countOfPost(
    space: string,
    postId: string,
  ): Promise<{ commentCount: number; lastCommenterIds: string[] }> {
    const filter = { postId, deleted: false };
    const [commentCount, latest] = await Promise.all([
      this.countLiving(space, postId),
      this.find(space, filter, {
        sort: { createdAt: -1, id: -1 },
        limit: LATEST_COMMENTS,
        hint: THREAD_INDEX,
      }),
    ]);
    const lastCommenterIds = [...new Set(latest.map((comment) => comment.ownerId))].slice(0, 2);
    return { commentCount, lastCommenterIds };
  }

  /** How many living comments a post has, from the index alone. */
  countLiving(space: string, postId: string): Promise<number> {
    // Not `count`: it would read each comment to see whether it is a tombstone; these have none.
    return this.store.count({ space, postId, deleted: false }, { hint: THREAD_INDEX });
  }

  /** All comments of a post that live, or that went only with it. */
  findAllOfPost(space: string, postId: string, deleted: boolean): Promise<CommentDocument[]> {
    const filter = { postId, deleted, ...(deleted ? { deletedWithPost: true } : {}) };
    return this.find(space, filter, { hint: THREAD_INDEX });
  }

  /** For a test of plans: the query of a thread's page. */
  threadQuery(space: string, postId: string, limit: number) {
    return this.query(
      space,
      { postId, deleted: false },
      {
        sort: { createdAt: 1, id: 1 },
        limit,
        hint: THREAD_INDEX,
      },
    );
  }

  /** All of the space by id, deleted ones too; for jobs that look at everything. */
  findAfterId(space: string, after: string | null, limit: number): Promise<CommentDocument[]> {
    const range = { $gt: storageKey(space, after ?? ''), $lt: `${space}0` };
    return this.find(space, { _id: range }, { sort: { _id: 1 }, limit, hint: '_id_' });
  }

  protected override get leftOut(): readonly ['history'] {
    return ['history'];
  }
}
