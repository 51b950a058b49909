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
  /** Interval of the sweeper in ms. While it finds nothing, it grows up to five times. */
  sweepEvery?: number;
  /** Only older events are swept, in ms; younger ones are in progress. */
  sweepOlderThan?: number;
  /** Documents per sweep and source. */
  sweepLimit?: number;
  /** Most documents in memory; the rest is left to the sweeper. */
  memoryLimit?: number;
  /** Called for each event that is durable in its stream. */
  onPublished?: (event: EventEnvelope) => void;
}

/** A document whose events are being published one after another. */
interface Publication {
  source: OutboxSource;
  document: Omit<PendingDocument, 'events'>;
  queue: EventEnvelope[];
  /** Published events that are not yet removed from the document. */
  published: string[];
}

const MAX_PUBLISH_PAUSE_MS = 2_000;
const MAX_EVENTS_PER_SETTLE = 100;

/**
 * Publishes events from their documents, in order per document, outside of requests, and removes
 * them after the acknowledgement. The document's list defines the order: a later write includes
 * earlier unpublished events, so replicas cannot overtake each other. Publishing twice is harmless
 * (message id, idempotent listeners), and nothing is lost: the sweeper finds what memory forgot
 * (decision 0001).
 */
export class OutboxRelay extends Outbox {
  private readonly logger = new Logger('Outbox');
  private readonly sources = new Map<string, OutboxSource>();
  private readonly publications = new Map<string, Publication>();
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

  /** Starts publishing and sweeping; until then, accepted events wait. */
  start(): void {
    if (this.started) return;
    this.started = true;
    for (const [id, publication] of this.publications) void this.run(id, publication);
    this.sweeping = this.sweepForEver();
  }

  accept(source: OutboxSource, document: PendingDocument): void {
    if (document.events.length === 0 || this.stopping.signal.aborted) return;
    const id = `${source.name}\n${document.space}\n${document.key}`;
    const running = this.publications.get(id);
    if (running) {
      const known = new Set([...running.published, ...running.queue.map((event) => event.id)]);
      running.queue.push(...document.events.filter((event) => !known.has(event.id)));
      running.document.purge ||= document.purge;
      return;
    }
    if (this.publications.size >= (this.options.memoryLimit ?? 10_000)) {
      this.overflowed = true;
      return;
    }
    const { events, ...rest } = document;
    const made: Publication = { source, document: rest, queue: [...events], published: [] };
    this.publications.set(id, made);
    this.metrics.outboxDocuments(this.options.service, this.publications.size);
    if (this.started) void this.run(id, made);
  }

  /** Stops sweeping and waits briefly for events in progress; the rest stays in the documents. */
  async stop(graceMillis = 5_000): Promise<void> {
    if (this.stopping.signal.aborted) return;
    const deadline = Date.now() + graceMillis;
    while (this.started && this.publications.size > 0 && Date.now() < deadline) await sleep(5);
    this.stopping.abort();
    await this.sweeping;
    await this.settler.idle();
  }

  /** Resolves when nothing is in progress; for tests and tools. */
  async idle(): Promise<void> {
    while (this.publications.size > 0) await sleep(2);
  }

  private async run(id: string, publication: Publication): Promise<void> {
    const { queue } = publication;
    try {
      while (queue.length > 0) {
        while (queue.length > 0 && publication.published.length < MAX_EVENTS_PER_SETTLE) {
          await this.publish(queue[0]!);
          publication.published.push(queue.shift()!.id);
        }
        await this.settle(publication, queue.length === 0);
      }
    } catch {
      // Stopping: another process's sweeper finds the rest.
      await this.settle(publication, false);
    } finally {
      this.publications.delete(id);
      this.metrics.outboxDocuments(this.options.service, this.publications.size);
    }
  }

  /** Removes published events from the document; `last`: none of its events is left. */
  private async settle(publication: Publication, last: boolean): Promise<void> {
    const { source, document, published } = publication;
    if (published.length === 0) return;
    const purge = document.purge && last;
    await this.settler.settle(source, { ...document, eventIds: published, purge });
    publication.published = [];
  }

  /** Retries until the event is durable; throws only when the relay stops. */
  private async publish(event: EventEnvelope): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      this.stopping.signal.throwIfAborted();
      try {
        await withPublishing(this.options.service, event, () => this.transport.publish(event));
        this.options.onPublished?.(event);
        this.metrics.published(event.name);
        this.metrics.outboxLag(this.options.service, Date.now() - Date.parse(event.at));
        return;
      } catch (error) {
        this.metrics.publishFailed(event.name);
        if (attempt === 1 || attempt % 20 === 0) {
          this.logger.warn(`${event.name} ${event.id}: not published yet: ${String(error)}`);
        }
        const pause = Math.min(MAX_PUBLISH_PAUSE_MS, 20 * 2 ** Math.min(attempt, 10));
        await sleep(pause, undefined, { signal: this.stopping.signal });
      }
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

  /** Returns the number of documents found. */
  private async sweep(): Promise<number> {
    const { sweepOlderThan = 2_000, sweepLimit = 200, memoryLimit = 10_000 } = this.options;
    if (this.publications.size >= memoryLimit / 2) return this.publications.size;
    let total = 0;
    const before = new Date(Date.now() - sweepOlderThan);
    for (const source of this.sources.values()) {
      const found = await source.findPending(before, sweepLimit);
      const left = found.filter(
        ({ space, key }) => !this.publications.has(`${source.name}\n${space}\n${key}`),
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
