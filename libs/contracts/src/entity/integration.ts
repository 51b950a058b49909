import { z } from 'zod';
import { cursor, id, instant, line, pageOf, version } from '../primitive';

/** Kinds of messages to chats; each can be turned off (INT-1). */
export const chatKinds = ['post', 'comment', 'task'] as const;
export const chatKind = z.enum(chatKinds);
export type ChatKind = z.infer<typeof chatKind>;

export const chatNames = ['slack', 'teams', 'chatwork'] as const;
export const chatName = z.enum(chatNames);
export type ChatName = z.infer<typeof chatName>;

/** Why a chat or webhook was turned off automatically (INT-3). */
export const receiverDisabledReason = z.enum(['gone', 'failing']).meta({
  description: 'gone: it answered 410; failing: nothing arrived for three days',
});
export type ReceiverDisabledReason = z.infer<typeof receiverDisabledReason>;

const chatSettings = z.object({
  enabled: z.boolean(),
  disabledReason: receiverDisabledReason.nullable(),
  kinds: z.array(chatKind),
  secretHint: z.string().nullable().meta({
    description: 'The last four characters of the address or token; null where there is none',
  }),
});

/** The chats of a space. Secrets are never returned in full. */
export const integrationSettings = z
  .object({
    version,
    slack: chatSettings,
    teams: chatSettings,
    chatwork: chatSettings.extend({ roomId: z.string() }),
  })
  .meta({ id: 'IntegrationSettings' });
export type IntegrationSettings = z.infer<typeof integrationSettings>;

const address = z.string().trim().max(2_000);
const chatInput = {
  enabled: z.boolean().optional(),
  kinds: z.array(chatKind).max(chatKinds.length).optional(),
};
/** updateIntegrations: given fields change; an empty address or token removes it. */
export const updateIntegrationsInput = z.strictObject({
  slack: z.strictObject({ ...chatInput, webhookUrl: address.optional() }).optional(),
  teams: z.strictObject({ ...chatInput, webhookUrl: address.optional() }).optional(),
  chatwork: z
    .strictObject({
      ...chatInput,
      token: z.string().trim().max(200).optional(),
      roomId: z
        .string()
        .trim()
        .regex(/^\d{0,20}$/)
        .optional(),
    })
    .optional(),
});
export type UpdateIntegrationsInput = z.infer<typeof updateIntegrationsInput>;

/** Answer of a test; a failed test is a problem. */
export const testIntegrationAnswer = z.object({ success: z.literal(true) });

/** Events that webhooks can subscribe to (INT-2). */
export const webhookEvents = [
  'timeline.post.created',
  'timeline.post.updated',
  'timeline.post.deleted',
  'timeline.posts.imported',
  'timeline.comment.created',
  'timeline.comment.updated',
  'timeline.comment.deleted',
  'tasks.task.created',
  'tasks.task.updated',
  'tasks.task.deleted',
  'members.member.added',
  'members.member.updated',
  'members.member.deleted',
  'members.member.restored',
  'members.member.imported',
] as const;
export const webhookEvent = z.enum(webhookEvents);
export type WebhookEvent = z.infer<typeof webhookEvent>;

/** The event of a test message; not a real event. */
export const WEBHOOK_TEST_EVENT = 'webhook.test';

/** Most webhooks of a space. */
export const WEBHOOK_LIMIT = 20;

/** An outgoing webhook (Standard Webhooks). */
export const webhook = z
  .object({
    id,
    version,
    url: z.string(),
    description: z.string(),
    events: z.array(webhookEvent),
    enabled: z.boolean(),
    disabledReason: receiverDisabledReason.nullable(),
    secretRotatedAt: instant,
    createdAt: instant,
  })
  .meta({ id: 'Webhook' });
export type Webhook = z.infer<typeof webhook>;
export const listWebhooksAnswer = z.object({ items: z.array(webhook) });

/** Answer of addWebhook and rotateWebhookSecret, the only ones that show the secret. */
export const webhookWithSecret = webhook
  .extend({ secret: z.string().meta({ example: 'whsec_…' }) })
  .meta({ id: 'WebhookWithSecret' });
export type WebhookWithSecret = z.infer<typeof webhookWithSecret>;

const eventChoice = z.array(webhookEvent).min(1).max(webhookEvents.length);
export const addWebhookInput = z.strictObject({
  url: address.min(1),
  description: line(200).default(''),
  events: eventChoice,
});
export type AddWebhookInput = z.infer<typeof addWebhookInput>;
export const updateWebhookInput = z.strictObject({
  url: address.min(1).optional(),
  description: line(200).optional(),
  events: eventChoice.optional(),
  enabled: z.boolean().optional(),
});
export type UpdateWebhookInput = z.infer<typeof updateWebhookInput>;

/** One message to one receiver, with its attempts. */
export const delivery = z
  .object({
    id,
    target: z.string().meta({ description: 'A chat, or the id of a webhook' }),
    event: z.string(),
    state: z.enum(['waiting', 'succeeded', 'failed']),
    attempts: z.int().min(0),
    nextAttemptAt: instant.nullable(),
    lastAttemptAt: instant.nullable(),
    lastStatus: z.int().nullable().meta({ description: 'HTTP status; null without an answer' }),
    lastError: z.string().nullable(),
    createdAt: instant,
  })
  .meta({ id: 'Delivery' });
export type Delivery = z.infer<typeof delivery>;

export const listDeliveriesQuery = z.strictObject({
  target: id.optional().meta({
    description: 'Only deliveries to this webhook (its id) or chat (`slack`, `teams`, `chatwork`)',
  }),
  cursor: cursor.optional(),
  limit: z.coerce.number().int().min(1).max(100).default(20),
});
export type ListDeliveriesQuery = z.infer<typeof listDeliveriesQuery>;
export const listDeliveriesAnswer = pageOf(delivery);

/** replayWebhook: sends the deliveries of a range of time again, with the ids that they had. */
export const replayWebhookInput = z.strictObject({
  from: instant.meta({ description: 'Deliveries of events at or after this instant' }),
  to: instant.optional().meta({ description: 'Deliveries of events before this; default: now' }),
  onlyFailed: z.boolean().default(false).meta({
    description: 'Whether deliveries that arrived stay as they are',
  }),
});
export type ReplayWebhookInput = z.infer<typeof replayWebhookInput>;
export const replayWebhookAnswer = z.object({
  count: z.int().min(0).meta({ description: 'Deliveries that are due now' }),
});
