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

/** How late an event may come and still be news: longer than most outages. */
const LATE_MS = 24 * 60 * 60 * 1000;

/**
 * When it reached this service (`until` is inclusive), without what the reader did. Not when it happened:
 * an event that comes late would lie before what the reader has seen.
 */
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

  /** The latest first. */
  findSince(space: string, filter: ActivityFilter, limit: number): Promise<ActivityDocument[]> {
    return this.find(space, filterOf(filter), { sort: { createdAt: -1, id: -1 }, limit });
  }
}

/** The earliest time of what is news since a time. */
export function lateBefore(since: Date): Date {
  return new Date(Math.max(0, since.getTime() - LATE_MS));
}

export function filterOf({ kind, staffId, since, until, reader }: ActivityFilter) {
  return {
    kind,
    staffId,
    gone: false,
    createdAt: { $gt: since, $lte: until },
    at: { $gt: lateBefore(since) },
    actorId: { $ne: reader },
    ...(kind === 'mustRead' ? { confirmedBy: { $ne: reader } } : {}),
  };
}
