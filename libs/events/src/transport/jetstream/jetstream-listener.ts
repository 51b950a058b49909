import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import {
  type ConsumerMessages,
  type JetStreamClient,
  type JetStreamManager,
  JSONCodec,
  type JsMsg,
  type NatsConnection,
} from 'nats';
import type { EventMetrics } from '../../event-metrics';
import { EventApplier, type EventApplierOptions } from '../../listener/event-applier';
import type { DeadLetter, EventListener } from '../event-transport';
import type { ConnectionState } from './connection-state';
import { decodeMessage } from './event-message';
import { type JetStreamNames, sourceOf } from './names';
import { PARTITIONS } from './partition';
import { ACK_WAIT_MS, ensureConsumer, findEarlierConsumer } from './provision';

export interface ListenerConnection {
  names: JetStreamNames;
  state: ConnectionState;
  connected(): Promise<{
    connection: NatsConnection;
    client: JetStreamClient;
    manager: JetStreamManager;
  }>;
  /** Creates a stream if needed. */
  ensureStream(stream: string, subjects: string): Promise<void>;
}

/** A durable consumer; `name` is null when only an earlier version's consumer is read. */
interface Source {
  stream: string;
  streamSubjects: string;
  name: string | null;
  subjects: string[];
  /** Covers `subjects` for servers that support only one filter. */
  wildcard: string;
}

const json = JSONCodec<unknown>();
/** After this many deliveries without an outcome, the message probably crashes the process. */
const MAX_DELIVERIES = 30;
const PULL_EXPIRES_MS = 10_000;
const MAX_RETRY_PAUSE_MS = 1_000;

/**
 * Applies the events of a service in this replica. Each stream has a durable consumer per
 * partition, shared by all replicas; the server delivers one message of each at a time, so the
 * events of an aggregate are applied in order by any replica (decision 0017).
 */
export class JetStreamListener {
  private readonly logger = new Logger('Events');
  private readonly applier: EventApplier;
  private readonly reading = new Set<ConsumerMessages>();
  private readonly stopping = new AbortController();
  private readonly stopped = new Promise<never>((_resolve, reject) => {
    this.stopping.signal.addEventListener('abort', () => reject(new Error('stopped')));
  });
  private loops: Promise<void>[] = [];

  constructor(
    private readonly listener: EventListener,
    options: Omit<EventApplierOptions, 'keep'>,
    private readonly to: ListenerConnection,
    metrics: EventMetrics,
  ) {
    this.stopped.catch(() => undefined);
    // One listener per consumer.
    setMaxListeners(0, this.stopping.signal);
    const keep = (letter: DeadLetter) => this.keep(letter);
    this.applier = new EventApplier(listener, { ...options, keep }, metrics);
  }

  start(): void {
    this.loops = this.sources().map((source) => this.readUntilStopped(source));
  }

  /** Pulls again after a reconnect: lost requests would only time out. */
  restart(): void {
    for (const messages of this.reading) messages.stop();
  }

  /** Starts nothing new, waits for events in progress and returns the rest to the server. */
  async stop(): Promise<void> {
    this.stopping.abort();
    this.restart();
    await this.applier.stop();
    await Promise.all(this.loops);
  }

  private sources(): Source[] {
    const { names } = this.to;
    const { service, names: wanted } = this.listener;
    const sources: Source[] = [
      {
        stream: names.replayStream(),
        streamSubjects: names.replaySubjects(),
        name: service,
        subjects: [names.replay(service)],
        wildcard: names.replay(service),
      },
    ];
    for (const publisher of new Set(wanted.map(sourceOf))) {
      const own = wanted.filter((name) => sourceOf(name) === publisher);
      const stream = names.stream(publisher);
      const streamSubjects = names.streamSubjects(publisher);
      sources.push({
        stream,
        streamSubjects,
        name: null,
        subjects: own.map((name) => names.event(name)),
        wildcard: names.event(`${publisher}.*.*`),
      });
      for (let partition = 0; partition < PARTITIONS; partition += 1) {
        sources.push({
          stream,
          streamSubjects,
          name: `${service}-p${partition}`,
          subjects: own.map((name) => names.partitioned(name, partition)),
          wildcard: names.partitioned(`${publisher}.*.*`, partition),
        });
      }
    }
    return sources;
  }

  private async readUntilStopped(source: Source): Promise<void> {
    let failures = 0;
    while (!this.stopping.signal.aborted) {
      try {
        if (!(await this.read(source))) return;
        failures = 0;
      } catch (error) {
        failures += 1;
        if (!this.stopping.signal.aborted && (failures === 1 || failures % 50 === 0)) {
          this.logger.warn(
            `${this.listener.service} cannot read ${source.stream} yet: ${String(error)}`,
          );
        }
      }
      await this.pause(Math.min(MAX_RETRY_PAUSE_MS, 50 * failures));
    }
  }

  /**
   * Reads until the connection is lost or the consumer is gone; false when there is nothing to
   * read.
   */
  private async read(source: Source): Promise<boolean> {
    const { stream, streamSubjects } = source;
    const { state, ensureStream } = this.to;
    const { connection, client, manager } = await this.untilStopped(this.to.connected());
    await this.untilStopped(state.whenOpen());
    await ensureStream(stream, streamSubjects);
    const { service } = this.listener;
    const name =
      source.name ?? (await state.unlessLost(findEarlierConsumer(manager, stream, service)));
    if (name === null) return false;
    const subjects = knowsSeveralFilters(connection.info?.version)
      ? source.subjects
      : [source.wildcard];
    await state.unlessLost(ensureConsumer(manager, { stream, name, subjects }));
    const consumer = await state.unlessLost(client.consumers.get(stream, name));
    const messages = await consumer.consume({
      // One in progress, and a pending request for the next one.
      max_messages: 2,
      expires: PULL_EXPIRES_MS,
      abort_on_missing_resource: true,
    });
    this.reading.add(messages);
    try {
      if (this.stopping.signal.aborted) messages.stop();
      for await (const message of messages) await this.process(message);
    } finally {
      this.reading.delete(messages);
      messages.stop();
    }
    return true;
  }

  /** Acknowledges a message when all its events are applied or stored as dead letters. */
  private async process(message: JsMsg): Promise<void> {
    const beat = setInterval(() => message.working(), ACK_WAIT_MS / 3);
    const applied = await this.apply(message).finally(() => clearInterval(beat));
    try {
      if (applied) message.ack();
      else message.nak();
    } catch {
      // The connection is closed: the message is redelivered and changes nothing.
    }
  }

  private async apply(message: JsMsg): Promise<boolean> {
    if (this.stopping.signal.aborted) return false;
    const name = this.to.names.eventOf(message.subject);
    // Servers before 2.10 deliver other events of the partition too.
    if (name !== null && !this.listener.names.includes(name)) return true;
    const { events, malformed } = decodeMessage(message.data, name);
    if (message.info.deliveryCount > MAX_DELIVERIES) {
      const reason = `delivered ${message.info.deliveryCount} times without an outcome`;
      return this.applier.reject(message.string(), reason);
    }
    const outcomes = await Promise.all([
      ...malformed.map(({ raw, reason }) => this.applier.reject(raw, reason)),
      ...events
        .filter((event) => this.listener.names.includes(event.name))
        .map((event) => this.applier.apply(event)),
    ]);
    return outcomes.every(Boolean);
  }

  private async keep(letter: DeadLetter): Promise<void> {
    const { names, ensureStream, connected, state } = this.to;
    await ensureStream(names.deadStream(), names.deadSubjects());
    const { client } = await connected();
    const id = letter.event?.id ?? '';
    await state.unlessLost(
      client.publish(names.dead(letter.service), json.encode(letter), {
        msgID: `${letter.service}:${String(id)}:${letter.at}:${letter.raw?.length ?? 0}`,
      }),
    );
  }

  private untilStopped<T>(work: Promise<T>): Promise<T> {
    return Promise.race([work, this.stopped]);
  }

  private async pause(millis: number): Promise<void> {
    await sleep(millis, undefined, { signal: this.stopping.signal }).catch(() => undefined);
  }
}

/** Supported since 2.10. */
function knowsSeveralFilters(version = ''): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major > 2 || (major === 2 && minor >= 10);
}
