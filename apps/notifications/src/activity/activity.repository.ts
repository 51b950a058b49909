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

/** A time range (`until` is inclusive), without what the reader did. */
export interface ActivityRange {
  since: Date;
  until: Date;
  reader: string;
}

/** Activities of a kind, for all or one staff member; of must-reads, those not confirmed. */
export interface ActivityFilter extends ActivityRange {
  kind: ActivityKind;
  /** Empty for all staff. */
  staffId: string;
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

  /** What happened to a post or in its thread. */
  findOfPost(space: string, postId: string): Promise<ActivityDocument[]> {
    return this.find(space, { postId });
  }

  /** The newest first. */
  findSince(space: string, filter: ActivityFilter, limit: number): Promise<ActivityDocument[]> {
    return this.find(space, filterOf(filter), { sort: { at: -1, id: -1 }, limit });
  }
}

export function filterOf({ kind, staffId, since, until, reader }: ActivityFilter) {
  return {
    kind,
    staffId,
    gone: false,
    at: { $gt: since, $lte: until },
    actorId: { $ne: reader },
    ...(kind === 'mustRead' ? { confirmedBy: { $ne: reader } } : {}),
  };
}
