import { setTimeout as sleep } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import type { EventEnvelope } from '@engawa/contracts';
import { BackgroundLoop } from '@engawa/service-kit';
import { withPublishing } from '../envelope/trace';
import { ageOf, eventMetrics } from '../event-metrics';
import { TAKE_OVER_MS } from '../events-options';
import { newStopping, reasonOf, retry, unlessAborted } from '../retry';
import type { EventTransport } from '../transport/event-transport';
import { Outbox, type OutboxSource, type PendingDocument, type PublishedEvents } from './outbox';
import { PublishingRounds } from './publishing-rounds';

export interface RelayOptions {
  service: string;
  /** Interval of the sweeper in ms. It takes events that are at least as old. */
  sweepEvery?: number;
  /** Most documents in memory; the sweeper publishes the rest. */
  memoryLimit?: number;
  /** Called for each event that is durable in its stream. */
  onPublished?: (event: EventEnvelope) => void;
}

/** A document whose events are being published one after another. */
interface Publication {
  document: Omit<PendingDocument, 'events'>;
  queue: EventEnvelope[];
  /** Published events that are not yet removed from the document. */
  published: string[];
  /** Resolves when all are published and removed, or the relay stops. */
  ended: Promise<void>;
}

/** Documents per sweep and source. */
const SWEEP_LIMIT = 200;

/**
 * Publishes events from their documents, in order per document, outside of requests, and removes
 * them after the acknowledgement. The document's list defines the order: a later write includes
 * earlier unpublished events, so replicas cannot overtake each other. Publishing twice is harmless
 * (message id, idempotent listeners), and nothing is lost: the sweeper finds what memory forgot
 * (decision 0001).
 */
export class OutboxRelay extends Outbox {
  private readonly logger = new Logger('Outbox');
  private readonly sources: OutboxSource[] = [];
  private readonly publications = new Map<string, Publication>();
  private readonly stopping = newStopping();
  private readonly rounds = new PublishingRounds(this.stopping.signal);
  private readonly started: Promise<void>;
  private readonly sweeper: BackgroundLoop;
  private hasStarted = false;
  private begin: () => void = () => undefined;

  constructor(
    private readonly transport: EventTransport,
    private readonly options: RelayOptions,
  ) {
    super();
    this.started = new Promise((resolve) => (this.begin = resolve));
    this.sweeper = new BackgroundLoop({
      name: 'Outbox',
      intervalMs: this.sweepEvery,
      round: () => this.sweep(),
    });
  }

  /** Adds a collection whose pending events are published and swept. */
  register(source: OutboxSource): void {
    this.sources.push(source);
  }

  /** Starts publishing and sweeping; until then, accepted events wait. */
  start(): void {
    this.hasStarted = true;
    this.begin();
    this.sweeper.start();
  }

  /**
   * Takes over the pending events of a document. Known events are ignored; beyond the memory limit
   * or after `stop` the sweeper of a later round or process publishes them.
   */
  accept(source: OutboxSource, { events, ...document }: PendingDocument): void {
    if (events.length === 0 || this.stopping.signal.aborted) return;
    const id = idOf(source, document);
    const running = this.publications.get(id);
    if (running) {
      const known = new Set([...running.published, ...running.queue.map((event) => event.id)]);
      running.queue.push(...events.filter((event) => !known.has(event.id)));
      running.document.purge ||= document.purge;
    } else if (this.publications.size < this.memoryLimit) {
      const made = { document, queue: [...events], published: [], ended: Promise.resolve() };
      this.publications.set(id, made);
      this.countDocuments();
      made.ended = this.run(id, source, made);
    }
  }

  /** Stops sweeping and waits briefly for events in progress; the rest stays in the documents. */
  async stop(graceMillis = 5_000): Promise<void> {
    if (this.hasStarted) {
      await Promise.race([this.idle(), sleep(graceMillis, undefined, { ref: false })]);
    }
    this.stopping.abort();
    this.begin();
    await this.sweeper.stop();
    await this.idle();
  }

  /** Resolves when nothing is in progress. */
  async idle(): Promise<void> {
    while (this.publications.size > 0) {
      await Promise.all([...this.publications.values()].map(({ ended }) => ended));
    }
  }

  private get sweepEvery(): number {
    return this.options.sweepEvery ?? TAKE_OVER_MS;
  }

  private get memoryLimit(): number {
    return this.options.memoryLimit ?? 10_000;
  }

  private countDocuments(): void {
    eventMetrics.outboxDocuments.set({ service: this.options.service }, this.publications.size);
  }

  private async run(id: string, source: OutboxSource, publication: Publication): Promise<void> {
    const { document, queue } = publication;
    await this.started;
    await this.rounds.begin();
    while (queue.length > 0 && !this.stopping.signal.aborted) {
      try {
        while (queue.length > 0) {
          await this.publish(queue[0]!);
          publication.published.push(queue.shift()!.id);
        }
      } catch {
        // Stopping: another process's sweeper finds the rest.
      }
      const { published } = publication;
      const purge = document.purge && queue.length === 0;
      if (published.length > 0) {
        await this.removePublished(source, { ...document, eventIds: published, purge });
      }
      publication.published = [];
    }
    this.publications.delete(id);
    this.countDocuments();
  }

  /** Retries until the event is durable; throws only when the relay stops. */
  private async publish(event: EventEnvelope): Promise<void> {
    const { service } = this.options;
    const { signal } = this.stopping;
    const once = async () => {
      try {
        const published = withPublishing(service, event, () => this.transport.publish(event));
        await unlessAborted(published, signal);
      } catch (error) {
        eventMetrics.publishFailed.inc({ event: event.name });
        throw error;
      }
    };
    await retry(`${event.name} ${event.id} not published yet`, once, signal);
    this.options.onPublished?.(event);
    eventMetrics.published.inc({ event: event.name });
    eventMetrics.outboxLag.observe({ service }, ageOf(event));
  }

  /** Removes published events. If it fails, the sweeper publishes them again. */
  private async removePublished(source: OutboxSource, document: PublishedEvents): Promise<void> {
    try {
      await source.removePublished(document);
    } catch (error) {
      eventMetrics.settleFailed.inc({ collection: source.name });
      this.logger.warn(`${source.name}: events not removed yet: ${reasonOf(error)}`);
    }
  }

  /** Publishes what other processes left behind; true when there is probably more. */
  private async sweep(): Promise<boolean> {
    if (this.publications.size >= this.memoryLimit) return false;
    const before = new Date(Date.now() - this.sweepEvery);
    let more = false;
    for (const source of this.sources) {
      const found = await source.findPending(before, SWEEP_LIMIT);
      const left = found.filter((document) => !this.publications.has(idOf(source, document)));
      if (left.length === 0) continue;
      this.logger.log(`${source.name}: ${left.length} document(s) with events left behind`);
      for (const document of left) this.accept(source, document);
      await Promise.all(left.map((each) => this.publications.get(idOf(source, each))?.ended));
      // The query was full, although this process may already publish some of what it found.
      more ||= found.length === SWEEP_LIMIT;
    }
    return more;
  }
}

function idOf(source: OutboxSource, { space, key }: { space: string; key: string }): string {
  return `${source.name}\n${space}\n${key}`;
}
