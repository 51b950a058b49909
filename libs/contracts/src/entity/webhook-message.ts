import { z } from 'zod';
import { events } from '../event/catalogue';
import { id, instant, spaceId } from '../primitive';
import { WEBHOOK_TEST_EVENT, type WebhookEvent } from './integration';

const thread = z.object({
  postId: id,
  commentId: id.nullable().meta({ description: 'Null where it is about the post itself' }),
});
const taskIds = thread.extend({ taskId: id });
const memberIds = z.object({ memberId: id });
const memberImport = events.memberImportFinished.data;

/** Additional data in the messages of each event: ids and counts only (INT-2). */
export const webhookData = {
  'timeline.post.created': thread,
  'timeline.post.updated': thread,
  'timeline.post.deleted': thread,
  'timeline.posts.imported': events.postsImported.data,
  'timeline.comment.created': thread,
  'timeline.comment.updated': thread,
  'timeline.comment.deleted': thread,
  'tasks.task.created': taskIds,
  'tasks.task.updated': taskIds,
  'tasks.task.deleted': taskIds,
  'members.member.added': memberIds,
  'members.member.updated': memberIds,
  'members.member.deleted': memberIds,
  'members.member.restored': memberIds,
  'members.member.imported': memberImport,
} as const satisfies Record<WebhookEvent, z.ZodObject>;

const about = {
  space: spaceId,
  actor: id.nullable().meta({ description: 'Staff member who did it; null for the system' }),
  version: z.int().min(1).meta({
    description:
      'Version of the entity after the change; ignore a lower version than the last one received',
  }),
};

/** The body that a webhook receives for an event. */
export function webhookMessage(type: WebhookEvent) {
  return z
    .object({
      type: z.literal(type),
      timestamp: instant.meta({ description: 'When it happened' }),
      data: z.object({ ...about, ...webhookData[type].shape }),
    })
    .meta({ id: `Webhook.${type}` });
}

/** The body that testWebhook sends. */
export const webhookTestMessage = z
  .object({
    type: z.literal(WEBHOOK_TEST_EVENT),
    timestamp: instant,
    data: z.object({ space: spaceId }),
  })
  .meta({ id: `Webhook.${WEBHOOK_TEST_EVENT}` });
