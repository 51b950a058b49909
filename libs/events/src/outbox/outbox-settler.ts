import { Logger } from '@nestjs/common';
import type { EventMetrics } from '../event-metrics';
import type { OutboxSource, PendingDocument, SettledDocument } from './outbox';

const BATCH = 500;

/**
 * Takes published events out of their documents, many documents with one write: while one write is
 * under way the next batch gathers. What fails to be taken out is found and published again by the
 * sweeper.
 */
export class OutboxSettler {
  private readonly logger = new Logger('Outbox');
  private readonly waiting = new Map<OutboxSource, SettledDocument[]>();
  private readonly running = new Map<OutboxSource, Promise<void>>();

  constructor(private readonly metrics: EventMetrics) {}

  settle(
    source: OutboxSource,
    document: Omit<PendingDocument, 'events'>,
    eventIds: string[],
  ): void {
    const list = this.waiting.get(source) ?? [];
    list.push({ ...document, eventIds });
    this.waiting.set(source, list);
    if (!this.running.has(source)) {
      this.running.set(
        source,
        this.drain(source).finally(() => this.running.delete(source)),
      );
    }
  }

  async flushAll(): Promise<void> {
    while (this.running.size > 0) await Promise.all(this.running.values());
  }

  private async drain(source: OutboxSource): Promise<void> {
    // Let what is acknowledged in this turn gather.
    await new Promise<void>((resolve) => setImmediate(resolve));
    for (;;) {
      const list = this.waiting.get(source) ?? [];
      const batch = list.splice(0, BATCH);
      if (batch.length === 0) return;
      try {
        await source.settle(batch);
      } catch (error) {
        this.metrics.settleFailed(source.name);
        this.logger.warn(`${source.name}: events not taken out yet: ${String(error)}`);
      }
    }
  }
}
