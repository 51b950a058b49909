import { Logger } from '@nestjs/common';
import type { EventEnvelope } from '@engawa/contracts';
import { newId } from '../../envelope/id';
import { OutboxRelay } from '../../outbox/outbox-relay';
import { MemorySource, noMetrics, postEvent, until } from '../../testing/memory-source';
import { type KafkaOptions, KafkaTransport } from './kafka.transport';

Logger.overrideLogger(false);

const brokers = (process.env['KAFKA_BROKERS'] ?? '').split(',').filter(Boolean);

// Needs a broker: KAFKA_BROKERS=127.0.0.1:9092 npx jest --config libs/events/jest.config.cjs kafka
(brokers.length > 0 ? describe : describe.skip)('events over Kafka', () => {
  let open: KafkaTransport[] = [];
  let namespace: string;

  beforeEach(() => {
    namespace = `t${newId().slice(-12)}`;
  });
  afterEach(async () => {
    await Promise.all(open.map((transport) => transport.close()));
    open = [];
  });

  async function transport(more: Partial<KafkaOptions> = {}): Promise<KafkaTransport> {
    const made = new KafkaTransport(
      {
        brokers,
        namespace,
        name: 'test',
        sources: ['timeline'],
        partitions: 3,
        pause: () => 5,
        ...more,
      },
      noMetrics,
    );
    open.push(made);
    await made.connect();
    return made;
  }

  it('keeps each aggregate in order through outbox, topic and listener, with a failure', async () => {
    const sender = await transport();
    const relay = new OutboxRelay(sender, noMetrics, { service: 'timeline' });
    const source = new MemorySource();
    relay.register(source);
    relay.start();
    const seen: EventEnvelope[] = [];
    let failures = 2;
    await (
      await transport()
    ).listen({
      service: 'tasks',
      names: ['timeline.post.updated'],
      handle: async (event) => {
        if (event.version === 3 && failures-- > 0) throw new Error('not yet');
        seen.push(event);
      },
    });
    for (let version = 1; version <= 10; version += 1) {
      for (const key of ['a', 'b', 'c', 'd']) {
        relay.accept(source, source.write(key, postEvent(key, version)));
      }
    }
    await until(() => seen.length === 40, 25_000);
    for (const key of ['a', 'b', 'c', 'd']) {
      const versions = seen.filter((e) => e.aggregate.id === key).map((e) => e.version);
      expect(versions).toEqual(Array.from({ length: 10 }, (_, index) => index + 1));
    }
    expect(source.pending()).toBe(0);
    await relay.stop();
  }, 40_000);

  it('keeps the place of a service that was away', async () => {
    const sender = await transport();
    const seen: number[] = [];
    const listen = async () => {
      const made = await transport();
      await made.listen({
        service: 'tasks',
        names: ['timeline.post.updated'],
        handle: async (event) => void seen.push(event.version),
      });
      return made;
    };
    await sender.publish(postEvent('p', 1));
    const first = await listen();
    await until(() => seen.length === 1, 20_000);
    await first.close();
    await sender.publish(postEvent('p', 2));
    await listen();
    await until(() => seen.length === 2, 20_000);
    expect(seen).toEqual([1, 2]);
  }, 60_000);

  it('asks and answers, and lets a process follow', async () => {
    const answering = await transport();
    await answering.answer({
      service: 'members',
      names: ['members.findMembers'],
      answer: async (name, { payload }) => ({ name, payload }),
    });
    const asking = await transport();
    const question = { payload: { ids: ['a'] }, traceparent: null, requestId: null };
    await until(
      () =>
        asking.ask('members.findMembers', question, 2_000).then(
          (answer) => JSON.stringify(answer).includes('"ids":["a"]'),
          () => false,
        ),
      30_000,
    );
    await expect(asking.ask('nobody.findThings', question, 300)).rejects.toMatchObject({
      name: 'QuestionUnanswered',
    });
    const seen: number[] = [];
    const stop = await asking.follow(
      (event) => seen.push(event.version),
      () => undefined,
    );
    await until(async () => {
      await answering.publish(postEvent('p', 7));
      return seen.length > 0;
    }, 20_000);
    expect(seen[0]).toBe(7);
    stop();
  }, 60_000);
});
