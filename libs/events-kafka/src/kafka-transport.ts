import {
  aggregateKey,
  decodeEvents,
  type EventApplierOptions,
  type EventListener,
  type EventTransport,
  newId,
  newStopping,
  type Question,
  type QuestionAnswerer,
  retry,
  sourceOf,
  unlessAborted,
} from '@engawa/events';
import type { EventEnvelope } from '@engawa/contracts';
import {
  Kafka,
  type KafkaConfig,
  logLevel,
  Partitioners,
  type Producer,
  type SASLOptions,
} from 'kafkajs';
import { KafkaListener } from './kafka-listener';
import { kafkaMetrics } from './kafka-metrics';
import { KafkaNames } from './kafka-names';
import { KafkaQuestions } from './kafka-questions';
import { KafkaTopics, type KafkaTopicOptions } from './kafka-topics';
import { readSince } from './read-since';
import { SupervisedConsumer, type SupervisedConsumerOptions } from './supervised-consumer';

export interface KafkaOptions extends Omit<EventApplierOptions, 'keep'>, KafkaTopicOptions {
  brokers: string[];
  namespace: string;
  /** Name of the service; also the client id. */
  name: string;
  /** Services whose events `follow` delivers. */
  sources: readonly string[];
  sasl?: SASLOptions;
  ssl?: KafkaConfig['ssl'];
  /** How long a consumer may be without membership before the service is not ready, in ms. */
  maxAbsence?: number;
}

const MAX_ABSENCE_MS = 60_000;

/**
 * Kafka: a topic per publishing service, keyed by aggregate, and a consumer group per listening
 * service.
 */
export class KafkaTransport implements EventTransport {
  readonly kind = 'kafka';
  private readonly names: KafkaNames;
  private readonly kafka: Kafka;
  private readonly topics: KafkaTopics;
  private readonly questions: KafkaQuestions;
  private readonly consumers: SupervisedConsumer[] = [];
  private readonly listeners: KafkaListener[] = [];
  private readonly stopping = newStopping();
  private producing: Promise<Producer> | null = null;
  private online = false;

  constructor(private readonly options: KafkaOptions) {
    this.names = new KafkaNames(options.namespace);
    this.kafka = new Kafka({
      clientId: options.name,
      brokers: options.brokers,
      sasl: options.sasl,
      ssl: options.ssl,
      logLevel: logLevel.NOTHING,
      retry: { initialRetryTime: 100, maxRetryTime: 2_000, retries: 5 },
    });
    this.topics = new KafkaTopics(this.kafka, this.names, options);
    this.questions = new KafkaQuestions(this.names, {
      send: (topic, key, value) => this.send(topic, key, value),
      consume: (consumed) => this.consume(consumed),
    });
  }

  async connect(): Promise<void> {
    void this.connected().catch(() => undefined);
  }

  isConnected(): boolean {
    return this.online;
  }

  /**
   * Resolves when all in-sync replicas have the event. Kafka does not drop repeated ids: listeners
   * are idempotent.
   */
  async publish(event: EventEnvelope): Promise<void> {
    await this.send(this.names.events(sourceOf(event.name)), aggregateKey(event), event);
  }

  /** Does nothing for a listener without events. */
  async listen(listener: EventListener): Promise<void> {
    if (listener.names.length === 0) return;
    const running = new KafkaListener(listener, {
      ...this.options,
      keep: (letter) => this.send(this.names.dead(), letter.service, letter),
    });
    this.listeners.push(running);
    const { service } = listener;
    const sources = [...new Set(listener.names.map(sourceOf))];
    this.consume({
      groupId: this.names.group(service),
      topics: sources.map((source) => this.names.events(source)),
      fromBeginning: true,
      run: running.runConfig,
      onCrash: () => kafkaMetrics.crashes.inc({ service }),
      onMembership: (member) => kafkaMetrics.member.set({ service }, Number(member)),
      onLag: (topic, partition, lag) => kafkaMetrics.lag.set({ service, topic, partition }, lag),
    });
  }

  /** A listener without membership for long although the brokers answer. */
  trouble(): string | null {
    if (!this.online) return null;
    const { maxAbsence = MAX_ABSENCE_MS } = this.options;
    const absent = this.consumers.some(({ absence }) => absence > maxAbsence);
    return absent ? 'a consumer is no member of its group' : null;
  }

  /** Each question goes to one replica of the group; an error is sent to the asker as text. */
  async answer(answerer: QuestionAnswerer): Promise<void> {
    this.questions.answer(answerer);
  }

  /** Throws `QuestionUnanswered` at the timeout; Kafka cannot tell that nobody answers. */
  ask(name: string, question: Question, timeoutMillis: number): Promise<unknown> {
    return this.questions.ask(name, question, timeoutMillis);
  }

  /**
   * Delivers from a group of its own that the brokers forget after it ends. `onGap` is called at
   * each return to the group.
   */
  async follow(onEvent: (event: EventEnvelope) => void, onGap: () => void): Promise<() => void> {
    let following = true;
    let joins = 0;
    const consumer = this.consume({
      groupId: `${this.names.prefix}.follow.${newId()}`,
      topics: this.options.sources.map((source) => this.names.events(source)),
      fromBeginning: false,
      run: {
        // Without a committed position, the brokers forget an empty group.
        autoCommit: false,
        eachMessage: async ({ message: { value } }) => {
          if (following && value) decodeEvents(value).forEach(onEvent);
        },
      },
      onMembership: (member) => {
        if (member && (joins += 1) > 1) onGap();
      },
    });
    await consumer.ready;
    return () => {
      following = false;
      void consumer.stop();
    };
  }

  async readSince(
    name: string,
    since: Date,
    onEvent: (event: EventEnvelope) => void,
  ): Promise<void> {
    const topic = this.names.events(sourceOf(name));
    await this.connected();
    await this.topics.ensure(topic);
    const groupId = `${this.names.prefix}.read.${newId()}`;
    await readSince(
      this.kafka,
      { topic, since, groupId, signal: this.stopping.signal },
      (event) => event.name === name && onEvent(event),
    );
  }

  async close(): Promise<void> {
    this.stopping.abort();
    await Promise.all(this.listeners.map((listener) => listener.stop()));
    await Promise.all(this.consumers.map((consumer) => consumer.stop()));
    await this.producing?.then((producer) => producer.disconnect()).catch(() => undefined);
    this.online = false;
  }

  private async send(topic: string, key: string, value: unknown): Promise<void> {
    const producer = await this.connected();
    await this.topics.ensure(topic);
    try {
      await producer.send({ topic, acks: -1, messages: [{ key, value: JSON.stringify(value) }] });
    } catch (error) {
      // The topic may be gone: check it before the next attempt.
      this.topics.forget(topic);
      throw error;
    }
  }

  private consume(options: Omit<SupervisedConsumerOptions, 'ensureTopics'>): SupervisedConsumer {
    const consumer = new SupervisedConsumer(this.kafka, {
      ...options,
      ensureTopics: async (topics) => {
        for (const topic of topics) {
          this.topics.forget(topic);
          await this.topics.ensure(topic);
        }
      },
    });
    this.consumers.push(consumer);
    consumer.start();
    return consumer;
  }

  private connected(): Promise<Producer> {
    const { signal } = this.stopping;
    const connect = () => unlessAborted(this.connectProducer(), signal);
    this.producing ??= retry('No Kafka yet', connect, signal);
    return this.producing;
  }

  private async connectProducer(): Promise<Producer> {
    const producer = this.kafka.producer({
      createPartitioner: Partitioners.DefaultPartitioner,
      allowAutoTopicCreation: false,
    });
    await producer.connect();
    producer.on(producer.events.DISCONNECT, () => (this.online = false));
    producer.on(producer.events.CONNECT, () => (this.online = true));
    this.online = true;
    if (this.stopping.signal.aborted) await producer.disconnect();
    return producer;
  }
}
