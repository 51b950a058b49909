import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { Controller, Get, Logger, Module } from '@nestjs/common';
import { AuthModule, Public } from '@engawa/auth';
import { events, type Post } from '@engawa/contracts';
import { EventsModule } from '@engawa/events';
import { gateway } from '@engawa/gateway';
import { Answer, defineService, Operation } from '@engawa/service-kit';
import { tasks } from '@engawa/tasks';
import {
  eventually,
  spaceFacts,
  staffFacts,
  startTestService,
  startTestSystem,
  type TestSystem,
} from '@engawa/testing';
import { timeline } from '@engawa/timeline';
import { z } from 'zod';

interface Received {
  path: string;
  headers: IncomingMessage['headers'];
  body: string;
}

/** A receiver outside: accepts any POST. */
class Receiver {
  readonly received: Received[] = [];
  private constructor(
    private readonly server: Server,
    readonly port: number,
  ) {}

  static async start(): Promise<Receiver> {
    const received: Received[] = [];
    const server = createServer(async (request, answer) => {
      received.push({
        path: request.url!,
        headers: request.headers,
        body: await text(request),
      });
      answer.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const receiver = new Receiver(server, (server.address() as AddressInfo).port);
    (receiver as { received: Received[] }).received = received;
    return receiver;
  }

  stop(): Promise<unknown> {
    return new Promise((resolve) => {
      this.server.close(resolve);
      this.server.closeAllConnections();
    });
  }
}

interface Span {
  service: string;
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  kind: number;
  status: { code?: number };
  startTimeUnixNano: string;
  endTimeUnixNano: string;
}

interface Otlp {
  resourceSpans: {
    resource: { attributes: { key: string; value: { stringValue?: string } }[] };
    scopeSpans: { spans: Omit<Span, 'service'>[] }[];
  }[];
}

function spansOf({ received }: Receiver): Span[] {
  return received.flatMap(({ body }) =>
    (JSON.parse(body) as Otlp).resourceSpans.flatMap(({ resource, scopeSpans }) => {
      const named = resource.attributes.find(({ key }) => key === 'service.name');
      return scopeSpans.flatMap(({ spans }) =>
        spans.map((span) => ({ ...span, service: named!.value.stringValue! })),
      );
    }),
  );
}

describe('traces of requests and events (OPS-2)', () => {
  let receiver: Receiver;
  let services: TestSystem;
  let front: TestSystem;

  beforeAll(async () => {
    receiver = await Receiver.start();
    const env = {
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${receiver.port}`,
      OTEL_BSP_SCHEDULE_DELAY: '50',
    };
    services = await startTestSystem({ services: [timeline, tasks], env });
    front = await startTestSystem({ services: [gateway], env: { ...services.env, ...env } });
    await services.publish(events.spaceCreated, { data: spaceFacts({ spaceId: 'space-a' }) });
    await services.publish(events.staffAdded, { data: staffFacts({ staffId: 'ann' }) });
    await eventually(async () => {
      const { body } = await services.asStaff({ staffId: 'ann' }).get('/labels').expect(200);
      expect(body.items.length).toBeGreaterThan(3);
    });
  });
  afterAll(async () => {
    await front.stop();
    await services.stop();
    await receiver.stop();
  });

  it('cover gateway, service, event and listener in one trace, without personal data', async () => {
    const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
    const { body: post } = (await front
      .asStaff({ staffId: 'ann' })
      .post('/posts?why=bob')
      .set('traceparent', `00-${traceId}-00f067aa0ba902b7-01`)
      .send({ memo: '誰にも見せない', task: { status: 'waiting', assignUserId: null } })
      .expect(201)) as { body: Post };

    const chain = await eventually(() => {
      const spans = spansOf(receiver).filter((span) => span.traceId === traceId);
      const child = (parent: string | undefined, service: string, name: string) => {
        const found = spans.filter(
          (span) => span.parentSpanId === parent && span.service === service && span.name === name,
        );
        expect([service, name, found.length > 0]).toEqual([service, name, true]);
        return found.at(-1)!;
      };
      const outer = spans
        .filter((span) => span.service === 'gateway' && span.parentSpanId === '00f067aa0ba902b7')
        .at(-1);
      expect(outer?.name).toBe('POST /api/v1/*');
      const request = child(outer?.spanId, 'timeline', 'POST /api/v1/posts');
      const event = child(request.spanId, 'timeline', 'timeline.post.created publish');
      const applied = child(event.spanId, 'tasks', 'timeline.post.created process');
      const sent = child(outer?.spanId, 'gateway', 'POST');
      const inserted = child(request.spanId, 'timeline', 'insert posts');
      expect([sent, inserted].map(({ kind }) => kind)).toEqual([3, 3]);
      return [outer!, request, event, applied, sent, inserted];
    });
    for (const { startTimeUnixNano, endTimeUnixNano, status } of chain) {
      expect(BigInt(endTimeUnixNano)).toBeGreaterThanOrEqual(BigInt(startTimeUnixNano));
      expect(status.code ?? 0).toBe(0);
    }
    const told = receiver.received.map(({ body: sent }) => sent).join('\n');
    for (const secret of ['誰にも見せない', 'Bearer', post.id, 'why=bob'])
      expect(told).not.toContain(secret);
    expect(receiver.received[0]!.path).toBe('/v1/traces');
  });

  it('are not recorded where the caller does not sample', async () => {
    const quiet = 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa';
    const loud = 'bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb';
    for (const [trace, flags] of [
      [quiet, '00'],
      [loud, '01'],
    ])
      await services
        .asStaff({ staffId: 'ann' })
        .get('/labels')
        .set('traceparent', `00-${trace}-00f067aa0ba902b7-${flags}`)
        .expect(200);
    await eventually(() => expect(spansOf(receiver).map((span) => span.traceId)).toContain(loud));
    expect(spansOf(receiver).map((span) => span.traceId)).not.toContain(quiet);
  });
});

@Controller('posts')
class BrokenController {
  @Get()
  @Public()
  @Operation('break')
  @Answer(200, z.object({ ok: z.boolean() }))
  break(): never {
    throw new TypeError('dup key: { email: "hanako@engawa.example" } of 山田 花子');
  }
}
@Module({
  imports: [AuthModule.forRoot(), EventsModule.forRoot()],
  controllers: [BrokenController],
})
class BrokenModule {}
const broken = defineService({ name: 'timeline', config: z.object({}), module: BrokenModule });

describe('a receiver that is away', () => {
  it('delays neither requests nor the end of the service', async () => {
    const nobody = 'http://127.0.0.1:9';
    const service = await startTestService(broken, {
      env: { OTEL_EXPORTER_OTLP_ENDPOINT: nobody, SENTRY_DSN: 'http://abc@127.0.0.1:9/1' },
    });
    const { status, body } = await service.anonymous().get('/posts');
    expect([status, body.code]).toEqual([500, 'internal.unexpected']);
    await service.stop();
  });
});

describe('reports of errors in services (WEB-5)', () => {
  it('sends kind and place of an unexpected error, once, and nothing of its contents', async () => {
    const receiver = await Receiver.start();
    const dsn = `http://abc@127.0.0.1:${receiver.port}/7`;
    const service = await startTestService(broken, {
      env: { SENTRY_DSN: dsn, ENGAWA_ENVIRONMENT: 'test' },
    });
    try {
      const answer = await service
        .anonymous()
        .get('/posts?email=hanako@engawa.example')
        .set('x-request-id', 'request-1234');
      expect(answer.status).toBe(500);
      await service.anonymous().get('/posts').expect(500);
      // Ends the series: a duplicate would have arrived by then.
      new Logger('Sweeper').error('gave up on 山田');
      await eventually(() => expect(receiver.received).toHaveLength(2));
      const [first, second] = receiver.received.map(({ body }) => JSON.parse(body.split('\n')[2]!));
      expect(receiver.received[0]!.path).toBe('/api/7/envelope/?sentry_key=abc&sentry_version=7');
      expect(first).toMatchObject({
        environment: 'test',
        tags: { service: 'timeline', request_id: 'request-1234' },
        exception: { values: [{ type: 'TypeError', value: 'dup key: … of …' }] },
      });
      expect(first.exception.values[0].stacktrace.frames.at(-1).function).toContain('break');
      expect(second.exception.values[0]).toEqual({ type: 'Sweeper', value: 'gave up on …' });
      expect(JSON.stringify(receiver.received)).not.toMatch(/hanako|山田|花子/);
    } finally {
      await service.stop();
      await receiver.stop();
    }
  });

  it('refuses to start on an address that is none', async () => {
    await expect(startTestService(broken, { env: { SENTRY_DSN: 'errors' } })).rejects.toThrow(
      'SENTRY_DSN: is no DSN',
    );
  });
});
