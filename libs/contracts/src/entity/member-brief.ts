import { z } from 'zod';
import { id, instant } from '../primitive';
import { memberRef } from './member';
import { staffRef } from './staff';
import { taskStatus } from './task';

/** Excerpt of a text about the member. */
const writing = z.object({
  postId: id,
  commentId: id.nullable(),
  owner: staffRef,
  excerpt: z.string(),
  talkedAt: instant,
});

/**
 * getMemberBrief: what to know before meeting a member (MBR-7). Counted over the newest 1,000 posts
 * about them.
 */
export const memberBrief = z
  .object({
    memberId: id,
    posts: z.int().min(0).meta({ description: 'Posts about the member' }),
    postsAreAll: z.boolean().meta({ description: 'False where there are more than counted' }),
    lastTalkedAt: instant.nullable(),
    recent: z.array(writing).max(3).meta({ description: 'The newest talks' }),
    openIssues: z.int().min(0),
    issues: z.array(writing).max(5).meta({ description: 'Open issues, the oldest first' }),
    seeks: z.array(writing).max(5).meta({ description: 'What the member seeks, the newest first' }),
    offers: z.array(writing).max(5).meta({ description: 'What the member offers, likewise' }),
    openTasks: z.int().min(0),
    tasks: z
      .array(writing.extend({ status: taskStatus }))
      .max(5)
      .meta({ description: 'Open tasks of posts about the member and their comments' }),
    taskIds: z
      .array(id)
      .max(100)
      .meta({ description: 'Ids of these tasks, also of those not listed; for `listTasks`' }),
    staffs: z
      .array(z.object({ staff: staffRef, posts: z.int().min(1), lastTalkedAt: instant }))
      .max(5)
      .meta({ description: 'Who knows the member best: most talks first' }),
    connections: z
      .array(z.object({ member: memberRef, posts: z.int().min(1) }))
      .max(8)
      .meta({ description: 'Members named together with the member, most often first' }),
  })
  .meta({ id: 'MemberBrief' });
export type MemberBrief = z.infer<typeof memberBrief>;
