import { z } from 'zod';
import { id, instant } from '../primitive';
import { memberRef } from './member';

/** What can be followed: a member, or a post with its comments. */
export const followTargets = ['member', 'post'] as const;
export const followTarget = z.enum(followTargets);
export type FollowTarget = z.infer<typeof followTarget>;

/**
 * `follow`: notify of what happens there. `mute`: do not notify of it, except of what is for the
 * reader alone, such as mentions.
 */
export const followChoices = ['follow', 'mute'] as const;
export const followChoice = z.enum(followChoices);
export type FollowChoice = z.infer<typeof followChoice>;

/** A member or post that the caller follows, or a post that the caller muted (NTF-1). */
export const follow = z
  .object({
    target: followTarget,
    targetId: id,
    choice: followChoice,
    createdAt: instant.meta({ description: 'Since when' }),
    members: z.array(memberRef).meta({ description: 'The member, or the members of the post' }),
    excerpt: z.string().meta({ description: 'Beginning of the memo of a post; else empty' }),
  })
  .meta({ id: 'Follow' });
export type Follow = z.infer<typeof follow>;

/** Most members and posts that one staff member follows or mutes. */
export const FOLLOW_LIMIT = 200;

/** followPost: follows or mutes it. */
export const followPostInput = z.strictObject({ choice: followChoice.default('follow') });
export type FollowPostInput = z.infer<typeof followPostInput>;
export const listFollowsAnswer = z.object({ items: z.array(follow) });
