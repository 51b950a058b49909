import { Logger } from '@nestjs/common';
import { Kafka, logLevel } from 'kafkajs';
import { register } from 'prom-client';
import { EventsHealth, type EventTransport, newId } from '@engawa/events';
import { postEvent, until } from '@engawa/events/testing';
import { createKafkaTransport } from './create-kafka-transport';
import { type KafkaOptions, KafkaTransport } from './kafka-transport';
import { kafkaConfig, kafkaSecurity } from './kafka-options';
import { findKafka, secureKafkaForTest, type SecureKafkaForTest } from './testing/kafka-for-test';

Logger.overrideLogger(false);

// Skipped with a note on stderr without Java, or when Maven cannot download the broker.
const libs = findKafka();
const names = ['timeline.post.updated'];

(libs ? describe : describe.skip)('a Kafka that is operated', () => {
  let kafka: SecureKafkaForTest;
  let open: EventTransport[] = [];
  let namespace: string;

  beforeAll(async () => {
    kafka = await secureKafkaForTest(libs!);
  }, 120_000);
  afterAll(() => kafka?.stop());
  beforeEach(() => {
    namespace = `t${newId().slice(-12)}`;
  });
  afterEach(async () => {
    await Promise.all(open.map((transport) => transport.close()));
    open = [];
  });

  describe('with TLS and passwords', () => {
    const settings = (more: Record<string, string> = {}) => ({
      ENGAWA_NAMESPACE: namespace,
      KAFKA_BROKERS: kafka.secure.address,
      KAFKA_PARTITIONS: '1',
      KAFKA_USERNAME: kafka.secure.user,
      KAFKA_PASSWORD: kafka.secure.password,
      KAFKA_TLS: 'true',
      KAFKA_TLS_CA: kafka.secure.caFile,
      ...more,
    });
    async function connected(env: Record<string, string>): Promise<EventTransport> {
      const transport = createKafkaTransport(env, 'timeline');
      open.push(transport);
      await transport.connect();
      return transport;
    }

    it.each(['plain', 'scram-sha-512'])(
      'takes events to a listener (%s)',
      async (mechanism) => {
        const transport = await connected(settings({ KAFKA_SASL: mechanism }));
        const seen: number[] = [];
        const handle = async ({ version }: { version: number }) => void seen.push(version);
        await transport.listen({ service: 'tasks', names, handle });
        await transport.publish(postEvent('p', 1));
        await until(() => seen.length === 1, 60_000);
      },
      90_000,
    );

    it.each([
      ['a wrong password', { KAFKA_PASSWORD: 'another' }, /authentication/i],
      ['a certificate that nobody vouches for', { KAFKA_TLS_CA: '' }, /self.signed certificate/i],
      ['no TLS', { KAFKA_TLS: 'false' }, /connection|timeout/i],
    ])('is not spoken to with %s', async (_what, wrong, reason) => {
      const config = kafkaConfig.parse(settings(wrong as Record<string, string>));
      const client = new Kafka({
        ...{ brokers: [kafka.secure.address], ...kafkaSecurity(config) },
        ...{ logLevel: logLevel.NOTHING, retry: { retries: 0 } },
      }).admin();
      await expect(client.connect()).rejects.toThrow(reason);
    });
  });

  describe('readiness and metrics', () => {
    const admin = () => new Kafka({ brokers: [kafka.address], logLevel: logLevel.NOTHING }).admin();
    const metric = async (name: string): Promise<number | undefined> => {
      const found = await register.getSingleMetric(`engawa_kafka_consumer_${name}`)!.get();
      return found.values.at(-1)?.value;
    };

    beforeEach(() => register.resetMetrics());

    async function transport(more: Partial<KafkaOptions> = {}): Promise<KafkaTransport> {
      const made = new KafkaTransport({
        ...{ brokers: [kafka.address], namespace, name: 'test', sources: ['timeline'] },
        ...{ partitions: 1, pause: () => 5, maxAbsence: 200, ...more },
      });
      open.push(made);
      await made.connect();
      return made;
    }
    const isReady = (health: EventsHealth) =>
      health.check().then(
        () => true,
        () => false,
      );

    it('is not ready while a listener is no member of its group, and ready once it is', async () => {
      // One broker cannot store three replicas: the topic is not created, so the listener cannot
      // start.
      const listening = await transport({ replicas: 3 });
      const health = new EventsHealth(listening, null);
      const seen: number[] = [];
      const handle = async ({ version }: { version: number }) => void seen.push(version);
      await listening.listen({ service: 'tasks', names, handle });
      await until(() => listening.isConnected(), 30_000);
      await until(() => listening.trouble() !== null, 30_000);
      await expect(health.check()).rejects.toThrow('no member of its group');

      const sender = await transport();
      await sender.publish(postEvent('p', 1));
      await until(() => seen.length === 1, 60_000);
      await until(() => isReady(health), 30_000);
      expect(await metric('member')).toBe(1);
    }, 120_000);

    it('replaces a consumer that crashed because its topic was deleted, counts it and reports its lag', async () => {
      const listening = await transport();
      const seen: number[] = [];
      const handle = async ({ version }: { version: number }) => void seen.push(version);
      await listening.listen({ service: 'tasks', names, handle });
      await listening.publish(postEvent('p', 1));
      await until(() => seen.length === 1, 60_000);
      expect(await metric('lag')).toBe(0);

      const client = admin();
      await client.connect();
      await client.deleteTopics({ topics: [`${namespace}.events.timeline`] });
      await client.disconnect();
      await until(async () => ((await metric('crashes_total')) ?? 0) > 0, 60_000);
      const publish = () =>
        listening.publish(postEvent('p', 2)).then(
          () => true,
          () => false,
        );
      await until(publish, 60_000);
      await until(() => seen.includes(2), 60_000);
      await until(
        async () => (await metric('member')) === 1 && (await metric('lag')) === 0,
        30_000,
      );
    }, 120_000);

    it('deletes the consumer group of a live stream that ended', async () => {
      const following = await transport();
      const stop = await following.follow(
        () => undefined,
        () => undefined,
      );
      const client = admin();
      await client.connect();
      const groups = async () =>
        (await client.listGroups()).groups
          .map(({ groupId }) => groupId)
          .filter((group) => group.startsWith(`${namespace}.follow.`));
      await until(async () => (await groups()).length === 1, 30_000);
      stop();
      await until(async () => (await groups()).length === 0, 60_000);
      await client.disconnect();
    }, 120_000);
  });
});
