import { Controller, Module } from '@nestjs/common';
import { events } from '@engawa/contracts';
import {
  currentContext,
  defineService,
  type RunningService,
  startService,
} from '@engawa/service-kit';
import { register } from 'prom-client';
import { z } from 'zod';
import { EventBus } from './event-bus';
import { EventsModule } from './events.module';
import { newId } from './envelope/id';
import { type EventOf, newEvent } from './envelope/new-event';
import { OnEvent, OnQuestion } from './listener/on-event';
import { until } from './testing/memory-source';
import { natsForTest, type NatsForTest } from './testing/nats-for-test';
import { createTransport } from './transport/create-transport';
import type { EventTransport } from './transport/event-transport';

const heard: { space: string; requestId: string; traceId: string; version: number }[] = [];
let failures = 0;
const told: string[] = [];
let lastData: object = {};

@Controller()
class SecondListener {
  @OnEvent(events.spaceCreated, events.spaceUpdated)
  async second(event: EventOf<typeof events.spaceUpdated>): Promise<void> {
    told.push(`second ${event.version}`);
  }

  @OnEvent(events.spaceUpdated, events.spaceCreated)
  async third(event: EventOf<typeof events.spaceUpdated>): Promise<void> {
    told.push(`third ${event.version}`);
  }

  @OnEvent([events.spaceCreated, events.spaceUpdated], { lists: true })
  async many(list: EventOf<typeof events.spaceUpdated>[]): Promise<void> {
    const trace = currentContext()!.traceId === list[0]!.traceparent?.split('-')[1];
    told.push(`many ${list.map(({ version }) => version).join()} ${trace}`);
  }
}

@Controller()
class DemoListener {
  @OnEvent(events.spaceCreated, events.spaceUpdated)
  async onSpace(event: EventOf<typeof events.spaceUpdated>): Promise<void> {
    if (failures-- > 0) throw new Error('not yet');
    lastData = event.data;
    const { requestId, traceId } = currentContext()!;
    heard.push({ space: event.data.spaceId, requestId, traceId, version: event.version });
  }

  @OnQuestion('demo.findThings')
  async findThings(question: { ids: string[] }): Promise<unknown> {
    if (question.ids.length === 0) throw new Error('nothing asked for');
    return { ids: question.ids, requestId: currentContext()!.requestId };
  }
}

@Module({ imports: [EventsModule.forRoot()], controllers: [DemoListener, SecondListener] })
class DemoModule {}

const demo = defineService({ name: 'demo', config: z.object({}), module: DemoModule });

describe('a service with listeners', () => {
  let nats: NatsForTest;
  let service: RunningService;
  let sender: EventTransport;

  beforeAll(async () => {
    nats = await natsForTest();
    const env = {
      NODE_ENV: 'test',
      LOG_LEVEL: 'silent',
      ENGAWA_NAMESPACE: newId(),
      NATS_URL: nats.url,
    };
    service = await startService(demo, { env, port: 0 });
    sender = await createTransport(env, 'identity');
    await sender.connect();
  });
  afterAll(async () => {
    await sender.close();
    await service.stop();
    await nats.stop();
  });
  beforeEach(() => {
    heard.length = 0;
    failures = 0;
    told.length = 0;
  });

  const traceId = '0af7651916cd43dd8448eb211c80319c';
  const event = (version: number) => ({
    ...newEvent(events.spaceCreated, {
      space: 'engawa',
      actor: null,
      aggregate: { type: 'space', id: 'engawa' },
      version,
      data: { spaceId: 'engawa', displayName: '縁側', timeZone: 'Asia/Tokyo' },
    }),
    requestId: 'request-7',
    traceparent: `00-${traceId}-b7ad6b7169203331-01`,
  });

  it('handles events within the trace of the request that caused them', async () => {
    await sender.publish(event(1));
    await until(() => heard.length === 1);
    expect(heard).toEqual([{ space: 'engawa', requestId: 'request-7', traceId, version: 1 }]);
  });

  it('delivers an event to each of its listeners once', async () => {
    await sender.publish(event(8));
    await sender.publish(event(9));
    const ofThese = (): string[] => told.filter((line) => /[89]/.test(line));
    await until(() => ofThese().length >= 6);
    expect(heard.map(({ version }) => version)).toEqual(expect.arrayContaining([8, 9]));
    expect(ofThese()).toEqual(
      [8, 9].flatMap((version) => [
        `second ${version}`,
        `third ${version}`,
        `many ${version} true`,
      ]),
    );
  });

  it('checks events unless they were checked against the same schemas', async () => {
    const more = { spaceId: 'engawa', displayName: '縁側', timeZone: 'Asia/Tokyo', secret: 1 };
    const arrives = async (version: number, changes: object) => {
      await sender.publish({ ...event(version), ...changes });
      await until(() => heard.some((one) => one.version === version));
      return lastData;
    };
    expect(await arrives(21, { data: more })).toHaveProperty('secret');
    for (const schemaDigest of ['older', undefined]) {
      const version = schemaDigest ? 22 : 23;
      expect(await arrives(version, { data: more, schemaDigest })).not.toHaveProperty('secret');
    }
    // A dead letter, which lets the next event of the space pass.
    await sender.publish({ ...event(24), schemaDigest: 'older', data: { spaceId: 7 } });
    await arrives(25, {});
    expect(heard.map(({ version }) => version)).not.toContain(24);
  });

  it('delivers an event again until it is applied', async () => {
    failures = 2;
    await sender.publish(event(1));
    await until(() => heard.length === 1);
    expect(failures).toBe(-1);
  });

  it('answers questions, and reports errors to the asker', async () => {
    const question = { payload: { ids: ['a'] }, traceparent: null, requestId: 'request-8' };
    await until(() =>
      sender.ask('demo.findThings', question, 500).then(
        () => true,
        () => false,
      ),
    );
    expect(await sender.ask('demo.findThings', question, 500)).toEqual({
      ids: ['a'],
      requestId: 'request-8',
    });
    await expect(
      sender.ask('demo.findThings', { ...question, payload: { ids: [] } }, 500),
    ).rejects.toThrow('demo.findThings: nothing asked for');
    const bus = service.app.get(EventBus, { strict: false });
    await expect(bus.ask('demo.findThings', { ids: ['b'] })).resolves.toMatchObject({ ids: ['b'] });
  });

  it('is ready, and counts what it does', async () => {
    expect(await service.readiness()).toMatchObject({ status: 'ok', checks: { events: 'ok' } });
    const metrics = await register.metrics();
    expect(metrics).toMatch(
      /engawa_events_handled_total\{service="demo",event="identity.space.created"\} \d/,
    );
  });
});
