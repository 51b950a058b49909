import { Injectable } from '@nestjs/common';
import {
  InjectStore,
  type Page,
  SpaceRepository,
  storageKey,
  type Store,
} from '@engawa/persistence';
import { type CommentDocument, commentSchema } from './comment.schema';

/** Comments read to find the last two commenters. */
const LATEST_COMMENTS = 10;
const THREAD_INDEX = 'thread';

/** Queries about comments. Only `findById` reads the history. */
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

  /** Number of living comments of a post, and the last two commenters, the latest first. */
  async countOfPost(
    space: string,
    postId: string,
  ): Promise<{ commentCount: number; lastCommenterIds: string[] }> {
    const filter = { postId, deleted: false };
    const [commentCount, latest] = await Promise.all([
      // Not `count`, which would read each comment to exclude tombstones; these filters exclude them.
      this.store.count({ space, ...filter }, { hint: THREAD_INDEX }),
      this.findOnly(space, ['ownerId'], filter, {
        sort: { createdAt: -1, id: -1 },
        limit: LATEST_COMMENTS,
        hint: THREAD_INDEX,
      }),
    ]);
    const lastCommenterIds = [...new Set(latest.map((comment) => comment.ownerId))].slice(0, 2);
    return { commentCount, lastCommenterIds };
  }

  /** All living comments of a post, and those deleted with it. */
  findAllOfPost(space: string, postId: string, deleted: boolean): Promise<CommentDocument[]> {
    const filter = { postId, deleted, ...(deleted ? { deletedWithPost: true } : {}) };
    return this.find(space, filter, { hint: THREAD_INDEX });
  }

  /** The query of a thread's page, to test its plan. */
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

  /** All comments of the space by id, including deleted ones; for jobs. */
  findAfterId(space: string, after: string | null, limit: number): Promise<CommentDocument[]> {
    const range = { $gt: storageKey(space, after ?? ''), $lt: `${space}0` };
    return this.find(space, { _id: range }, { sort: { _id: 1 }, limit, hint: '_id_' });
  }

  protected override get leftOut(): readonly ['history'] {
    return ['history'];
  }
}
