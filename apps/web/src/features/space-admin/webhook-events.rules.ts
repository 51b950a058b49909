import type { WebhookEvent } from '@engawa/contracts';

/** Webhook events by group, for the form. */
export const eventGroups = [
  {
    name: 'post',
    events: [
      'timeline.post.created',
      'timeline.post.updated',
      'timeline.post.deleted',
      'timeline.posts.imported',
    ],
  },
  {
    name: 'comment',
    events: ['timeline.comment.created', 'timeline.comment.updated', 'timeline.comment.deleted'],
  },
  { name: 'task', events: ['tasks.task.created', 'tasks.task.updated', 'tasks.task.deleted'] },
  {
    name: 'member',
    events: [
      'members.member.added',
      'members.member.updated',
      'members.member.deleted',
      'members.member.restored',
      'members.member.imported',
    ],
  },
] as const satisfies readonly { name: string; events: readonly WebhookEvent[] }[];

/** Reasons of failed attempts that have a text. */
const reasons = [
  'timeout',
  'refused-address',
  'not-configured',
  'disabled',
  'econnrefused',
  'enotfound',
] as const;

/** The reason of a failed attempt if it has a text, or null. */
export function reasonOf(lastError: string | null): (typeof reasons)[number] | 'other' | null {
  if (lastError === null) return null;
  return reasons.find((reason) => reason === lastError) ?? 'other';
}

/** Whether an address may be a target; the server checks more. */
export function looksLikeTarget(url: string): boolean {
  return /^https?:\/\/[^\s/]+/i.test(url.trim());
}
