import { z } from 'zod';
import { id, instant, instantInput } from '../primitive';
import { match } from './match';
import { memberRef } from './member';
import { day } from './member-field';
import { activityKind, notification } from './notification';
import { staffRef } from './staff';
import { taskStatus } from './task';

/** Most proposed pairs of members. */
export const TODAY_MATCHES = 3;
/** Maximum number of entries in each part of the response; counts go up to 100. */
export const TODAY_ITEMS = 20;

const counted = <T extends z.ZodType>(item: T, description: string) =>
  z
    .object({
      count: z.int().min(0).max(100).meta({ description: '100 stands for that many or more' }),
      items: z.array(item).max(TODAY_ITEMS),
    })
    .meta({ description });

/** A must-read post that the reader has not confirmed. */
export const todayMustRead = z
  .object({ postId: id, owner: staffRef, excerpt: z.string(), at: instant })
  .meta({ id: 'TodayMustRead' });
export type TodayMustRead = z.infer<typeof todayMustRead>;

/** An open task of the reader. */
export const todayTask = z
  .object({
    id,
    postId: id,
    commentId: id.nullable(),
    excerpt: z.string(),
    owner: staffRef,
    members: z.array(memberRef),
    status: taskStatus,
    dueAt: instant.nullable(),
  })
  .meta({ id: 'TodayTask' });
export type TodayTask = z.infer<typeof todayTask>;

/**
 * Why the reader may want to talk with a member today: a task about them is due, nobody talked with
 * them for long, they joined lately, or an issue of theirs is open.
 */
export const reachOutReasons = ['followUp', 'quiet', 'joined', 'issue'] as const;
export const reachOutReason = z.enum(reachOutReasons);
export type ReachOutReason = z.infer<typeof reachOutReason>;
export const todayReachOut = z
  .object({
    member: memberRef,
    reason: reachOutReason,
    lastTalkedAt: instant.nullable(),
    openIssues: z.int().min(0),
    dueAt: instant
      .nullable()
      .meta({ description: 'Due date of the task if the reason is `followUp`' }),
  })
  .meta({ id: 'TodayReachOut' });
export type TodayReachOut = z.infer<typeof todayReachOut>;

/** Days of a member that staff want to know about beforehand (MBR-1). */
export const memberDayKinds = ['birthday', 'contractEnd', 'anniversary'] as const;
export type MemberDayKind = (typeof memberDayKinds)[number];
/** Days after today that getToday looks ahead. */
export const MEMBER_DAYS_AHEAD = 7;

/** A birthday, a contract's last day or an anniversary of joining, today or soon. */
export const todayMemberDay = z
  .object({
    member: memberRef,
    kind: z.enum(memberDayKinds),
    day: day.meta({ description: 'The day on which it is this time' }),
    years: z.int().min(1).nullable().meta({ description: 'Of an anniversary: years as a member' }),
  })
  .meta({ id: 'TodayMemberDay' });
export type TodayMemberDay = z.infer<typeof todayMemberDay>;

/** What happened around one post. */
export const todayAwayPost = z
  .object({
    postId: id,
    owner: staffRef.nullable(),
    excerpt: z.string(),
    at: instant.meta({ description: 'Time of the latest of these' }),
    happened: z.array(z.object({ kind: activityKind, count: z.int().min(1) })),
  })
  .meta({ id: 'TodayAwayPost' });
export type TodayAwayPost = z.infer<typeof todayAwayPost>;
export const todayAwayGroup = z
  .object({
    member: memberRef.nullable().meta({ description: 'Null for posts that name nobody' }),
    posts: z.array(todayAwayPost),
  })
  .meta({ id: 'TodayAwayGroup' });
export type TodayAwayGroup = z.infer<typeof todayAwayGroup>;

/** getToday: default `since` is when the reader last said that they had seen it. */
export const getTodayQuery = z.strictObject({
  since: instant.optional().meta({
    description: 'Only what happened after this; default: the time that markTodaySeen stored',
  }),
});
export type GetTodayQuery = z.infer<typeof getTodayQuery>;

/** The page to open the day with and to hand over the shift (INS-4). */
export const today = z
  .object({
    since: instant,
    until: instant.meta({ description: 'Time to pass to markTodaySeen' }),
    count: z.int().min(0).meta({
      description: 'Must-reads, and tasks that are due by the end of the day in the space',
    }),
    mustReads: counted(todayMustRead, 'To be confirmed by the reader, the newest first'),
    tasks: counted(todayTask, 'Tasks of the reader by due date; tasks without one come last'),
    mentions: counted(notification, 'Unread mentions of the reader, newest first'),
    reachOut: z.array(todayReachOut).max(5),
    memberDays: counted(
      todayMemberDay,
      `Birthdays, ends of contracts and anniversaries of joining, today and in the next ${MEMBER_DAYS_AHEAD} days of the space's time zone, the nearest first`,
    ),
    matches: z
      .array(match)
      .max(TODAY_MATCHES)
      .meta({ description: 'Members to introduce to each other; listMatches has all' }),
    away: z.object({
      count: z.int().min(0).meta({ description: 'Posts around which something happened' }),
      complete: z.boolean().meta({ description: 'False if the oldest posts are left out' }),
      groups: z.array(todayAwayGroup).meta({
        description: 'Posts grouped by the first member that they name, latest first',
      }),
    }),
  })
  .meta({ id: 'Today' });
export type Today = z.infer<typeof today>;
export const markTodaySeenInput = z.strictObject({ until: instantInput });
