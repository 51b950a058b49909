import { Logger } from '@nestjs/common';
import type { EventMetrics } from '../event-metrics';
import type { OutboxSource, SettledDocument } from './outbox';

const MAX_BATCH = 500;

interface Waiting {
  document: SettledDocument;
  resolve: () => void;
}

/**
 * Removes published events from their documents. Requests during a write share the next one. If it
 * fails, the sweeper publishes them again.
 */
export class OutboxSettler {
  private readonly logger = new Logger('Outbox');
  private readonly waiting = new Map<OutboxSource, Waiting[]>();

  constructor(private readonly metrics: EventMetrics) {}

  /** Resolves when the write has ended, successful or not. */
  settle(source: OutboxSource, document: SettledDocument): Promise<void> {
    return new Promise((resolve) => {
      const queue = this.waiting.get(source);
      if (queue) {
        queue.push({ document, resolve });
        return;
      }
      this.waiting.set(source, [{ document, resolve }]);
      setImmediate(() => void this.drain(source));
    });
  }

  /** Resolves when nothing is left to remove. */
  async idle(): Promise<void> {
    while (this.waiting.size > 0) await new Promise((resolve) => setTimeout(resolve, 2));
  }

  private async drain(source: OutboxSource): Promise<void> {
    const queue = this.waiting.get(source)!;
    while (queue.length > 0) {
      const batch = queue.splice(0, MAX_BATCH);
      try {
        await source.settle(batch.map(({ document }) => document));
      } catch (error) {
        this.metrics.settleFailed(source.name);
        this.logger.warn(`${source.name}: events not removed yet: ${String(error)}`);
      }
      for (const { resolve } of batch) resolve();
    }
    this.waiting.delete(source);
  }
}
