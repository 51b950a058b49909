import { Logger } from '@nestjs/common';
import type { EventEnvelope } from '@engawa/contracts';
import { AckPolicy, DeliverPolicy, ErrorCode, JSONCodec, type NatsError } from 'nats';
import type { StreamMark } from '../../outbox/event-journal';
import { decodeEvents } from '../event-message';
import {
  type EventListener,
  type EventTransport,
  NobodyAnswers,
  type Question,
  type QuestionAnswerer,
  QuestionUnanswered,
} from '../event-transport';
import { EventPublisher } from './event-publisher';
import {
  type Connected,
  type ConnectionOptions,
  JetStreamConnection,
} from './jetstream-connection';
import { JetStreamListener, type ListenerOptions } from './jetstream-listener';
import { type JetStreamNames, sourceOf } from './names';
import { partitionOf } from './partition';

export type JetStreamOptions = ConnectionOptions & ListenerOptions;

const json = JSONCodec<unknown>();
const NO_STREAM = '404';
/** How long the messages of one reading may take to arrive, in ms. */
const READ_WAIT_MS = 3_000;

/**
 * NATS JetStream: a stream per publishing service, durable pull consumers per listening service and
 * partition, questions by request and reply.
 */
export class JetStreamTransport implements EventTransport {
  readonly kind = 'nats';
  private readonly logger = new Logger('Events');
  private readonly to: JetStreamConnection;
  private readonly names: JetStreamNames;
  private readonly listeners: JetStreamListener[] = [];
  private readonly publisher = new EventPublisher(async ({ subject, id, data }) => {
    const { client } = await this.to.connected();
    await client.publish(subject, data, { msgID: id });
  });

  constructor(private readonly options: JetStreamOptions) {
    this.to = new JetStreamConnection(options);
    this.names = this.to.names;
  }

  async connect(): Promise<void> {
    void this.to.connected().catch(() => undefined);
  }

  isConnected(): boolean {
    return this.to.isOpen;
  }

  trouble(): string | null {
    return this.to.closedReason;
  }

  async publish(event: EventEnvelope, { again = false } = {}): Promise<void> {
    const source = sourceOf(event.name);
    await this.to.whenOpen();
    await this.ensureSource(source);
    try {
      const subject = this.names.partitioned(event.name, partitionOf(event));
      await this.publisher.publish(subject, event, again);
    } catch (error) {
      this.to.forgetStream(this.names.stream(source));
      throw error;
    }
  }

  async ownStream(): Promise<StreamMark> {
    const { name } = this.options;
    const { manager } = await this.to.whenOpen();
    await this.ensureSource(name);
    const { created, state } = await manager.streams.info(this.names.stream(name));
    return { created, sequence: state.last_seq };
  }

  async listen(listener: EventListener): Promise<void> {
    if (listener.names.length === 0) return;
    const running = new JetStreamListener(listener, this.options, this.to);
    this.listeners.push(running);
    running.start();
  }

  async answer(answerer: QuestionAnswerer): Promise<void> {
    const answers = this.to
      .connected()
      .then(async ({ connection }) => {
        for (const name of answerer.names) {
          connection.subscribe(this.names.question(name), {
            queue: answerer.service,
            callback: (_error, message) => {
              const question = json.decode(message.data) as Question;
              answerer.answer(name, question).then(
                (answer) => message.respond(json.encode({ answer: answer ?? null })),
                (error: unknown) => {
                  this.logger.error(`${name}: ${String((error as Error)?.stack ?? error)}`);
                  const reason = String((error as Error)?.message ?? error);
                  message.respond(json.encode({ error: reason }));
                },
              );
            },
          });
        }
        await connection.flush();
      })
      // Closed or disconnected meanwhile; the client subscribes again by itself.
      .catch(() => undefined);
    if (this.isConnected()) await answers;
  }

  async ask(name: string, question: Question, timeoutMillis: number): Promise<unknown> {
    const asked = performance.now();
    let reply;
    try {
      const { connection } = await this.to.whenOpen(timeoutMillis);
      reply = await connection.request(this.names.question(name), json.encode(question), {
        timeout: Math.max(1, timeoutMillis - (performance.now() - asked)),
      });
    } catch (error) {
      if ((error as NatsError).code === ErrorCode.NoResponders) throw new NobodyAnswers(name);
      throw new QuestionUnanswered(name, String((error as Error).message));
    }
    const answer = json.decode(reply.data) as { answer?: unknown; error?: string };
    if (answer.error !== undefined) throw new QuestionUnanswered(name, answer.error);
    return answer.answer;
  }

  async follow(
    onEvent: (event: EventEnvelope) => void,
    onGap: () => void,
    about?: readonly string[],
  ): Promise<() => void> {
    const { connection } = await this.to.connected();
    const subjects = about?.flatMap((entity) => this.names.eventsAbout(entity));
    const subscriptions = (subjects ?? this.names.everyEvent()).map((subject) =>
      connection.subscribe(subject, {
        callback: (error, message) => {
          if (!error) decodeEvents(message.data).forEach(onEvent);
        },
      }),
    );
    this.to.onReconnect.add(onGap);
    await connection.flush();
    return () => {
      this.to.onReconnect.delete(onGap);
      for (const subscription of subscriptions) subscription.unsubscribe();
    };
  }

  async readSince(
    name: string,
    since: Date,
    onEvent: (event: EventEnvelope) => void,
  ): Promise<void> {
    const { client, manager } = await this.to.connected();
    const stream = this.names.stream(sourceOf(name));
    // Not an ordered consumer: nats.js repeats its failed creation for minutes, even after the
    // connection is closed.
    const added = await manager.consumers
      .add(stream, {
        ack_policy: AckPolicy.None,
        deliver_policy: DeliverPolicy.StartTime,
        opt_start_time: since.toISOString(),
        filter_subjects: [this.names.event(name), this.names.partitioned(name, '*')],
      })
      .catch((error: unknown) => {
        if ((error as NatsError).code === NO_STREAM) return null;
        throw error;
      });
    if (!added) return;
    const consumer = await client.consumers.get(stream, added.name);
    const { num_pending: pending } = await consumer.info(true);
    if (pending === 0) return;
    const messages = await consumer.fetch({ max_messages: pending, expires: READ_WAIT_MS });
    let read = 0;
    for await (const message of messages) {
      decodeEvents(message.data).forEach(onEvent);
      read += 1;
    }
    if (read < pending) throw new Error(`read ${read} of ${pending} messages in time`);
  }

  async close(): Promise<void> {
    await Promise.all(this.listeners.map((listener) => listener.stop()));
    await this.to.close();
  }

  /** Streams and consumers of the installation, for tools. */
  async jetStream(): Promise<Connected & { names: JetStreamNames }> {
    return { ...(await this.to.connected()), names: this.names };
  }

  private ensureSource(service: string): Promise<void> {
    return this.to.ensureStream(this.names.stream(service), this.names.streamSubjects(service));
  }
}
