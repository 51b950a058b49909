import { setTimeout as sleep } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import type { EventEnvelope } from '@engawa/contracts';
import {
  connect,
  ErrorCode,
  Events,
  headers,
  type JetStreamClient,
  type JetStreamManager,
  JSONCodec,
  type NatsConnection,
  type NatsError,
} from 'nats';
import type { EventMetrics } from '../../event-metrics';
import type { StreamMark } from '../../outbox/event-journal';
import {
  type EventListener,
  type EventTransport,
  NobodyAnswers,
  type Question,
  type QuestionAnswerer,
  QuestionUnanswered,
} from '../event-transport';
import { ConnectionState } from './connection-state';
import { decodeEvents } from './event-message';
import { EventPublisher, type EventMessage } from './event-publisher';
import { JetStreamListener } from './jetstream-listener';
import { JetStreamNames, sourceOf } from './names';
import { partitionOf } from './partition';
import { serversOf } from './servers';
import { ensureStream, type StreamBounds } from './provision';

export interface JetStreamOptions {
  servers: string[];
  namespace: string;
  /** Name of the connection, shown by the server. */
  name: string;
  replicas?: number;
  /** Limits of each stream; default 30 days and 2 million events. */
  bounds?: StreamBounds;
  maxAttempts?: number;
  concurrency?: number;
  pause?: (attempt: number) => number;
}

const json = JSONCodec<unknown>();

/**
 * NATS JetStream: a stream per publishing service, durable pull consumers per listening service and
 * partition. Tolerates the absence of the server for any time.
 */
export class JetStreamTransport implements EventTransport {
  readonly kind = 'nats';
  private readonly logger = new Logger('Events');
  private readonly names: JetStreamNames;
  private readonly streams = new Map<string, Promise<void>>();
  private readonly listeners: JetStreamListener[] = [];
  private readonly gaps = new Set<() => void>();
  private connecting: Promise<NatsConnection> | null = null;
  private connection: NatsConnection | null = null;
  private manager: JetStreamManager | null = null;
  private client: JetStreamClient | null = null;
  private readonly state = new ConnectionState();
  private readonly publisher = new EventPublisher((message) => this.send(message));
  private closing = false;

  constructor(
    private readonly options: JetStreamOptions,
    private readonly metrics: EventMetrics,
  ) {
    this.names = new JetStreamNames(options.namespace);
  }

  async connect(): Promise<void> {
    void this.connected().catch(() => undefined);
  }

  isConnected(): boolean {
    return this.state.isOpen;
  }

  async publish(event: EventEnvelope, { again = false } = {}): Promise<void> {
    const source = sourceOf(event.name);
    await this.state.whenOpen();
    await this.ensureSource(source);
    try {
      const subject = this.names.partitioned(event.name, partitionOf(event));
      await this.publisher.publish(subject, event, again);
    } catch (error) {
      // The stream may be gone: check it before the next attempt.
      this.streams.delete(this.names.stream(source));
      throw error;
    }
  }

  async ownStream(): Promise<StreamMark> {
    const { name } = this.options;
    const { manager } = await this.jetStream();
    await this.ensureSource(name);
    const info = manager.streams.info(this.names.stream(name));
    const { created, state } = await this.state.unlessLost(info);
    return { created, sequence: state.last_seq };
  }

  async listen(listener: EventListener): Promise<void> {
    if (listener.names.length === 0) return;
    const running = new JetStreamListener(
      listener,
      {
        maxAttempts: this.options.maxAttempts ?? 8,
        concurrency: this.options.concurrency ?? 128,
        pause: this.options.pause,
      },
      {
        names: this.names,
        state: this.state,
        connected: () => this.jetStream(),
        ensureStream: (stream, subjects) => this.ensure(stream, subjects),
      },
      this.metrics,
    );
    this.listeners.push(running);
    running.start();
  }

  async answer(answerer: QuestionAnswerer): Promise<void> {
    const begin = async (): Promise<void> => {
      const connection = await this.connected();
      for (const name of answerer.names) {
        connection.subscribe(this.names.question(name), {
          queue: answerer.service,
          callback: (_error, message) => {
            const question = json.decode(message.data) as Question;
            answerer.answer(name, question).then(
              (answer) => message.respond(json.encode({ answer: answer ?? null })),
              (error: unknown) => {
                this.logger.error(`${name}: ${String((error as Error)?.stack ?? error)}`);
                message.respond(json.encode({ error: String((error as Error)?.message ?? error) }));
              },
            );
          },
        });
      }
    };
    void begin().catch((error: unknown) => this.unlessClosing(error));
  }

  async ask(name: string, question: Question, timeoutMillis: number): Promise<unknown> {
    const asked = performance.now();
    let reply;
    try {
      await this.state.whenOpen(timeoutMillis);
      reply = await this.connection!.request(this.names.question(name), json.encode(question), {
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
    const connection = await this.connected();
    const subjects = about?.flatMap((entity) => this.names.eventsAbout(entity));
    const subscriptions = (subjects ?? this.names.everyEvent()).map((subject) =>
      connection.subscribe(subject, {
        callback: (error, message) => {
          if (!error) decodeEvents(message.data).forEach(onEvent);
        },
      }),
    );
    this.gaps.add(onGap);
    await connection.flush();
    return () => {
      this.gaps.delete(onGap);
      for (const subscription of subscriptions) subscription.unsubscribe();
    };
  }

  async close(): Promise<void> {
    this.closing = true;
    await Promise.all(this.listeners.map((listener) => listener.stop()));
    const wasOpen = this.state.isOpen;
    this.state.end();
    if (!this.connection) return;
    // Lets running answers end and acknowledgements be sent.
    if (wasOpen) await Promise.race([this.connection.drain().catch(() => undefined), sleep(1_000)]);
    await this.connection.close();
  }

  /** Streams and consumers of the installation, for tools. */
  async jetStream(): Promise<{
    connection: NatsConnection;
    client: JetStreamClient;
    manager: JetStreamManager;
    names: JetStreamNames;
  }> {
    const connection = await this.connected();
    return { connection, client: this.client!, manager: this.manager!, names: this.names };
  }

  private send({ subject, id, data, event, count }: EventMessage): Promise<unknown> {
    const carried = headers();
    // Several events belong to several requests: each has its own trace.
    if (count === 1 && event.traceparent) carried.set('traceparent', event.traceparent);
    if (count === 1 && event.requestId) carried.set('x-request-id', event.requestId);
    return this.state.unlessLost(
      this.client!.publish(subject, data, { msgID: id, headers: carried, timeout: 5_000 }),
    );
  }

  /** Dead letters wait for an operator: only their number is limited, not their age. */
  private boundsOf(stream: string): StreamBounds {
    const bounds = this.options.bounds ?? { days: 30, events: 2_000_000 };
    return stream === this.names.deadStream() ? { ...bounds, days: 0 } : bounds;
  }

  private ensureSource(service: string): Promise<void> {
    return this.ensure(this.names.stream(service), this.names.streamSubjects(service));
  }

  private ensure(stream: string, subjects: string): Promise<void> {
    const known = this.streams.get(stream);
    if (known) return known;
    const made = this.jetStream().then(({ manager }) =>
      this.state.unlessLost(
        ensureStream(manager, stream, subjects, this.options.replicas ?? 1, this.boundsOf(stream)),
      ),
    );
    this.streams.set(stream, made);
    made.catch(() => this.streams.delete(stream));
    return made;
  }

  /** The connection; retries without end. */
  private connected(): Promise<NatsConnection> {
    this.connecting ??= this.keepTrying();
    return this.connecting;
  }

  private async keepTrying(): Promise<NatsConnection> {
    for (let attempt = 1; ; attempt += 1) {
      if (this.closing) throw new Error('closed');
      try {
        const connection = await connect({
          ...serversOf(this.options.servers),
          name: this.options.name,
          maxReconnectAttempts: -1,
          reconnectTimeWait: 100,
          reconnectJitter: 50,
          pingInterval: 10_000,
          timeout: 5_000,
          noEcho: false,
          // A stack trace per request, in case it fails, costs more than the request.
          noAsyncTraces: true,
        });
        this.manager = await connection.jetstreamManager({ checkAPI: false, timeout: 5_000 });
        this.client = connection.jetstream({ timeout: 5_000 });
        if (this.closing) {
          // Closed while connecting: nobody else would close it.
          await connection.close();
          continue;
        }
        this.connection = connection;
        this.state.opened();
        void this.watch(connection);
        return connection;
      } catch (error) {
        if (attempt === 1 || attempt % 20 === 0) {
          this.logger.warn(`No NATS yet (try ${attempt}): ${String((error as Error).message)}`);
        }
        await sleep(Math.min(2_000, 100 * attempt));
      }
    }
  }

  private async watch(connection: NatsConnection): Promise<void> {
    for await (const status of connection.status()) {
      if (status.type === Events.Disconnect) {
        this.state.lost();
        if (!this.closing) this.logger.warn('NATS is away; events wait in their documents');
      }
      if (status.type === Events.Reconnect) {
        this.streams.clear();
        this.state.opened();
        this.logger.log('NATS is back');
        for (const listener of this.listeners) listener.restart();
        for (const gap of this.gaps) gap();
      }
    }
  }

  private unlessClosing(error: unknown): void {
    if (!this.closing) this.logger.error(String(error));
  }
}
