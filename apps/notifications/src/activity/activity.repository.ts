import { Injectable } from '@nestjs/common';
import type { HappeningKind } from '@engawa/contracts';
import {
  DuplicateKey,
  InjectStore,
  SpaceRepository,
  type NewDocument,
  type Store,
} from '@engawa/persistence';
import { activitySchema, type ActivityDocument } from './activity.schema';

/** A kind of happening, for all or for one staff, within a time (until is inclusive). */
export interface ActivityRange {
  kind: HappeningKind;
  /** Empty for what concerns all. */
  staffId: string;
  since: Date;
  until: Date;
  /** Whose doings, and whose confirmed must-reads, are left out. */
  reader: string;
}

@Injectable()
export class ActivityRepository extends SpaceRepository<ActivityDocument> {
  constructor(@InjectStore(activitySchema) store: Store<ActivityDocument>) {
    super(store);
  }

  /** Notes it once, however often it comes. */
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

  /** A post (with its comments) or one comment was deleted, or is back. */
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
