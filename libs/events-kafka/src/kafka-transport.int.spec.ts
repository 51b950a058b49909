import { Logger } from '@nestjs/common';
import { Kafka, logLevel, Partitioners } from 'kafkajs';
import type { EventEnvelope } from '@engawa/contracts';
import { type DeadLetter, newId, OutboxRelay } from '@engawa/events';
import { itServesListeners, MemorySource, postEvent, until } from '@engawa/events/testing';
import { type KafkaOptions, KafkaTransport } from './kafka-transport';
import { findKafka, kafkaForTest, type KafkaForTest } from './testing/kafka-for-test';

Logger.overrideLogger(false);

// Skipped with a note on stderr without Java, or when Maven cannot download the broker.
const libs = findKafka();

(libs ? describe : describe.skip)('events over Kafka', () => {
  let kafka: KafkaForTest;
  let open: KafkaTransport[] = [];
  let namespace: string;

  beforeAll(async () => {
    kafka = await kafkaForTest(libs!);
  }, 120_000);
  afterAll(() => kafka.stop());

  beforeEach(() => {
    namespace = `t${newId().slice(-12)}`;
  });
  afterEach(async () => {
    await Promise.all(open.map((transport) => transport.close()));
    open = [];
  });

  async function transport(more: Partial<KafkaOptions> = {}): Promise<KafkaTransport> {
    const made = new KafkaTransport({
      brokers: [kafka.address],
      namespace,
      name: 'test',
      sources: ['timeline'],
      partitions: 3,
      pause: () => 5,
      ...more,
    });
    open.push(made);
    await made.connect();
    return made;
  }

  itServesListeners(
    ({ unreachable, ...settings } = {}) =>
      transport({ ...settings, ...(unreachable ? { brokers: ['127.0.0.1:1'] } : {}) }),
    { withinMs: 30_000 },
  );

  it('keeps each aggregate in order through outbox, topic and listener, with a failure', async () => {
    const sender = await transport();
    const relay = new OutboxRelay(sender, { service: 'timeline' });
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
    // The broker's answer may arrive after the listener has the event.
    await until(() => source.pending() === 0, 5_000);
    await relay.stop();
  }, 40_000);

  /** Reads a topic from the start. */
  async function readAll(topic: string, count: number): Promise<DeadLetter[]> {
    const client = new Kafka({ brokers: [kafka.address], logLevel: logLevel.NOTHING });
    const consumer = client.consumer({ groupId: newId() });
    const found: DeadLetter[] = [];
    await consumer.connect();
    await consumer.subscribe({ topics: [topic], fromBeginning: true });
    await consumer.run({
      eachMessage: async ({ message }) => {
        found.push(JSON.parse(message.value!.toString()) as DeadLetter);
      },
    });
    await until(() => found.length >= count, 30_000);
    await consumer.disconnect();
    return found;
  }

  it('keeps what is malformed or never succeeds as dead letters while others go on', async () => {
    const sender = await transport();
    const seen: number[] = [];
    await (
      await transport({ maxAttempts: 2 })
    ).listen({
      service: 'tasks',
      names: ['timeline.post.updated'],
      handle: async (event) => {
        if (event.version === 0) throw new Error('cannot be applied');
        seen.push(event.version);
      },
    });
    await sender.publish(postEvent('p', 1));
    await until(() => seen.length === 1, 30_000);
    const client = new Kafka({ brokers: [kafka.address], logLevel: logLevel.NOTHING });
    const producer = client.producer({ createPartitioner: Partitioners.DefaultPartitioner });
    await producer.connect();
    const topic = `${namespace}.events.timeline`;
    for (const value of ['{"cut of', 'null', '{}']) {
      await producer.send({ topic, messages: [{ key: 'p', value }] });
    }
    await producer.disconnect();
    await sender.publish(postEvent('p', 0));
    await sender.publish(postEvent('p', 2));
    await until(() => seen.includes(2), 30_000);
    const letters = await readAll(`${namespace}.dead`, 4);
    expect(letters.map(({ service }) => service)).toEqual(Array(4).fill('tasks'));
    expect(letters.filter(({ event }) => event === null).map(({ raw }) => raw)).toEqual(
      expect.arrayContaining(['{"cut of', 'null', '{}']),
    );
  }, 90_000);

  it('shares the events of a service among its replicas, each aggregate in order', async () => {
    const sender = await transport();
    const seen: { replica: string; event: EventEnvelope }[] = [];
    const listen = async (replica: string) => {
      const made = await transport();
      await made.listen({
        service: 'tasks',
        names: ['timeline.post.updated'],
        handle: async (event) => void seen.push({ replica, event }),
      });
      return made;
    };
    const ids = Array.from({ length: 12 }, (_, index) => `p${index}`);
    const publishAll = async (version: number) => {
      for (const id of ids) await sender.publish(postEvent(id, version));
    };
    const first = await listen('first');
    await publishAll(1);
    await until(() => seen.length === 12, 30_000);
    await listen('second');
    let version = 1;
    await until(async () => {
      await publishAll((version += 1));
      return new Set(seen.map(({ replica }) => replica)).size === 2;
    }, 60_000);
    await first.close();
    await publishAll((version += 1));
    // Events in progress during a rebalance may be repeated after later ones.
    const versionsOf = (id: string) => [
      ...new Set(
        seen.filter(({ event }) => event.aggregate.id === id).map(({ event }) => event.version),
      ),
    ];
    const expected = Array.from({ length: version }, (_, index) => index + 1);
    await until(() => ids.every((id) => versionsOf(id).length === version), 60_000);
    for (const id of ids) expect(versionsOf(id)).toEqual(expected);
  }, 180_000);

  it('reconnects after the broker died, and ends no process while it is away', async () => {
    const rejections: unknown[] = [];
    const onRejection = (reason: unknown) => rejections.push(reason);
    process.on('unhandledRejection', onRejection);
    const sender = await transport();
    const relay = new OutboxRelay(sender, { service: 'timeline', sweepEvery: 50 });
    const source = new MemorySource();
    relay.register(source);
    relay.start();
    const seen = new Set<number>();
    await (
      await transport()
    ).listen({
      service: 'tasks',
      names: ['timeline.post.updated'],
      handle: async (event) => void seen.add(event.version),
    });
    relay.accept(source, source.write('p', postEvent('p', 1)));
    await until(() => seen.has(1), 30_000);

    await kafka.kill();
    const question = { payload: {}, traceparent: null, requestId: null };
    for (let count = 0; count < 3; count += 1) {
      await expect(sender.ask('members.findMembers', question, 200)).rejects.toMatchObject({
        name: 'QuestionUnanswered',
      });
    }
    for (let version = 2; version <= 10; version += 1) {
      relay.accept(source, source.write('p', postEvent('p', version)));
    }
    await new Promise((resolve) => setTimeout(resolve, 3_000));
    await kafka.again();
    await until(() => seen.size === 10 && source.pending() === 0, 90_000);
    await relay.stop();
    process.off('unhandledRejection', onRejection);
    expect(rejections).toEqual([]);
  }, 240_000);
});
