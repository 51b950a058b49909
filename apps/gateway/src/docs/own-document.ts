import { liveMessage } from '@engawa/contracts';
import { SchemaComponents, problemAnswers, type OpenApiDocument } from '@engawa/service-kit';

/** What the gateway answers itself: the live stream. */
export function ownDocument(): OpenApiDocument {
  const components = new SchemaComponents();
  const schema = components.describe(liveMessage, 'output');
  return {
    openapi: '3.1.0',
    info: { title: 'Engawa gateway', version: '1' },
    tags: [{ name: 'gateway', description: 'The live stream' }],
    paths: {
      '/api/v1/live': {
        get: {
          operationId: 'openLiveStream',
          tags: ['gateway'],
          summary: 'What happens in the space, as it happens',
          description:
            'Server-sent events. `ready`: the stream stands. `change`: the data is a ' +
            'LiveMessage; what is held of the things it names is to be asked for again. `reset`: ' +
            'some messages are gone; everything held is to be asked for again. A comment line ' +
            'every 15 seconds shows that the stream lives. It ends with its token and session.',
          parameters: [
            {
              name: 'Last-Event-ID',
              in: 'header',
              required: false,
              description: 'Id of the last message that was read; goes on after it',
              schema: { type: 'string', maxLength: 64 },
            },
          ],
          responses: {
            '200': {
              description: 'A stream without end',
              content: { 'text/event-stream': { schema: { type: 'string' }, 'x-data': schema } },
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
          security: [{ bearer: [] }],
          'x-permission': 'session.read',
        },
      },
    },
    components: { schemas: components.schemas },
  };
}
