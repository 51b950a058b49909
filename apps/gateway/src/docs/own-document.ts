import { liveMessage } from '@engawa/contracts';
import { SchemaComponents, problemAnswers, type OpenApiDocument } from '@engawa/service-kit';
import { webhookDocument } from './webhook-document';

/** The gateway's own operations: the live stream; and the messages of webhooks. */
export function ownDocument(): OpenApiDocument {
  const components = new SchemaComponents();
  const schema = components.describe(liveMessage, 'output');
  const webhooks = webhookDocument(components);
  return {
    openapi: '3.1.0',
    info: { title: 'Engawa gateway', version: '1' },
    tags: [{ name: 'gateway', description: 'The live stream' }],
    paths: {
      '/api/v1/live': {
        get: {
          operationId: 'openLiveStream',
          tags: ['gateway'],
          summary: 'Open the live stream',
          description:
            'Server-sent events with kinds and ids, and with posts that changed. `ready`: the stream is open. `change`: the data is a LiveMessage; request the things that it names again, unless it carries them. `reset`: messages were lost; request everything again. A comment line every 15 seconds keeps the connection open. The stream ends with its token and its session.',
          parameters: [
            {
              name: 'Last-Event-ID',
              in: 'header',
              required: false,
              description:
                'Id of the last message that was received; the stream continues after it',
              schema: { type: 'string', maxLength: 64 },
            },
            {
              name: 'age',
              in: 'query',
              required: false,
              description:
                'Without Last-Event-ID: how long ago the reader began to request what it shows, in milliseconds. Changes since then come first, or `reset` where they are not known any more. Without it, request after `ready`',
              schema: { type: 'integer', minimum: 0, maximum: 999999999 },
            },
          ],
          responses: {
            '200': {
              description: 'A stream that stays open',
              content: {
                'text/event-stream': {
                  schema: {
                    type: 'string',
                    contentMediaType: 'application/json',
                    contentSchema: schema,
                  },
                },
              },
            },
            ...problemAnswers(
              [
                'auth.required',
                'auth.token-invalid',
                'auth.token-expired',
                'auth.session-ended',
                'auth.token-outdated',
                'auth.forbidden',
                'auth.onboarding-required',
                'gateway.live.too-many',
                'gateway.rate.limited',
                'internal.unexpected',
              ],
              components,
            ),
          },
          security: [{ session: [] }, { apiToken: ['session.read'] }],
          'x-permission': 'session.read',
        },
      },
    },
    webhooks,
    components: { schemas: components.schemas },
  };
}
