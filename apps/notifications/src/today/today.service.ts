import { Injectable } from '@nestjs/common';
import type { CurrentStaff } from '@engawa/auth';
import {
  activityKinds,
  dayOf,
  TODAY_ITEMS,
  TODAY_MATCHES,
  unknownMember,
  unknownStaff,
  type GetTodayQuery,
  type Today,
} from '@engawa/contracts';
import { Directory } from '@engawa/directory';
import { ActivityRepository } from '../activity/activity.repository';
import { ACTIVITY_RETENTION_DAYS, type ActivityDocument } from '../activity/activity.schema';
import { InboxRepository } from '../inbox/inbox.repository';
import { notificationOf } from '../notification/notification.mapper';
import { NotificationRepository } from '../notification/notification.repository';
import { ParticipationRepository } from '../participation/participation.repository';
import type { ParticipationDocument } from '../participation/participation.schema';
import { PreferenceService } from '../preference/preference.service';
import { ThreadRepository } from '../thread/thread.repository';
import type { ThreadDocument } from '../thread/thread.schema';
import { ThreadService } from '../thread/thread.service';
import { MatchCopyRepository } from './match-copy.repository';
import { MemberDayRepository } from './member-day.repository';
import { NO_DUE_DATE, type OpenTaskDocument } from './open-task.schema';
import { OpenTaskService } from './open-task.service';
import { ReachOutCopyRepository } from './reach-out-copy.repository';
import {
  dueByTonight,
  eachOnce,
  groupByMember,
  matchesAmong,
  proposalsOf,
  type Happening,
} from './today.rules';

const DAY_MS = 24 * 60 * 60 * 1000;
const NEVER = new Date(0);
/** Range of the first visit in days. */
const FIRST_DAYS = 7;
/** Counts stop here; also the most activities read per kind. */
const READ_LIMIT = 100;
const awayKinds = activityKinds.filter((kind) => kind !== 'mustRead');

/** The page to open the day with (INS-4), with a constant number of queries. */
@Injectable()
export class TodayService {
  constructor(
    private readonly inboxes: InboxRepository,
    private readonly activities: ActivityRepository,
    private readonly notifications: NotificationRepository,
    private readonly tasks: OpenTaskService,
    private readonly reachOuts: ReachOutCopyRepository,
    private readonly memberDays: MemberDayRepository,
    private readonly matches: MatchCopyRepository,
    private readonly threads: ThreadService,
    private readonly posts: ThreadRepository,
    private readonly comments: ParticipationRepository,
    private readonly directory: Directory,
    private readonly preferences: PreferenceService,
  ) {}

  async get(staff: CurrentStaff, query: GetTodayQuery): Promise<Today> {
    const { space, staffId } = staff;
    const now = new Date();
    const inbox = await this.inboxes.findById(space, staffId);
    const earliest = new Date(now.getTime() - ACTIVITY_RETENTION_DAYS * DAY_MS);
    const wanted = query.since
      ? new Date(query.since)
      : (inbox?.handoverSeenAt ?? new Date(now.getTime() - FIRST_DAYS * DAY_MS));
    const since = wanted < earliest ? earliest : wanted;
    const range = { since, until: now, reader: staffId };
    const readBefore = inbox?.readBefore ?? NEVER;
    const [
      asked,
      tasks,
      mentions,
      candidates,
      found,
      { timeZone, days },
      posts,
      comments,
      ...acts
    ] = await Promise.all([
      this.activities.findSince(
        space,
        { ...range, kind: 'mustRead', staffId: '', since: earliest },
        READ_LIMIT,
      ),
      // A token may have fewer permissions than the role.
      staff.can('task.read')
        ? this.tasks.findOf(space, staffId, {
            known: Boolean(inbox?.tasksKnown),
            limit: READ_LIMIT,
          })
        : [],
      this.notifications.findUnreadMentions(space, staffId, readBefore, READ_LIMIT),
      staff.can('insight.read') ? this.reachOuts.findCandidates(space) : [],
      staff.can('search.read') ? this.matches.findMatches(space) : [],
      this.daysAhead(staff, now),
      this.posts.findWrittenBetween(space, range, READ_LIMIT),
      this.comments.findWrittenBetween(space, range, READ_LIMIT),
      ...awayKinds.map((kind) =>
        this.activities.findSince(
          space,
          { ...range, kind, staffId: kind === 'taskHandedToMe' ? staffId : '' },
          READ_LIMIT,
        ),
      ),
    ]);
    const away = [posts.map(postWritten), comments.map(commentWritten), ...acts];
    const commentIds = acts.flat().flatMap(({ commentId }) => commentId ?? []);
    const commentTasks = tasks.filter(({ commentId }) => commentId);
    const [threads, goneComments] = await Promise.all([
      this.threads.find(
        space,
        [...asked, ...away.flat(), ...commentTasks].map(({ postId }) => postId),
      ),
      this.comments.findGone(space, commentIds),
    ]);
    const isHere = ({ postId, commentId }: Happening) =>
      threads.has(postId) && !(commentId && goneComments.has(commentId));
    const mustReads = asked.filter(isHere);
    const happenings = eachOnce(away.flat().filter(isHere));
    const shownTasks = tasks.slice(0, TODAY_ITEMS);
    // The task of a comment is about the members of its post.
    const membersOf = (task: OpenTaskDocument) =>
      task.commentId ? (threads.get(task.postId)?.memberIds ?? []) : task.memberIds;
    const due = dueByTonight(tasks, now, timeZone);
    const [staffs, members] = await Promise.all([
      this.directory.findStaffs(
        space,
        staffIdsOf([...mustReads, ...mentions], shownTasks, [...threads.values()]),
      ),
      this.directory.findMembers(space, [
        ...tasks.flatMap(membersOf),
        ...candidates.map(({ memberId }) => memberId),
        ...days.map(({ memberId }) => memberId),
        ...found.flatMap(({ seeks, offers }) => [seeks.memberId, offers.memberId]),
        ...[...threads.values()].flatMap(({ memberIds }) => memberIds),
      ]),
    ]);
    const staffOf = (id: string) => staffs.get(id) ?? unknownStaff(id);
    const memberOf = (id: string) => members.get(id) ?? unknownMember(id);
    const shownId = (id: string) => members.get(id)?.id ?? null;
    const groups = groupByMember(happenings, threads, shownId);
    return {
      since: since.toISOString(),
      until: now.toISOString(),
      count: mustReads.length + due.length,
      mustReads: countedOf(mustReads, ({ postId, actorId, excerpt, at }) => ({
        postId,
        owner: staffOf(actorId ?? ''),
        excerpt,
        at: at.toISOString(),
      })),
      tasks: countedOf(tasks, (task) => ({
        id: task.id,
        postId: task.postId,
        commentId: task.commentId,
        excerpt: task.excerpt,
        owner: staffOf(task.ownerId),
        members: uniqueById(membersOf(task).map(memberOf)),
        status: task.status,
        dueAt: task.dueAt < NO_DUE_DATE ? task.dueAt.toISOString() : null,
      })),
      mentions: countedOf(mentions, (mention) => notificationOf(mention, readBefore, staffOf)),
      reachOut: proposalsOf(
        due.map((task) => ({ memberIds: membersOf(task), dueAt: task.dueAt })),
        candidates,
        now,
        (id) => members.get(id)?.deleted === false,
      ).map(({ memberId, ...proposal }) => ({ member: memberOf(memberId), ...proposal })),
      memberDays: countedOf(
        // A day of a member whose name the directory has already hidden.
        days.filter(({ memberId }) => members.get(memberId)?.deleted === false),
        ({ memberId, ...day }) => ({ member: memberOf(memberId), ...day }),
      ),
      matches: matchesAmong(found, (id) => {
        const member = members.get(id);
        return member?.deleted === false ? memberOf(id) : null;
      }).slice(0, TODAY_MATCHES),
      away: {
        count: groups.reduce((sum, { posts }) => sum + posts.length, 0),
        complete: away.every((kind) => kind.length < READ_LIMIT),
        groups: groups.map(({ memberId, posts }) => ({
          member: memberId ? memberOf(memberId) : null,
          posts: posts.map(({ ownerId, at, ...post }) => ({
            ...post,
            owner: staffOf(ownerId),
            at: at.toISOString(),
          })),
        })),
      },
    };
  }

  /** The space's time zone, and the days of members that lie ahead in it. */
  private async daysAhead(staff: CurrentStaff, now: Date) {
    const timeZone = await this.preferences.timeZoneOf(staff.space);
    const days = staff.can('member.read')
      ? await this.memberDays.findAhead(staff.space, dayOf(now, timeZone), READ_LIMIT)
      : [];
    return { timeZone, days: days.slice(0, READ_LIMIT) };
  }

  /** Later activities are shown next time; never moves back. */
  async markSeen({ space, staffId }: CurrentStaff, until: Date): Promise<void> {
    const now = new Date();
    await this.inboxes.setHandoverSeen(space, staffId, until < now ? until : now);
  }
}

function postWritten({ id, writtenAt }: ThreadDocument): Happening {
  return { kind: 'postWritten', postId: id, commentId: null, at: writtenAt! };
}

function commentWritten({ id, postId, writtenAt }: ParticipationDocument): Happening {
  return { kind: 'commentWritten', postId, commentId: id, at: writtenAt! };
}

function countedOf<Document, Item>(found: readonly Document[], itemOf: (one: Document) => Item) {
  return { count: found.length, items: found.slice(0, TODAY_ITEMS).map(itemOf) };
}

function uniqueById<Entry extends { id: string }>(entries: readonly Entry[]): Entry[] {
  return [...new Map(entries.map((entry) => [entry.id, entry])).values()];
}

function staffIdsOf(
  acted: readonly Pick<ActivityDocument, 'actorId'>[],
  ...owned: readonly (readonly { ownerId: string }[])[]
): string[] {
  return [
    ...acted.map(({ actorId }) => actorId),
    ...owned.flat().map(({ ownerId }) => ownerId),
  ].filter((id): id is string => Boolean(id));
}
