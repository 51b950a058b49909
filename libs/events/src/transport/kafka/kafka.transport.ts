import { setTimeout as sleep } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import type { EventEnvelope } from '@engawa/contracts';
import { type Consumer, Kafka, logLevel, Partitioners, type Producer } from 'kafkajs';
import { newId } from '../../envelope/id';
import type { EventMetrics } from '../../event-metrics';
import {
  type EventListener,
  type EventTransport,
  type Question,
  type QuestionAnswerer,
  QuestionUnanswered,
} from '../event-transport';
import { sourceOf } from '../jetstream/names';
import { KafkaListener } from './kafka-listener';
import { KafkaNames } from './names';

export interface KafkaOptions {
  brokers: string[];
  namespace: string;
  /** The service; also the client id. */
  name: string;
  /** Services whose events `follow` hands out. */
  sources: readonly string[];
  replicas?: number;
  partitions?: number;
  concurrency?: number;
  maxAttempts?: number;
  pause?: (attempt: number) => number;
}

interface Waiting {
  resolve(answer: unknown): void;
  reject(error: Error): void;
}

/**
 * Kafka: a topic for each publishing service, keyed by aggregate, a consumer group for each
 * listening service. Questions go over topics as well: one for each answering service, and one for
 * all answers, of which each process takes its own.
 */
export class KafkaTransport implements EventTransport {
  readonly kind = 'kafka';
  private readonly logger = new Logger('Events');
  private readonly names: KafkaNames;
  private readonly kafka: Kafka;
  private readonly process = newId();
  private readonly topics = new Map<string, Promise<void>>();
  private readonly consumers: Consumer[] = [];
  private readonly listeners: KafkaListener[] = [];
  private readonly waiting = new Map<string, Waiting>();
  private readonly stopping = new AbortController();
  private producer: Producer | null = null;
  private producing: Promise<Producer> | null = null;
  private answers: Promise<void> | null = null;
  private online = false;

  constructor(
    private readonly options: KafkaOptions,
    private readonly metrics: EventMetrics,
  ) {
    this.names = new KafkaNames(options.namespace);
    this.kafka = new Kafka({
      clientId: options.name,
      brokers: options.brokers,
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
    const sources = [...new Set(listener.names.map(sourceOf))];
    void this.consume(
      this.names.group(listener.service),
      sources.map((source) => this.names.events(source)),
      true,
      (consumer) => running.run(consumer),
    );
  }

  async answer(answerer: QuestionAnswerer): Promise<void> {
    void this.consume(
      `${this.names.group(answerer.service)}.answering`,
      [this.names.questions(answerer.service)],
      false,
      (consumer) =>
        consumer.run({
          eachMessage: async ({ message }) => {
            const asked = JSON.parse(message.value!.toString()) as {
              name: string;
              question: Question;
              asker: string;
            };
            const reply = await answerer.answer(asked.name, asked.question).then(
              (answer) => ({ answer: answer ?? null }),
              (error: unknown) => ({ error: String((error as Error)?.message ?? error) }),
            );
            const id = message.key!.toString();
            await this.send(this.names.answers(), id, { ...reply, id, asker: asked.asker });
          },
        }),
    );
  }

  async ask(name: string, question: Question, timeoutMillis: number): Promise<unknown> {
    await (this.answers ??= this.listenToAnswers());
    const id = newId();
    const answered = new Promise<unknown>((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
    });
    const timer = setTimeout(() => {
      this.waiting.get(id)?.reject(new QuestionUnanswered(name, 'timeout'));
    }, timeoutMillis);
    try {
      const asked = { name, question, asker: this.process };
      await this.send(this.names.questions(sourceOf(name)), id, asked);
      return await answered;
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
    await this.consume(
      `${this.names.prefix}.follow.${newId()}`,
      this.options.sources.map((source) => this.names.events(source)),
      false,
      (consumer) => {
        consumer.on(consumer.events.DISCONNECT, () => onGap());
        return consumer.run({
          eachMessage: async ({ message }) => {
            if (following) onEvent(JSON.parse(message.value!.toString()) as EventEnvelope);
          },
        });
      },
    );
    return () => {
      following = false;
    };
  }

  async close(): Promise<void> {
    this.stopping.abort();
    await Promise.all(this.listeners.map((listener) => listener.stop()));
    await Promise.all(this.consumers.map((consumer) => consumer.disconnect().catch(() => null)));
    await this.producer?.disconnect().catch(() => undefined);
    this.online = false;
  }

  private async send(topic: string, key: string, value: unknown): Promise<void> {
    const producer = await this.connected();
    await this.ensureTopic(topic);
    await producer.send({ topic, acks: -1, messages: [{ key, value: JSON.stringify(value) }] });
  }

  private async listenToAnswers(): Promise<void> {
    await this.consume(
      `${this.names.prefix}.answers.${this.process}`,
      [this.names.answers()],
      false,
      (consumer) =>
        consumer.run({
          eachMessage: async ({ message }) => {
            const reply = JSON.parse(message.value!.toString()) as {
              id: string;
              asker: string;
              answer?: unknown;
              error?: string;
            };
            if (reply.asker !== this.process) return;
            const waiting = this.waiting.get(reply.id);
            if (reply.error === undefined) waiting?.resolve(reply.answer);
            else waiting?.reject(new QuestionUnanswered('question', reply.error));
          },
        }),
    );
  }

  /** Runs a consumer, however long the brokers take to come; resolves when it has joined. */
  private async consume(
    groupId: string,
    topics: string[],
    fromBeginning: boolean,
    run: (consumer: Consumer) => Promise<void>,
  ): Promise<void> {
    for (let attempt = 1; !this.stopping.signal.aborted; attempt += 1) {
      const consumer = this.kafka.consumer({
        groupId,
        sessionTimeout: 30_000,
        maxWaitTimeInMs: 100,
        retry: { retries: 1_000_000, maxRetryTime: 2_000 },
      });
      try {
        for (const topic of topics) await this.ensureTopic(topic);
        await consumer.connect();
        await consumer.subscribe({ topics, fromBeginning });
        const joined = new Promise<void>((resolve) => {
          consumer.on(consumer.events.GROUP_JOIN, () => resolve());
        });
        this.consumers.push(consumer);
        await run(consumer);
        await joined;
        return;
      } catch (error) {
        if (attempt === 1 || attempt % 20 === 0) {
          this.logger.warn(`${groupId} cannot read yet: ${String(error)}`);
        }
        await consumer.disconnect().catch(() => undefined);
        await this.pause(Math.min(2_000, 200 * attempt));
      }
    }
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
          },
        ],
      });
    } finally {
      await admin.disconnect();
    }
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
