import { setTimeout as sleep } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import type { EventEnvelope } from '@engawa/contracts';
import {
  Kafka,
  type KafkaConfig,
  logLevel,
  Partitioners,
  type Producer,
  type SASLOptions,
} from 'kafkajs';
import { newId } from '../../envelope/id';
import type { EventMetrics } from '../../event-metrics';
import {
  type EventListener,
  type EventTransport,
  type Question,
  type QuestionAnswerer,
  QuestionUnanswered,
} from '../event-transport';
import { decodeMessage } from '../jetstream/event-message';
import { sourceOf } from '../jetstream/names';
import { KafkaListener } from './kafka-listener';
import { KafkaNames } from './names';
import { SupervisedConsumer, type SupervisedConsumerOptions } from './supervised-consumer';

export interface KafkaOptions {
  brokers: string[];
  namespace: string;
  /** Name of the service; also the client id. */
  name: string;
  /** Services whose events `follow` delivers. */
  sources: readonly string[];
  replicas?: number;
  partitions?: number;
  /** Retention of topics in days; default 30. */
  keepDays?: number;
  sasl?: SASLOptions;
  ssl?: KafkaConfig['ssl'];
  concurrency?: number;
  maxAttempts?: number;
  pause?: (attempt: number) => number;
  /** How long a consumer may be without membership before the service is not ready, in ms. */
  maxAbsence?: number;
}

interface Waiting {
  resolve(answer: unknown): void;
  reject(error: Error): void;
}

interface Reply {
  id: string;
  asker: string;
  answer?: unknown;
  error?: string;
}

const DAY_MS = 86_400_000;
const MAX_ABSENCE_MS = 60_000;

/**
 * Kafka: a topic per publishing service, keyed by aggregate, and a consumer group per listening
 * service. Questions use topics too: one per answering service, and one for all answers, of which
 * each process picks its own.
 */
export class KafkaTransport implements EventTransport {
  readonly kind = 'kafka';
  private readonly logger = new Logger('Events');
  private readonly names: KafkaNames;
  private readonly kafka: Kafka;
  private readonly process = newId();
  private readonly topics = new Map<string, Promise<void>>();
  private readonly consumers: SupervisedConsumer[] = [];
  private readonly listeners: KafkaListener[] = [];
  private readonly waiting = new Map<string, Waiting>();
  private readonly stopping = new AbortController();
  private producer: Producer | null = null;
  private producing: Promise<Producer> | null = null;
  private answers: SupervisedConsumer | null = null;
  private online = false;

  constructor(
    private readonly options: KafkaOptions,
    private readonly metrics: EventMetrics,
  ) {
    this.names = new KafkaNames(options.namespace);
    this.kafka = new Kafka({
      clientId: options.name,
      brokers: options.brokers,
      sasl: options.sasl,
      ssl: options.ssl,
      logLevel: logLevel.NOTHING,
      retry: { initialRetryTime: 100, maxRetryTime: 2_000, retries: 5 },
    });
  }

  async connect(): Promise<void> {
    void this.connected().catch(() => undefined);
  }

  isConnected(): boolean {
    return this.online;
  }

  async publish(event: EventEnvelope): Promise<void> {
    await this.send(
      this.names.events(sourceOf(event.name)),
      `${event.space}/${event.aggregate.type}/${event.aggregate.id}`,
      event,
    );
  }

  async listen(listener: EventListener): Promise<void> {
    if (listener.names.length === 0) return;
    const running = new KafkaListener(
      listener,
      {
        concurrency: this.options.concurrency ?? 128,
        maxAttempts: this.options.maxAttempts ?? 8,
        pause: this.options.pause,
        keep: (letter) => this.send(this.names.dead(), letter.service, letter),
      },
      this.metrics,
    );
    this.listeners.push(running);
    const { service } = listener;
    const sources = [...new Set(listener.names.map(sourceOf))];
    this.consume({
      groupId: this.names.group(service),
      topics: sources.map((source) => this.names.events(source)),
      fromBeginning: true,
      run: running.runConfig,
      onCrash: () => this.metrics.consumerCrashed(service),
      onMembership: (member) => this.metrics.consumerMember(service, member),
      onLag: (topic, partition, lag) => this.metrics.consumerLag(service, topic, partition, lag),
    });
  }

  /** A listener without membership for long although the brokers answer. */
  trouble(): string | null {
    if (!this.online) return null;
    const { maxAbsence = MAX_ABSENCE_MS } = this.options;
    const absent = this.consumers.some(({ absence }) => absence > maxAbsence);
    return absent ? 'a consumer is no member of its group' : null;
  }

  async answer(answerer: QuestionAnswerer): Promise<void> {
    this.consume({
      groupId: `${this.names.group(answerer.service)}.answering`,
      topics: [this.names.questions(answerer.service)],
      fromBeginning: false,
      run: {
        eachMessage: async ({ message }) => {
          const asked = parsed<{ name: string; question: Question; asker: string }>(message.value);
          if (!asked || !message.key) return;
          const reply = await answerer.answer(asked.name, asked.question).then(
            (answer) => ({ answer: answer ?? null }),
            (error: unknown) => ({ error: String((error as Error)?.message ?? error) }),
          );
          const id = message.key.toString();
          await this.send(this.names.answers(), id, { ...reply, id, asker: asked.asker });
        },
      },
    });
  }

  async ask(name: string, question: Question, timeoutMillis: number): Promise<unknown> {
    const id = newId();
    let timer: NodeJS.Timeout | undefined;
    // One race for all parts, so that no rejection is unhandled.
    const late = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => reject(new QuestionUnanswered(name, 'timeout')), timeoutMillis);
    });
    const answered = new Promise<unknown>((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
    });
    const asked = async (): Promise<unknown> => {
      this.answers ??= this.consumeAnswers();
      await this.answers.ready;
      await this.send(this.names.questions(sourceOf(name)), id, {
        name,
        question,
        asker: this.process,
      });
      return answered;
    };
    try {
      return await Promise.race([asked(), answered, late]);
    } catch (error) {
      if (error instanceof QuestionUnanswered) throw error;
      throw new QuestionUnanswered(name, String((error as Error).message));
    } finally {
      clearTimeout(timer);
      this.waiting.delete(id);
    }
  }

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
          if (following && value) decodeMessage(value).events.forEach(onEvent);
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

  async close(): Promise<void> {
    this.stopping.abort();
    await Promise.all(this.listeners.map((listener) => listener.stop()));
    await Promise.all(this.consumers.map((consumer) => consumer.stop()));
    await this.producer?.disconnect().catch(() => undefined);
    this.online = false;
  }

  private async send(topic: string, key: string, value: unknown): Promise<void> {
    const producer = await this.connected();
    await this.ensureTopic(topic);
    try {
      await producer.send({ topic, acks: -1, messages: [{ key, value: JSON.stringify(value) }] });
    } catch (error) {
      // The topic may be gone: check it before the next attempt.
      this.topics.delete(topic);
      throw error;
    }
  }

  private consumeAnswers(): SupervisedConsumer {
    return this.consume({
      groupId: `${this.names.prefix}.answers.${this.process}`,
      topics: [this.names.answers()],
      fromBeginning: false,
      run: {
        autoCommit: false,
        eachMessage: async ({ message }) => {
          const reply = parsed<Reply>(message.value);
          if (reply?.asker !== this.process) return;
          const waiting = this.waiting.get(reply.id);
          if (reply.error === undefined) waiting?.resolve(reply.answer);
          else waiting?.reject(new QuestionUnanswered('question', reply.error));
        },
      },
    });
  }

  private consume(options: Omit<SupervisedConsumerOptions, 'ensureTopics'>): SupervisedConsumer {
    const consumer = new SupervisedConsumer(this.kafka, {
      ...options,
      ensureTopics: async (topics) => {
        for (const topic of topics) {
          this.topics.delete(topic);
          await this.ensureTopic(topic);
        }
      },
    });
    this.consumers.push(consumer);
    consumer.start();
    return consumer;
  }

  private ensureTopic(topic: string): Promise<void> {
    const known = this.topics.get(topic);
    if (known) return known;
    const made = this.makeTopic(topic);
    this.topics.set(topic, made);
    made.catch(() => this.topics.delete(topic));
    return made;
  }

  private async makeTopic(topic: string): Promise<void> {
    const admin = this.kafka.admin();
    await admin.connect();
    try {
      const existing = await admin.listTopics();
      if (existing.includes(topic)) return;
      await admin.createTopics({
        waitForLeaders: true,
        topics: [
          {
            topic,
            numPartitions: this.options.partitions ?? 12,
            replicationFactor: this.options.replicas ?? 1,
            configEntries: [{ name: 'retention.ms', value: String(this.retentionOf(topic)) }],
          },
        ],
      });
    } finally {
      await admin.disconnect();
    }
  }

  /** Dead letters wait for an operator, so they have no age limit. */
  private retentionOf(topic: string): number {
    return topic === this.names.dead() ? -1 : (this.options.keepDays ?? 30) * DAY_MS;
  }

  private connected(): Promise<Producer> {
    this.producing ??= this.keepTrying();
    return this.producing;
  }

  private async keepTrying(): Promise<Producer> {
    for (let attempt = 1; ; attempt += 1) {
      this.stopping.signal.throwIfAborted();
      const producer = this.kafka.producer({
        createPartitioner: Partitioners.DefaultPartitioner,
        allowAutoTopicCreation: false,
      });
      try {
        await producer.connect();
        producer.on(producer.events.DISCONNECT, () => (this.online = false));
        producer.on(producer.events.CONNECT, () => (this.online = true));
        this.producer = producer;
        this.online = true;
        return producer;
      } catch (error) {
        if (attempt === 1 || attempt % 20 === 0) {
          this.logger.warn(`No Kafka yet (try ${attempt}): ${String((error as Error).message)}`);
        }
        await this.pause(Math.min(2_000, 100 * attempt));
      }
    }
  }

  private async pause(millis: number): Promise<void> {
    await sleep(millis, undefined, { signal: this.stopping.signal }).catch(() => undefined);
  }
}

/** Null for invalid JSON. */
function parsed<T>(value: Buffer | null): T | null {
  try {
    return value && (JSON.parse(value.toString()) as T);
  } catch {
    return null;
  }
}
