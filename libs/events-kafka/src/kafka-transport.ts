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
  QuestionUnanswered,
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
import { readSince } from './read-since';
import { SupervisedConsumer, type SupervisedConsumerOptions } from './supervised-consumer';

export interface KafkaOptions extends Omit<EventApplierOptions, 'keep'> {
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
  private readonly names: KafkaNames;
  private readonly kafka: Kafka;
  private readonly process = newId();
  private readonly topics = new Map<string, Promise<void>>();
  private readonly consumers: SupervisedConsumer[] = [];
  private readonly listeners: KafkaListener[] = [];
  private readonly waiting = new Map<string, Waiting>();
  private readonly stopping = newStopping();
  private producing: Promise<Producer> | null = null;
  private answers: SupervisedConsumer | null = null;
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

  /** Throws `QuestionUnanswered` at the timeout; Kafka cannot tell that nobody answers. */
  async ask(name: string, question: Question, timeoutMillis: number): Promise<unknown> {
    const id = newId();
    const answered = new Promise<unknown>((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
    });
    const asked = async (): Promise<unknown> => {
      this.answers ??= this.consumeAnswers();
      await this.answers.ready;
      const asker = this.process;
      await this.send(this.names.questions(sourceOf(name)), id, { name, question, asker });
      return answered;
    };
    try {
      // A race, so that no rejection is unhandled.
      return await answerWithin(name, timeoutMillis, Promise.race([asked(), answered]));
    } finally {
      this.waiting.delete(id);
    }
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
    await this.ensureTopic(topic);
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

/** Null for invalid JSON. */
function parsed<T>(value: Buffer | null): T | null {
  try {
    return value && (JSON.parse(value.toString()) as T);
  } catch {
    return null;
  }
}

/** The answer to a question; throws `QuestionUnanswered` when it failed or is late. */
async function answerWithin<Answer>(
  question: string,
  timeoutMillis: number,
  answer: Promise<Answer>,
): Promise<Answer> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('timeout')), timeoutMillis);
  });
  try {
    return await Promise.race([answer, late]);
  } catch (error) {
    if (error instanceof QuestionUnanswered) throw error;
    throw new QuestionUnanswered(question, String((error as Error)?.message ?? error));
  } finally {
    clearTimeout(timer);
  }
}
