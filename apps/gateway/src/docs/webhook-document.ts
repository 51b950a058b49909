import {
  webhookEvents,
  webhookMessage,
  webhookTestMessage,
  WEBHOOK_TEST_EVENT,
} from '@engawa/contracts';
import type { SchemaComponents } from '@engawa/service-kit';
import type { z } from 'zod';

type Json = Record<string, unknown>;

const headers = [
  {
    name: 'webhook-id',
    description: 'Id of the delivery; the same each time it is attempted again',
    schema: { type: 'string' },
  },
  {
    name: 'webhook-timestamp',
    description:
      'Unix time of this attempt in seconds; refuse one that is more than five minutes off',
    schema: { type: 'string', pattern: '^\\d+$' },
  },
  {
    name: 'webhook-signature',
    description:
      'Signatures, separated by spaces: `v1,` and the base64 of HMAC-SHA256 over ' +
      '`{webhook-id}.{webhook-timestamp}.{body}`',
    schema: { type: 'string' },
  },
].map((header) => ({ ...header, in: 'header', required: true }));

const texts: Readonly<Record<string, string>> = {
  created: 'was created',
  added: 'was added',
  updated: 'was changed',
  deleted: 'was deleted',
  restored: 'was restored',
  imported: 'An import has ended; sent once for each import',
};

function describe(event: string): string {
  const [, entity = '', change = ''] = event.split('.');
  if (event === WEBHOOK_TEST_EVENT) return 'Test message of testWebhook';
  if (change === 'imported') return `${texts[change]} (${entity}s)`;
  return `A ${entity} ${texts[change]}`;
}

/** Every message sent to webhooks, as the document's `webhooks`. */
export function webhookDocument(components: SchemaComponents): Json {
  const messages: [string, z.ZodType][] = webhookEvents.map((event) => [
    event,
    webhookMessage(event),
  ]);
  messages.push([WEBHOOK_TEST_EVENT, webhookTestMessage]);
  return Object.fromEntries(
    messages.map(([event, schema]) => [
      event,
      {
        post: {
          operationId: `receive_${event.replaceAll('.', '_')}`,
          tags: ['integrations'],
          summary: describe(event),
          description:
            'Signed after Standard Webhooks 1.0.0. Deliveries may arrive twice or out of order: ' +
            'compare `webhook-id` and `data.version`, and request the entity for its contents.',
          parameters: headers,
          requestBody: {
            required: true,
            content: { 'application/json': { schema: components.describe(schema, 'output') } },
          },
          responses: {
            '2XX': { description: 'The delivery succeeded; its body is ignored' },
            '410': { description: 'The receiver is gone; the webhook is disabled' },
            '4XX': { description: 'The delivery failed and is attempted again later' },
          },
          security: [],
        },
      },
    ]),
  );
}
