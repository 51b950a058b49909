import { Injectable } from '@nestjs/common';
import { FOLLOW_LIMIT, type FollowChoice, type FollowTarget } from '@engawa/contracts';
import { BatchLoader, InjectStore, SpaceRepository, type Store } from '@engawa/persistence';
import { followSchema, type FollowDocument } from './follow.schema';

/** A member or a post that is followed or muted. */
interface FollowedThing {
  space: string;
  target: FollowTarget;
  targetId: string;
}

/** Several of one kind. */
interface FollowedThings {
  target: FollowTarget;
  targetIds: readonly string[];
}

@Injectable()
export class FollowRepository extends SpaceRepository<FollowDocument> {
  /** Batches the look-ups of concurrent events. */
  private readonly about = new BatchLoader<FollowedThing, FollowDocument[]>(async (calls) => {
    const found = await Promise.all(
      thingsOf(calls).map(({ space, ...things }) => this.findAbout(space, things)),
    );
    const all = found.flat();
    return calls.map(({ space, target, targetId }) =>
      all.filter(
        (follow) =>
          follow.space === space && follow.target === target && follow.targetId === targetId,
      ),
    );
  });

  constructor(@InjectStore(followSchema) store: Store<FollowDocument>) {
    super(store);
  }

  /** Of one staff member, the newest first. */
  findOf(space: string, staffId: string): Promise<FollowDocument[]> {
    return this.ofQuery(space, staffId).exec() as Promise<FollowDocument[]>;
  }

  /** The query of `findOf`, for a test of its plan. */
  ofQuery(space: string, staffId: string) {
    // More than the limit: in earlier versions concurrent requests could exceed it by a few.
    const limit = FOLLOW_LIMIT * 2;
    return this.query(
      space,
      { staffId },
      { sort: { createdAt: -1, id: -1 }, limit, hint: 'staff' },
    );
  }

  /** Staff who follow, or muted, this. */
  async findStaffWith(choice: FollowChoice, thing: FollowedThing): Promise<string[]> {
    const follows = await this.about.load(thing);
    return follows.filter((follow) => follow.choice === choice).map(({ staffId }) => staffId);
  }

  /** Everybody's follows of these. */
  findAbout(space: string, things: FollowedThings): Promise<FollowDocument[]> {
    return this.aboutQuery(space, things).exec() as Promise<FollowDocument[]>;
  }

  /** The query of `findAbout`, for a test of its plan. */
  aboutQuery(space: string, { target, targetIds }: FollowedThings) {
    return this.query(
      space,
      { target, targetId: { $in: [...new Set(targetIds)] } },
      { hint: 'target' },
    );
  }
}

/** Grouped by space and target. */
function thingsOf(things: readonly FollowedThing[]) {
  const groups = new Map<string, { space: string; target: FollowTarget; targetIds: string[] }>();
  for (const { space, target, targetId } of things) {
    const key = `${space}/${target}`;
    const group = groups.get(key) ?? { space, target, targetIds: [] };
    group.targetIds.push(targetId);
    groups.set(key, group);
  }
  return [...groups.values()];
}
