import { Logger } from '@nestjs/common';
import type { EventEnvelope } from '@engawa/contracts';
import { BackgroundLoop } from '@engawa/service-kit';
import { aggregateKey } from '../envelope/aggregate-key';
import { eventMetrics } from '../event-metrics';
import { newStopping, unlessAborted } from '../retry';
import type { EventTransport } from '../transport/event-transport';
import type { EventJournal, StreamMark } from './event-journal';

export interface StreamRecoveryOptions {
  service: string;
  /** Interval of writing the journal and checking the stream, in ms. */
  every?: number;
}

/** As many events are written at once; in an interval, an import publishes thousands. */
const FLUSH_EVENTS = 500;

/**
 * Detects that the event server lost this service's stream or restored an older copy, and publishes
 * the journal again: listeners may not have applied the events before the loss; applied ones change
 * nothing (decision 0018).
 */
export class StreamRecovery {
  private readonly logger = new Logger('Events');
  private readonly stopping = newStopping();
  private readonly loop: BackgroundLoop;
  private buffer: EventEnvelope[] = [];
  private flushing: Promise<void> = Promise.resolve();
  private lastLoss: string | null = null;

  constructor(
    private readonly transport: EventTransport,
    private readonly journal: EventJournal,
    private readonly options: StreamRecoveryOptions,
  ) {
    this.loop = new BackgroundLoop({
      name: 'EventJournal',
      intervalMs: options.every ?? 5_000,
      round: () => this.round(),
    });
  }

  /** Call when an event is durable in the stream. */
  published(event: EventEnvelope): void {
    this.buffer.push(event);
    // What fails stays in the buffer for the next interval.
    if (this.buffer.length % FLUSH_EVENTS === 0) this.flush().catch(() => undefined);
  }

  /** Text for readiness instead of `ok`: the last loss since the start. */
  get note(): string | null {
    return this.lastLoss;
  }

  /** Starts watching the stream. */
  start(): void {
    this.loop.start();
  }

  /** Stops watching and writes what the journal still lacks. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await this.loop.stop();
    await this.flush().catch(() => undefined);
  }

  private async round(): Promise<void> {
    try {
      await this.flush();
      await this.look();
    } catch (error) {
      if (!this.stopping.signal.aborted) throw error;
    }
  }

  /** Follows a flush in progress, whose events are not in the journal yet. */
  private flush(): Promise<void> {
    return (this.flushing = this.flushing.catch(() => undefined).then(() => this.writeJournal()));
  }

  private async writeJournal(): Promise<void> {
    const events = [...this.buffer];
    if (events.length === 0) return;
    await this.journal.append(events);
    this.buffer.splice(0, events.length);
  }

  /** Waits for the server: a stream that comes back is compared at once. */
  private async look(): Promise<void> {
    // In this order, so that what another replica sees meanwhile does not look like a lost end.
    const seen = await this.journal.findStream();
    const found = await unlessAborted(this.transport.ownStream!(), this.stopping.signal);
    if (seen && (seen.created !== found.created || found.sequence < seen.sequence)) {
      await this.recover(seen, found);
    }
    if (seen?.created !== found.created || seen.sequence !== found.sequence) {
      await this.journal.saveStream(found);
    }
  }

  /** Throws when not all could be published; the next check starts again. */
  private async recover(seen: StreamMark, found: StreamMark): Promise<void> {
    const { service } = this.options;
    const what =
      seen.created === found.created
        ? `the stream ends at ${found.sequence}, it had reached ${seen.sequence}`
        : `the stream was made again at ${found.created}`;
    this.logger.error(`${service}: events were lost: ${what}; publishing the journal again`);
    eventMetrics.streamGaps.inc({ service });
    const since = new Date().toISOString();
    this.lastLoss = `events were lost (noticed at ${since}); publishing them again`;
    const count = await this.republish();
    this.logger.error(`${service}: published ${count} events of the journal again`);
    this.lastLoss = `events were lost (noticed at ${since}); ${count} were published again`;
  }

  /**
   * Publishes the whole journal again; returns the number of events. `again`: even those still in
   * the stream, for listeners that lost their copies.
   */
  async republish({ again = false } = {}): Promise<number> {
    await this.flush();
    let count = 0;
    for await (const events of this.journal.read()) {
      this.stopping.signal.throwIfAborted();
      await this.publishInOrder(events, again);
      count += events.length;
    }
    return count;
  }

  /** Aggregates concurrently, the events of one in order. */
  private async publishInOrder(events: readonly EventEnvelope[], again: boolean): Promise<void> {
    const tails = new Map<string, Promise<void>>();
    for (const event of events) {
      const before = tails.get(aggregateKey(event)) ?? Promise.resolve();
      const publish = () => this.transport.publish(event, { again });
      tails.set(aggregateKey(event), before.then(publish));
    }
    await Promise.all(tails.values());
  }
}
