import { Injectable } from '@nestjs/common';
import type { ActivityKind } from '@engawa/contracts';
import {
  DuplicateKey,
  InjectStore,
  SpaceRepository,
  type NewDocument,
  type Store,
} from '@engawa/persistence';
import { activitySchema, type ActivityDocument } from './activity.schema';

/**
 * Activities of a kind, for all or one staff member, within a time range (`until` is inclusive).
 */
export interface ActivityRange {
  kind: ActivityKind;
  /** Empty for all staff. */
  staffId: string;
  since: Date;
  until: Date;
  /** Excludes this staff member's own activities and confirmed must-reads. */
  reader: string;
}

@Injectable()
export class ActivityRepository extends SpaceRepository<ActivityDocument> {
  constructor(@InjectStore(activitySchema) store: Store<ActivityDocument>) {
    super(store);
  }

  /** Records an activity once, however often the event comes. */
  async note(space: string, activity: NewDocument<ActivityDocument>): Promise<void> {
    try {
      await this.insert(space, activity);
    } catch (error) {
      if (!(error instanceof DuplicateKey)) throw error;
    }
  }

  /** The newest first. */
  findSince(space: string, range: ActivityRange, limit: number): Promise<ActivityDocument[]> {
    return this.find(space, filterOf(range), { sort: { at: -1, id: -1 }, limit });
  }

  /** Marks the activities of a post (with its comments) or comment as deleted or restored. */
  async setGone(
    space: string,
    { postId, commentId }: { postId: string; commentId: string | null },
    gone: boolean,
  ): Promise<void> {
    await this.updateMany(space, commentId === null ? { postId } : { postId, commentId }, {
      $set: { gone },
    });
  }
}

export function filterOf({ kind, staffId, since, until, reader }: ActivityRange) {
  return {
    kind,
    staffId,
    gone: false,
    at: { $gt: since, $lte: until },
    actorId: { $ne: reader },
    ...(kind === 'mustRead' ? { confirmedBy: { $ne: reader } } : {}),
  };
}
