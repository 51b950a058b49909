import { Injectable } from '@nestjs/common';
import type { CurrentStaff } from '@engawa/auth';
import {
  happeningKinds,
  type GetHandoverQuery,
  type Handover,
  type HappeningKind,
  type StaffRef,
} from '@engawa/contracts';
import { InboxRepository } from '../inbox/inbox.repository';
import { NameService } from '../name/name.service';
import { ActivityRepository } from './activity.repository';
import { ACTIVITY_RETENTION_DAYS, type ActivityDocument } from './activity.schema';

const DAY_MS = 24 * 60 * 60 * 1000;
/** Where a staff never said that they had seen it. */
const DEFAULT_RANGE_DAYS = 7;
const MAX_ITEMS_PER_KIND = 20;
const MAX_COUNT = 500;

/** What happened since a staff was last here (INS-4). */
@Injectable()
export class HandoverService {
  constructor(
    private readonly activities: ActivityRepository,
    private readonly inboxes: InboxRepository,
    private readonly names: NameService,
  ) {}

  async get({ space, staffId }: CurrentStaff, query: GetHandoverQuery): Promise<Handover> {
    const until = new Date();
    const since = await this.sinceOf(space, staffId, query, until);
    const sections = await Promise.all(
      happeningKinds.map(async (kind) => {
        const range = {
          kind,
          staffId: concerns(kind, staffId),
          // What is still to be confirmed stays until it is.
          since: kind === 'mustRead' ? earliestOf(until) : since,
          until,
          reader: staffId,
        };
        const [count, items] = await Promise.all([
          this.activities.countSince(space, range, MAX_COUNT),
          this.activities.findSince(space, range, MAX_ITEMS_PER_KIND),
        ]);
        return { kind, count, items };
      }),
    );
    const staffOf = await this.names.staffOf(
      space,
      sections.flatMap(({ items }) => items.flatMap(({ actorId }) => (actorId ? [actorId] : []))),
    );
    return {
      since: since.toISOString(),
      until: until.toISOString(),
      sections: sections.map(({ kind, count, items }) => ({
        kind,
        count: Math.max(count, items.length),
        items: items.map((item) => activityOf(item, staffOf)),
      })),
    };
  }

  /** The next handover begins here; never moves back. */
  async markSeen({ space, staffId }: CurrentStaff, until: Date): Promise<void> {
    const now = new Date();
    await this.inboxes.setHandoverSeen(space, staffId, until < now ? until : now);
  }

  private async sinceOf(
    space: string,
    staffId: string,
    query: GetHandoverQuery,
    now: Date,
  ): Promise<Date> {
    const earliest = earliestOf(now);
    const wanted = query.since
      ? new Date(query.since)
      : ((await this.inboxes.findHandoverSeen(space, staffId)) ??
        new Date(now.getTime() - DEFAULT_RANGE_DAYS * DAY_MS));
    return wanted < earliest ? earliest : wanted;
  }
}

function earliestOf(now: Date): Date {
  return new Date(now.getTime() - ACTIVITY_RETENTION_DAYS * DAY_MS);
}

function concerns(kind: HappeningKind, staffId: string): string {
  return kind === 'taskHandedToMe' ? staffId : '';
}

function activityOf(document: ActivityDocument, staffOf: (id: string) => StaffRef) {
  const { id, kind, at, actorId, postId, commentId, excerpt } = document;
  return {
    id,
    kind,
    at: at.toISOString(),
    actor: actorId ? staffOf(actorId) : null,
    postId,
    commentId,
    excerpt,
  };
}
