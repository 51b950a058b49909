import { Injectable } from '@nestjs/common';
import type { ListPostsQuery } from '@engawa/contracts';
import {
  type Filter,
  InjectStore,
  type Page,
  SpaceRepository,
  storageKey,
  type Store,
  type PageQuery,
} from '@engawa/persistence';
import { feedIndexes, type PostDocument, postSchema } from './post.schema';

/** Filters of a feed. */
export type FeedFilter = Pick<
  ListPostsQuery,
  | 'ownerId'
  | 'memberId'
  | 'labelId'
  | 'from'
  | 'to'
  | 'issue'
  | 'unanswered'
  | 'hasTask'
  | 'mustRead'
> & {
  /** All ids of the member after merges. */
  memberAliases?: readonly string[];
};

/** Which page of a feed. */
interface FeedPosition {
  cursor?: string;
  limit: number;
  order: 'newest' | 'oldest';
}

/** Queries about posts. Only `findHistory` reads the history. */
@Injectable()
export class PostRepository extends SpaceRepository<PostDocument> {
  constructor(@InjectStore(postSchema) store: Store<PostDocument>) {
    super(store);
  }

  /** A living post, or null. */
  async findLive(space: string, id: string): Promise<PostDocument | null> {
    const post = await this.findById(space, id);
    return post && !post.deleted ? post : null;
  }

  /** The living ones of these, newest talk first. */
  async findLiveByIds(space: string, ids: readonly string[]): Promise<PostDocument[]> {
    const posts = (await this.findByIds(space, ids)).filter((post) => !post.deleted);
    return posts.sort(byTalk);
  }

  /** A page of the feed by (talkedAt, id), in both directions from a cursor. */
  findFeedPage(
    space: string,
    filter: FeedFilter,
    options: FeedPosition,
  ): Promise<Page<PostDocument>> {
    return this.findPage(space, feedPage(filter, options));
  }

  /** See `findRevisedPage`: the same page. */
  findRevisedFeedPage(space: string, filter: FeedFilter, options: FeedPosition) {
    return this.findRevisedPage(space, feedPage(filter, options));
  }

  /** See `findPageRevision`: of the same page. */
  findFeedRevision(space: string, filter: FeedFilter, options: FeedPosition): Promise<string> {
    return this.findPageRevision(space, feedPage(filter, options));
  }

  /** The neighbours of a post in the feed, newest first, without the post itself. */
  async findFeedAround(
    space: string,
    filter: FeedFilter,
    post: PostDocument,
    size: number,
  ): Promise<{ newer: Page<PostDocument>; older: Page<PostDocument> }> {
    const side = (direction: 'next' | 'previous') =>
      this.findPage(space, {
        ...feedPlan(filter),
        sort: { field: 'talkedAt', kind: 'date', direction: -1 },
        from: { direction, document: post },
        limit: size,
      });
    const [newer, older] = await Promise.all([side('previous'), side('next')]);
    return { newer, older };
  }

  /** Stores a comment count unless a later one was stored. */
  async setCommentTally(
    space: string,
    id: string,
    tally: number,
    counted: { commentCount: number; lastCommenterIds: string[] },
  ): Promise<boolean> {
    const changed = await this.updateMany(
      space,
      { id, commentTally: tally },
      {
        $set: { ...counted, commentTally: tally + 1 },
      },
    );
    return changed === 1;
  }

  /** Living posts with a label, oldest talk first, from a cursor. */
  findPageWithLabel(space: string, labelId: string, cursor: string | undefined, limit: number) {
    return this.findFeedPage(space, { labelId }, { cursor, limit, order: 'oldest' });
  }

  /** Some posts with a label. */
  findWithLabel(
    space: string,
    labelId: string,
    { deleted, limit }: { deleted: boolean; limit: number },
  ): Promise<PostDocument[]> {
    return this.find(space, { deleted, labelIds: labelId }, { limit, hint: feedIndexes.label });
  }

  /** Posts whose issue was solved by this post or something below it. */
  findSolvedBy(space: string, postId: string): Promise<PostDocument[]> {
    return this.find(space, { solutionPostId: postId });
  }

  /** The query of `findSolvedBy`, to test its plan. */
  solvedByQuery(space: string, postId: string) {
    return this.query(space, { solutionPostId: postId });
  }

  /** The query of a feed page, to test its plan. */
  feedQuery(space: string, filter: FeedFilter, limit: number) {
    const plan = feedPlan(filter);
    return this.query(space, plan.filter, {
      sort: { talkedAt: -1, id: -1 },
      limit,
      hint: plan.hint,
    });
  }

  /** All posts of the space by id, including deleted ones; for jobs. */
  findAfterId(space: string, after: string | null, limit: number): Promise<PostDocument[]> {
    const range = { $gt: storageKey(space, after ?? ''), $lt: `${space}0` };
    return this.find(space, { _id: range }, { sort: { _id: 1 }, limit, hint: '_id_' });
  }

  protected override get leftOut(): readonly ['history'] {
    return ['history'];
  }
}

function byTalk(left: PostDocument, right: PostDocument): number {
  const time = right.talkedAt.getTime() - left.talkedAt.getTime();
  return time !== 0 ? time : left.id < right.id ? 1 : -1;
}

function feedPage(
  filter: FeedFilter,
  { cursor, limit, order }: FeedPosition,
): PageQuery<PostDocument> {
  const direction = order === 'newest' ? -1 : 1;
  return {
    ...feedPlan(filter),
    sort: { field: 'talkedAt', kind: 'date', direction },
    cursor,
    limit,
  };
}

/** The filter of a list and the index for its most selective part. */
function feedPlan(filter: FeedFilter): {
  list: string;
  filter: Filter;
  hint: string;
} {
  const { ownerId, memberId, memberAliases = [], labelId, issue, from, to } = filter;
  const { unanswered, hasTask, mustRead } = filter;
  const bounds = {
    ...(from === undefined ? {} : { $gte: new Date(from) }),
    ...(to === undefined ? {} : { $lt: new Date(to) }),
  };
  return {
    list: 'posts',
    filter: {
      deleted: false,
      ...(ownerId === undefined ? {} : { ownerId }),
      ...(memberId === undefined
        ? {}
        : { memberIds: memberAliases.length > 1 ? { $in: memberAliases } : memberId }),
      ...(labelId === undefined ? {} : { labelIds: labelId }),
      ...(issue === undefined ? {} : { issueState: issue }),
      ...(unanswered ? { commentCount: 0 } : {}),
      ...(hasTask ? { 'mirror.present.value': true } : {}),
      ...(mustRead ? { mustRead: true } : {}),
      ...(from === undefined && to === undefined ? {} : { talkedAt: bounds }),
    },
    hint: feedIndexes[mostSelective(filter)],
  };
}

/** The filter expected to match the fewest posts; its index serves the page. */
function mostSelective(filter: FeedFilter): keyof typeof feedIndexes {
  if (filter.memberId !== undefined) return 'member';
  if (filter.mustRead) return 'mustRead';
  if (filter.issue !== undefined) return 'issue';
  if (filter.hasTask) return 'task';
  if (filter.ownerId !== undefined) return 'owner';
  if (filter.labelId !== undefined) return 'label';
  return filter.unanswered ? 'unanswered' : 'all';
}
