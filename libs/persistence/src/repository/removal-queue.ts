import { Logger } from '@nestjs/common';
import { eventMetrics, type PublishedEvents } from '@engawa/events';

const REMOVAL_INTERVAL_MS = 500;
/** With as many published events a document is cleaned at once: each of its writes carries them. */
const MAX_EVENTS_OF_DOCUMENT = 10;
const RETRY_INTERVAL_MS = 1_000;
const MAX_BATCH = 500;

/**
 * Published events that their documents still contain. They are removed in batches, because no
 * request depends on it: after a crash they are published again, which listeners ignore.
 */
export class RemovalQueue {
  private readonly logger = new Logger('Outbox');
  private waiting = new Map<string, PublishedEvents>();
  private removing = new Map<string, PublishedEvents>();
  private timer: NodeJS.Timeout | null = null;
  private running: Promise<void> | null = null;

  /** `remove` removes the events from their documents; it is repeated when it fails. */
  constructor(
    private readonly collection: string,
    private readonly remove: (documents: PublishedEvents[]) => Promise<void>,
  ) {}

  /**
   * Queues published events for removal: within 500 ms, or at once for a tombstone and a document
   * with many.
   */
  add(document: PublishedEvents): void {
    this.put(document);
    const { eventIds } = this.waiting.get(document.key)!;
    if (!document.purge && eventIds.length < MAX_EVENTS_OF_DOCUMENT) {
      return this.schedule(REMOVAL_INTERVAL_MS);
    }
    // A tombstone goes at once: queries still meet it.
    if (this.timer) clearTimeout(this.timer);
    this.timer = null;
    this.schedule(0);
  }

  /** Number of documents with events that wait to be removed. */
  get size(): number {
    return this.waiting.size + this.removing.size;
  }

  /** Whether the event was published and only waits to be removed. */
  has(key: string, eventId: string): boolean {
    return [this.waiting, this.removing].some((documents) =>
      documents.get(key)?.eventIds.includes(eventId),
    );
  }

  /** Removes what is queued now; failures are left to the sweeper of the next process. */
  async flush(): Promise<void> {
    await this.running;
    if (this.timer) clearTimeout(this.timer);
    this.timer = null;
    if (this.waiting.size > 0) await this.run(false);
  }

  private put(document: PublishedEvents): void {
    const known = this.waiting.get(document.key);
    this.waiting.set(
      document.key,
      known
        ? {
            ...document,
            eventIds: [...known.eventIds, ...document.eventIds],
            purge: known.purge || document.purge,
          }
        : document,
    );
  }

  private schedule(delayMillis: number): void {
    if (this.timer || this.running || this.waiting.size === 0) return;
    this.timer = setTimeout(() => {
      this.timer = null;
      this.running = this.run(true);
    }, delayMillis).unref();
  }

  private async run(repeats: boolean): Promise<void> {
    const batch = [...this.waiting].slice(0, MAX_BATCH);
    this.removing = new Map(batch);
    for (const [key] of batch) this.waiting.delete(key);
    let failed = false;
    try {
      await this.remove(batch.map(([, document]) => document));
    } catch (error) {
      failed = true;
      eventMetrics.settleFailed.inc({ collection: this.collection });
      this.logger.warn(`${this.collection}: events not removed yet: ${String(error)}`);
    }
    const again = failed ? [...this.removing.values()] : [];
    this.removing = new Map();
    this.running = null;
    if (!repeats) return;
    if (failed) {
      for (const document of again) this.put(document);
      this.schedule(RETRY_INTERVAL_MS);
      return;
    }
    this.schedule(this.waiting.size >= MAX_BATCH ? 0 : REMOVAL_INTERVAL_MS);
  }
}
