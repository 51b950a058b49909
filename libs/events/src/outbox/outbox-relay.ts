import { setTimeout as sleep } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import type { EventEnvelope } from '@engawa/contracts';
import { withPublishing } from '../envelope/trace';
import type { EventTransport } from '../transport/event-transport';
import type { EventMetrics } from '../event-metrics';
import { Outbox, type OutboxSource, type PendingDocument } from './outbox';
import { OutboxSettler } from './outbox-settler';

export interface RelayOptions {
  service: string;
  /**
   * How often the sweeper looks for what a crash left, in ms. While it finds nothing it looks more
   * and more seldom, down to a fifth as often.
   */
  sweepEvery?: number;
  /** Only events older than this are swept, in ms; younger ones are on their way. */
  sweepOlderThan?: number;
  /** Documents per sweep and source. */
  sweepLimit?: number;
  /** Documents held in memory; what is beyond stays to the sweeper. */
  memoryLimit?: number;
}

/** The events of one document on their way out, strictly one after another. */
interface Lane {
  source: OutboxSource;
  document: Omit<PendingDocument, 'events'>;
  queue: EventEnvelope[];
}

const PUBLISHED_REMEMBERED = 20_000;
const MAX_PUBLISH_PAUSE = 2_000;

/**
 * Publishes what writes left in their documents, in order for each document, off the request's
 * path; takes it out after the acknowledgement. The document's own list is the order: a later
 * write brings earlier unpublished events along, so that replicas cannot overtake each other.
 * Publishing twice is harmless (message id, idempotent listeners), losing is impossible: what
 * memory forgets, the sweeper finds.
 */
export class OutboxRelay extends Outbox {
  private readonly logger = new Logger('Outbox');
  private readonly sources = new Map<string, OutboxSource>();
  private readonly lanes = new Map<string, Lane>();
  private readonly published = new Set<string>();
  private readonly settler: OutboxSettler;
  private readonly stopping = new AbortController();
  private sweeping: Promise<void> | null = null;
  private started = false;
  private overflowed = false;

  constructor(
    private readonly transport: EventTransport,
    private readonly metrics: EventMetrics,
    private readonly options: RelayOptions,
  ) {
    super();
    this.settler = new OutboxSettler(metrics);
  }

  register(source: OutboxSource): void {
    this.sources.set(source.name, source);
  }

  /** Begins to publish and to sweep; before that, accepted events only wait. */
  start(): void {
    if (this.started) return;
    this.started = true;
    for (const [id, lane] of this.lanes) void this.run(id, lane);
    this.sweeping = this.sweepForEver();
  }

  accept(source: OutboxSource, document: PendingDocument): void {
    if (document.events.length === 0 || this.stopping.signal.aborted) return;
    const id = `${source.name}\n${document.space}\n${document.key}`;
    const lane = this.lanes.get(id);
    if (lane) {
      const known = new Set(lane.queue.map((event) => event.id));
      lane.queue.push(...document.events.filter((event) => !known.has(event.id)));
      lane.document.purge ||= document.purge;
      return;
    }
    if (this.lanes.size >= (this.options.memoryLimit ?? 10_000)) {
      this.overflowed = true;
      return;
    }
    const { events, ...rest } = document;
    const made: Lane = { source, document: rest, queue: [...events] };
    this.lanes.set(id, made);
    this.metrics.outboxLanes(this.options.service, this.lanes.size);
    if (this.started) void this.run(id, made);
  }

  /** Stops sweeping, waits a moment for what is under way; the rest stays in its documents. */
  async stop(graceMillis = 5_000): Promise<void> {
    if (this.stopping.signal.aborted) return;
    const deadline = Date.now() + graceMillis;
    while (this.started && this.lanes.size > 0 && Date.now() < deadline) await sleep(5);
    this.stopping.abort();
    await this.sweeping;
    await this.settler.flushAll();
  }

  /** Resolves when nothing is under way; for tests and tools. */
  async idle(): Promise<void> {
    while (this.lanes.size > 0) await sleep(2);
    await this.settler.flushAll();
  }

  private async run(id: string, lane: Lane): Promise<void> {
    const settled: string[] = [];
    try {
      while (lane.queue.length > 0) {
        const event = lane.queue[0]!;
        if (!this.published.has(event.id)) await this.publish(event);
        lane.queue.shift();
        settled.push(event.id);
        if (lane.queue.length > 0 && settled.length < 100) continue;
        const purge = lane.document.purge && lane.queue.length === 0;
        this.settler.settle(lane.source, { ...lane.document, purge }, settled.splice(0));
      }
    } catch {
      // Stopping, or not to be published now: the sweeper finds what is left.
      if (settled.length > 0) {
        this.settler.settle(lane.source, { ...lane.document, purge: false }, settled);
      }
    } finally {
      this.lanes.delete(id);
      this.metrics.outboxLanes(this.options.service, this.lanes.size);
    }
  }

  /** Tries until the event is durable; throws only when the relay stops. */
  private async publish(event: EventEnvelope): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      this.stopping.signal.throwIfAborted();
      try {
        await withPublishing(this.options.service, event, () => this.transport.publish(event));
        this.metrics.published(event.name);
        this.metrics.outboxLag(this.options.service, Date.now() - Date.parse(event.at));
        this.remember(event.id);
        return;
      } catch (error) {
        this.metrics.publishFailed(event.name);
        if (attempt === 1 || attempt % 20 === 0) {
          this.logger.warn(`${event.name} ${event.id}: not published yet: ${String(error)}`);
        }
        const pause = Math.min(MAX_PUBLISH_PAUSE, 20 * 2 ** Math.min(attempt, 10));
        await sleep(pause, undefined, { signal: this.stopping.signal });
      }
    }
  }

  private remember(eventId: string): void {
    this.published.add(eventId);
    if (this.published.size <= PUBLISHED_REMEMBERED) return;
    for (const oldest of this.published) {
      this.published.delete(oldest);
      break;
    }
  }

  private async sweepForEver(): Promise<void> {
    const { sweepEvery = 1_000 } = this.options;
    let failing = false;
    let calm = 1;
    while (!this.stopping.signal.aborted) {
      try {
        const found = await this.sweep();
        failing = false;
        calm = found > 0 || this.overflowed ? 1 : Math.min(5, calm * 1.2);
        this.overflowed = false;
      } catch (error) {
        if (!failing) this.logger.warn(`Sweep failed: ${String(error)}`);
        failing = true;
      }
      const pause = sweepEvery * calm;
      await sleep(pause, undefined, { signal: this.stopping.signal }).catch(() => undefined);
    }
  }

  /** Answers how many documents were found. */
  private async sweep(): Promise<number> {
    const { sweepOlderThan = 2_000, sweepLimit = 200, memoryLimit = 10_000 } = this.options;
    if (this.lanes.size >= memoryLimit / 2) return this.lanes.size;
    let total = 0;
    const before = new Date(Date.now() - sweepOlderThan);
    for (const source of this.sources.values()) {
      const found = await source.findPending(before, sweepLimit);
      const left = found.filter(
        ({ space, key }) =>
          !this.lanes.has(`${source.name}\n${space}\n${key}`) &&
          !this.settler.isSettling(source, key),
      );
      if (left.length > 0) {
        this.logger.log(`${source.name}: ${left.length} document(s) with events left behind`);
      }
      total += left.length;
      for (const document of left) this.accept(source, document);
    }
    return total;
  }
}
