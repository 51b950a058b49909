import type { WebhookEvent } from '@engawa/contracts';

/** What a webhook can be told of, as its form groups it. */
export const eventGroups = [
  {
    name: 'post',
    events: [
      'timeline.post.created',
      'timeline.post.updated',
      'timeline.post.deleted',
      'timeline.post.imported',
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

/** Names of the messages that say in words why a try failed. */
const reasons = [
  'timeout',
  'refused-address',
  'not-configured',
  'disabled',
  'econnrefused',
  'enotfound',
] as const;

/** The reason of a failed try, one of those that have words, or null. */
export function reasonOf(lastError: string | null): (typeof reasons)[number] | 'other' | null {
  if (lastError === null) return null;
  return reasons.find((reason) => reason === lastError) ?? 'other';
}

/** Whether an address may be one that webhooks are sent to; the server looks closer. */
export function looksLikeTarget(url: string): boolean {
  return /^https?:\/\/[^\s/]+/i.test(url.trim());
}
