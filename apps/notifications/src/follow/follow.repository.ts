import { Injectable } from '@nestjs/common';
import { FOLLOW_LIMIT, type FollowChoice, type FollowTarget } from '@engawa/contracts';
import { BatchLoader, InjectStore, SpaceRepository, type Store } from '@engawa/persistence';
import { followSchema, type FollowDocument } from './follow.schema';

/** Members or posts that are followed or muted. */
export interface FollowedThings {
  target: FollowTarget;
  targetIds: readonly string[];
}

@Injectable()
export class FollowRepository extends SpaceRepository<FollowDocument> {
  /** Batches the look-ups of concurrent events. */
  private readonly ofPosts = new BatchLoader<{ space: string; postId: string }, FollowDocument[]>(
    async (calls) => {
      const postIds = new Map<string, Set<string>>();
      for (const { space, postId } of calls) {
        postIds.set(space, (postIds.get(space) ?? new Set()).add(postId));
      }
      const found = await Promise.all(
        [...postIds].map(([space, ids]) =>
          this.findAbout(space, { target: 'post', targetIds: [...ids] }),
        ),
      );
      const all = found.flat();
      return calls.map(({ space, postId }) =>
        all.filter((follow) => follow.space === space && follow.targetId === postId),
      );
    },
  );

  constructor(@InjectStore(followSchema) store: Store<FollowDocument>) {
    super(store);
  }

  /** Of one staff member, the newest first. */
  findOf(space: string, staffId: string): Promise<FollowDocument[]> {
    return this.ofQuery(space, staffId).exec() as Promise<FollowDocument[]>;
  }

  /** The query of `findOf`, for a test of its plan. */
  ofQuery(space: string, staffId: string) {
    // More than the limit, because concurrent requests may exceed it by a few.
    const limit = FOLLOW_LIMIT * 2;
    return this.query(
      space,
      { staffId },
      { sort: { createdAt: -1, id: -1 }, limit, hint: 'staff' },
    );
  }

  /** Staff who follow, or muted, one of these. */
  async findStaffWith(
    space: string,
    choice: FollowChoice,
    { target, targetIds }: FollowedThings,
  ): Promise<string[]> {
    if (targetIds.length === 0) return [];
    const found = await this.withQuery(space, choice, { target, targetIds }).exec();
    return [...new Set((found as FollowDocument[]).map(({ staffId }) => staffId))];
  }

  /** The query of `findStaffWith`, for a test of its plan. */
  withQuery(space: string, choice: FollowChoice, { target, targetIds }: FollowedThings) {
    return this.query(
      space,
      { target, targetId: { $in: [...targetIds] }, choice },
      { hint: 'target' },
    );
  }

  /** Staff who follow, or muted, this post. */
  async findStaffOfPost(space: string, choice: FollowChoice, postId: string): Promise<string[]> {
    const follows = await this.ofPosts.load({ space, postId });
    return follows.filter((follow) => follow.choice === choice).map(({ staffId }) => staffId);
  }

  /** Everybody's follows of these. */
  findAbout(space: string, { target, targetIds }: FollowedThings): Promise<FollowDocument[]> {
    return this.find(space, { target, targetId: { $in: [...targetIds] } }, { hint: 'target' });
  }
}
