import { setTimeout as sleep } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import type { EventEnvelope } from '@engawa/contracts';
import type { EventMetrics } from '../event-metrics';
import type { EventTransport } from '../transport/event-transport';
import type { EventJournal, StreamMark } from './event-journal';

export interface StreamRecoveryOptions {
  service: string;
  /** Interval of writing the journal in ms. */
  flushEvery?: number;
  /** Interval of comparing the stream with its last seen state in ms. */
  lookEvery?: number;
}

/** How long readiness reports a recovery. */
const TOLD_MS = 15 * 60_000;
const MAX_BUFFERED = 5_000;

/**
 * Detects that the event server lost this service's stream or restored an older copy, and publishes
 * the journal again: listeners may not have applied the events before the loss; applied ones change
 * nothing (decision 0018).
 */
export class StreamRecovery {
  private readonly logger = new Logger('Events');
  private readonly stopping = new AbortController();
  private buffer: EventEnvelope[] = [];
  private running: Promise<unknown> = Promise.resolve();
  private tale: { text: string; until: number } | null = null;

  constructor(
    private readonly transport: EventTransport,
    private readonly journal: EventJournal,
    private readonly metrics: EventMetrics,
    private readonly options: StreamRecoveryOptions,
  ) {}

  /** Call when an event is durable in the stream. */
  published(event: EventEnvelope): void {
    if (this.buffer.length < MAX_BUFFERED) this.buffer.push(event);
  }

  /** Text for readiness instead of `ok`. */
  get note(): string | null {
    return this.tale && Date.now() < this.tale.until ? this.tale.text : null;
  }

  start(): void {
    const { flushEvery = 1_000, lookEvery = 5_000 } = this.options;
    this.running = Promise.all([
      this.repeat(flushEvery, () => this.flush()),
      this.repeat(lookEvery, () => this.look()),
    ]);
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await this.running;
    await this.flush().catch(() => undefined);
  }

  private async repeat(every: number, work: () => Promise<void>): Promise<void> {
    const { signal } = this.stopping;
    let failing = false;
    while (!signal.aborted) {
      try {
        await work();
        failing = false;
      } catch (error) {
        if (!failing && !signal.aborted) this.logger.warn(`journal: ${String(error)}`);
        failing = true;
      }
      await sleep(every, undefined, { signal }).catch(() => undefined);
    }
  }

  private async flush(): Promise<void> {
    const events = this.buffer;
    if (events.length === 0) return;
    this.buffer = [];
    try {
      await this.journal.append(events);
    } catch (error) {
      this.buffer = [...events, ...this.buffer].slice(0, MAX_BUFFERED);
      throw error;
    }
  }

  private async look(): Promise<void> {
    if (!this.transport.isConnected()) return;
    // In this order, so that what another replica sees meanwhile does not look like a lost end.
    const seen = await this.journal.findStream();
    const found = await this.transport.ownStream?.();
    if (!found) return;
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
    this.metrics.streamGap(service);
    this.tell('events were lost; publishing them again');
    const count = await this.republish();
    this.logger.error(`${service}: published ${count} events of the journal again`);
    this.tell(`events were lost; ${count} were published again`);
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
    const rows = new Map<string, EventEnvelope[]>();
    for (const event of events) {
      const key = `${event.space}/${event.aggregate.type}/${event.aggregate.id}`;
      const row = rows.get(key);
      if (row) row.push(event);
      else rows.set(key, [event]);
    }
    await Promise.all(
      [...rows.values()].map(async (row) => {
        for (const event of row) await this.transport.publish(event, { again });
      }),
    );
  }

  private tell(text: string): void {
    this.tale = { text, until: Date.now() + TOLD_MS };
  }
}
