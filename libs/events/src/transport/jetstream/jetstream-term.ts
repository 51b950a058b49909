import { setTimeout as sleep } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import type { EventEnvelope } from '@engawa/contracts';
import {
  type ConsumerMessages,
  type JetStreamClient,
  type JetStreamManager,
  JSONCodec,
  type JsMsg,
  type NatsConnection,
} from 'nats';
import type { EventMetrics } from '../../event-metrics';
import { AggregateQueue } from '../../listener/aggregate-queue';
import type { DeadLetter, EventListener } from '../event-transport';
import type { Backlog } from './backlog';
import { ACK_WAIT_MS, ensureConsumer, MAX_IN_HAND } from './consumer';
import { countOf, decodeEvents } from './event-message';
import type { Line } from './line';
import { type JetStreamNames, sourceOf } from './names';

export interface TermSurroundings {
  names: JetStreamNames;
  maxAttempts: number;
  concurrency: number;
  replicas: number;
  pause?: (attempt: number) => number;
  connected(): Promise<{
    connection: NatsConnection;
    client: JetStreamClient;
    manager: JetStreamManager;
  }>;
  line: Line;
  backlog: Backlog;
  /** Makes a stream unless it is there. */
  ensure(stream: string, subjects: string): Promise<void>;
}

/** A stream that the service reads, and which of it. */
interface Source {
  stream: string;
  streamSubjects: string;
  subjects: string[];
  /** Whether there is something among it that nobody waits for: most of it, then. */
  late: boolean;
}

const json = JSONCodec<unknown>();
const HAND = 'in hand';
const SETTLED_REMEMBERED = 5_000;
/** So long acknowledgements gather, in ms, or so many: those that leave together cost much less. */
const ACK_GATHER_MS = 50;
const ACK_TOGETHER = 64;
/** After an outage, what somebody waits for has the machine to itself for so long. */
const LATE_AFTER_OUTAGE_MS = 2_000;

/** A listening service's time as the holder of its lease: reads a consumer for each source. */
export class JetStreamTerm {
  private readonly logger = new Logger('Events');
  private readonly queue: AggregateQueue;
  /** Messages in hand by `{stream}:{sequence}`; the latest delivery is the one to acknowledge. */
  private readonly inHand = new Map<string, JsMsg>();
  private readonly settled = new Set<string>();
  /** Messages that are applied and about to be acknowledged. */
  private readonly applied: JsMsg[] = [];
  private acknowledging: NodeJS.Timeout | null = null;
  /** Messages whose turn has not come, in the order of the stream. */
  private readonly arrived: { place: string; message: JsMsg; count: number }[] = [];
  /** Events of messages that are being applied, and with those whose turn has not come. */
  private underWay = 0;
  private held = 0;
  private readonly reading = new Map<Source, ConsumerMessages>();
  private readonly prepared = new Map<string, string>();
  private readonly processing = new Set<Promise<void>>();
  private readonly stopping = new AbortController();
  private readonly stopped = new Promise<never>((_resolve, reject) => {
    this.stopping.signal.addEventListener('abort', () => reject(new Error('stopped')));
  });
  private loops: Promise<void>[] = [];
  private heartbeat: NodeJS.Timeout | null = null;

  constructor(
    private readonly listener: EventListener,
    private readonly surroundings: TermSurroundings,
    private readonly metrics: EventMetrics,
  ) {
    // Nobody may be waiting when the end comes.
    this.stopped.catch(() => undefined);
    this.queue = new AggregateQueue({
      concurrency: surroundings.concurrency,
      maxAttempts: surroundings.maxAttempts,
      pause: surroundings.pause,
      handle: (event) => listener.handle(event),
      onRetry: (event, error, attempt) => {
        metrics.retried(listener.service, event.name);
        this.logger.warn(
          `${listener.service}: ${event.name} ${event.id} failed (try ${attempt}): ${reasonOf(error)}`,
        );
      },
    });
  }

  start(): void {
    this.loops = this.sources().map((source) => this.readForEver(source));
    this.heartbeat = setInterval(() => this.beat(), ACK_WAIT_MS / 3);
    this.heartbeat.unref();
  }

  /** The server is away: what may be late is not to be asked for as soon as it is back. */
  interrupt(): void {
    for (const [{ late }, messages] of this.reading) if (late) messages.stop();
  }

  /** Asks the server anew after a reconnect; without this, pulls would wait for their expiry. */
  restart(): void {
    for (const messages of this.reading.values()) messages.stop();
  }

  /** Begins nothing new and waits for what is being applied. */
  async stop(): Promise<void> {
    this.stopping.abort();
    this.restart();
    await this.queue.stop();
    await Promise.all(this.processing);
    await Promise.all(this.loops);
    this.sendAcknowledgements();
    // What is left is not ours any more.
    for (const { stream } of this.sources()) this.surroundings.backlog.set(stream, 0);
    this.surroundings.backlog.set(HAND, 0);
    if (this.heartbeat) clearInterval(this.heartbeat);
  }

  private sources(): Source[] {
    const { names } = this.surroundings;
    const services = new Set(this.listener.names.map(sourceOf));
    const own = [...services].map((service): Source => {
      const wanted = this.listener.names.filter((name) => sourceOf(name) === service);
      return {
        stream: names.stream(service),
        streamSubjects: names.streamSubjects(service),
        subjects: wanted.map((name) => names.event(name)),
        late: wanted.some((name) => this.listener.late?.includes(name)),
      };
    });
    const replayed: Source = {
      stream: names.replayStream(),
      streamSubjects: names.replaySubjects(),
      subjects: [names.replay(this.listener.service)],
      late: false,
    };
    return [...own, replayed];
  }

  private async readForEver(source: Source): Promise<void> {
    const { stream } = source;
    let failures = 0;
    while (!this.stopping.signal.aborted) {
      try {
        await this.read(source);
        failures = 0;
      } catch (error) {
        failures += 1;
        this.prepared.delete(stream);
        if (!this.stopping.signal.aborted && (failures === 1 || failures % 50 === 0)) {
          this.logger.warn(`${this.listener.service} cannot read ${stream} yet: ${String(error)}`);
        }
      }
      const pause = Math.min(1_000, 50 * failures);
      await sleep(pause, undefined, { signal: this.stopping.signal }).catch(() => undefined);
    }
  }

  private async read(source: Source): Promise<void> {
    const { stream } = source;
    const { connection, client, manager } = await this.untilStopped(this.surroundings.connected());
    if (source.late) await this.untilStopped(this.outageOver());
    await this.surroundings.ensure(stream, source.streamSubjects);
    const narrow =
      stream === this.surroundings.names.replayStream() ||
      knowsSeveralFilters(connection.info?.version);
    // A server that is too old for several filters gives out everything; see `take`.
    const subjects = narrow ? source.subjects : [source.streamSubjects];
    const name = await this.consumerOf(manager, stream, subjects);
    const consumer = await this.surroundings.line.unlessLost(client.consumers.get(stream, name));
    const messages = await consumer.consume({
      max_messages: 400,
      expires: 10_000,
      abort_on_missing_resource: true,
      callback: (message) => this.take(stream, message),
    });
    this.reading.set(source, messages);
    try {
      if (this.stopping.signal.aborted) messages.stop();
      const error = await messages.closed();
      if (error instanceof Error) throw error;
    } finally {
      this.reading.delete(source);
    }
  }

  private async outageOver(): Promise<void> {
    const { line } = this.surroundings;
    await line.whenOpen();
    const left = LATE_AFTER_OUTAGE_MS - line.sinceOutage;
    if (left > 0) await sleep(left, undefined, { ref: false });
  }

  /** Once a term: later in it, what is unacknowledged is in our own hands. */
  private async consumerOf(
    manager: JetStreamManager,
    stream: string,
    subjects: readonly string[],
  ): Promise<string> {
    const known = this.prepared.get(stream);
    if (known !== undefined) return known;
    const { name } = await this.surroundings.line.unlessLost(
      ensureConsumer(manager, stream, this.listener.service, subjects),
    );
    this.prepared.set(stream, name);
    return name;
  }

  private untilStopped<T>(work: Promise<T>): Promise<T> {
    return Promise.race([work, this.stopped]);
  }

  private take(stream: string, message: JsMsg): void {
    // What comes after the end is left to the next holder.
    if (this.stopping.signal.aborted) return;
    const place = `${stream}:${message.seq}`;
    if (this.settled.has(place)) {
      // Its acknowledgement was lost on the way.
      this.acknowledge(message);
      return;
    }
    const again = this.inHand.has(place);
    this.inHand.set(place, message);
    if (again) return;
    const count = countOf(message.headers);
    this.arrived.push({ place, message, count });
    this.held += count;
    this.surroundings.backlog.set(stream, message.info.pending);
    this.surroundings.backlog.set(HAND, this.held);
    this.beginNext();
  }

  /**
   * In the order of the stream, and no more events at once than are soon applied; what is not begun
   * is not decoded either.
   */
  private beginNext(): void {
    const most = Math.min(MAX_IN_HAND, 2 * this.surroundings.concurrency);
    while (this.arrived.length > 0 && !this.stopping.signal.aborted) {
      const { place, message, count } = this.arrived[0]!;
      if (this.underWay > 0 && this.underWay + count > most) return;
      this.arrived.shift();
      this.underWay += count;
      const work = this.process(place, message).finally(() => {
        this.underWay -= count;
        this.held -= count;
        this.surroundings.backlog.set(HAND, this.held);
        this.beginNext();
      });
      this.processing.add(work);
      void work.finally(() => this.processing.delete(work));
    }
  }

  /** A message is acknowledged when all of its events are applied. */
  private async process(place: string, message: JsMsg): Promise<void> {
    let events: EventEnvelope[];
    try {
      events = decodeEvents(message.data);
    } catch (error) {
      this.logger.error(`${place}: ${reasonOf(error)}`);
      this.inHand.delete(place);
      message.term(reasonOf(error));
      return;
    }
    // Others come of a server before 2.10.
    const wanted = events.filter((event) => this.listener.names.includes(event.name));
    const done = await Promise.all(wanted.map((event) => this.apply(event)));
    if (done.every(Boolean)) this.settle(place);
  }

  /** False where the term ends before it was applied. */
  private async apply(event: EventEnvelope): Promise<boolean> {
    const outcome = await this.queue.push(event);
    if (outcome.kind === 'stopped') return false;
    if (outcome.kind === 'dead') return this.bury(event, outcome.error, outcome.attempts);
    this.metrics.handled(this.listener.service, event.name, Date.now() - Date.parse(event.at));
    return true;
  }

  private acknowledge(message: JsMsg): void {
    this.applied.push(message);
    if (this.applied.length >= ACK_TOGETHER) this.sendAcknowledgements();
    else this.acknowledging ??= setTimeout(() => this.sendAcknowledgements(), ACK_GATHER_MS);
  }

  private sendAcknowledgements(): void {
    if (this.acknowledging) clearTimeout(this.acknowledging);
    this.acknowledging = null;
    for (const message of this.applied.splice(0)) {
      try {
        message.ack();
      } catch {
        // The connection is closed for good: it comes again, and changes nothing.
      }
    }
  }

  private settle(place: string): void {
    this.acknowledge(this.inHand.get(place)!);
    this.inHand.delete(place);
    this.settled.add(place);
    if (this.settled.size <= SETTLED_REMEMBERED) return;
    for (const oldest of this.settled) {
      this.settled.delete(oldest);
      break;
    }
  }

  /** Puts a dead letter into its stream; only then is the event itself acknowledged. */
  private async bury(event: EventEnvelope, error: unknown, attempts: number): Promise<boolean> {
    const { service } = this.listener;
    const letter: DeadLetter = {
      service,
      event,
      reason: reasonOf(error),
      attempts,
      at: new Date().toISOString(),
    };
    this.logger.error(`${service}: gave up on ${event.name} ${event.id}: ${letter.reason}`);
    while (!this.stopping.signal.aborted) {
      try {
        const { names, ensure, connected } = this.surroundings;
        await ensure(names.deadStream(), names.deadSubjects());
        const { client } = await connected();
        await client.publish(names.dead(service), json.encode(letter), {
          msgID: `${service}:${event.id}:${letter.at}`,
        });
        this.metrics.dead(service, event.name);
        return true;
      } catch (failure) {
        this.logger.error(`${service}: dead letter not kept yet: ${String(failure)}`);
        await sleep(1_000, undefined, { signal: this.stopping.signal }).catch(() => undefined);
      }
    }
    return false;
  }

  /** Tells the server that what is in hand is still being worked on. */
  private beat(): void {
    for (const message of this.inHand.values()) message.working();
  }
}

/** Since 2.10. */
function knowsSeveralFilters(version = ''): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major > 2 || (major === 2 && minor >= 10);
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return `${error.name}: ${error.message}`.slice(0, 2_000);
}
