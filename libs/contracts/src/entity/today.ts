import { z } from 'zod';
import { id, instant } from '../primitive';
import { memberRef } from './member';
import { activityKind, notification } from './notification';
import { staffRef } from './staff';
import { taskStatus } from './task';

/** Most entries of each part of the answer; counts go on to 100. */
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
    dueAt: instant.nullable().meta({ description: 'Of the task, where the reason is `followUp`' }),
  })
  .meta({ id: 'TodayReachOut' });
export type TodayReachOut = z.infer<typeof todayReachOut>;

/** What happened around one post. */
export const todayAwayPost = z
  .object({
    postId: id,
    owner: staffRef.nullable(),
    excerpt: z.string(),
    at: instant.meta({ description: 'The latest of it' }),
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
    description: 'Only what happened after this; default: as far as markTodaySeen was told',
  }),
});
export type GetTodayQuery = z.infer<typeof getTodayQuery>;

/** The page to open the day with and to hand over the shift (INS-4). */
export const today = z
  .object({
    since: instant,
    until: instant.meta({ description: 'What markTodaySeen takes' }),
    count: z.int().min(0).meta({
      description: 'Must-reads, and tasks that are due by the end of the day in the space',
    }),
    mustReads: counted(todayMustRead, 'To be confirmed by the reader, the newest first'),
    tasks: counted(todayTask, 'Of the reader, by due date; those without one come last'),
    mentions: counted(notification, 'That the reader has not read, the newest first'),
    reachOut: z.array(todayReachOut).max(5),
    away: z.object({
      count: z.int().min(0).meta({ description: 'Posts around which something happened' }),
      complete: z.boolean().meta({ description: 'False where the oldest of it are left out' }),
      groups: z.array(todayAwayGroup).meta({
        description: 'By the first member that a post names, the latest first',
      }),
    }),
  })
  .meta({ id: 'Today' });
export type Today = z.infer<typeof today>;
export const markTodaySeenInput = z.strictObject({ until: instant });
