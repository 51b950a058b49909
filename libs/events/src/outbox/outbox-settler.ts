import { setTimeout as sleep } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import type { EventMetrics } from '../event-metrics';
import type { OutboxSource, PendingDocument, SettledDocument } from './outbox';

const BATCH = 500;
/** So long what was published gathers, in ms: nobody waits for it. */
const LINGER_MS = 100;
/** So long it waits when a flood begins, in ms: what was published then is just being applied. */
const LINGER_FLOOD_MS = 2_000;

/**
 * Takes published events out of their documents, many documents with one write. What fails to be
 * taken out, or what a crash leaves, is found and published again by the sweeper.
 */
export class OutboxSettler {
  private readonly logger = new Logger('Outbox');
  private readonly waiting = new Map<OutboxSource, SettledDocument[]>();
  private readonly running = new Map<OutboxSource, Promise<void>>();
  /** Documents on their way, by source and key. */
  private readonly underWay = new Map<string, number>();
  private hurry = new AbortController();

  constructor(private readonly metrics: EventMetrics) {}

  settle(
    source: OutboxSource,
    document: Omit<PendingDocument, 'events'>,
    eventIds: string[],
  ): void {
    const list = this.waiting.get(source) ?? [];
    list.push({ ...document, eventIds });
    const place = placeOf(source, document.key);
    this.underWay.set(place, (this.underWay.get(place) ?? 0) + 1);
    this.waiting.set(source, list);
    if (!this.running.has(source)) {
      this.running.set(
        source,
        this.drain(source).finally(() => this.running.delete(source)),
      );
    }
  }

  /** Whether published events of the document are about to be taken out. */
  isSettling(source: OutboxSource, key: string): boolean {
    return this.underWay.has(placeOf(source, key));
  }

  async flushAll(): Promise<void> {
    while (this.running.size > 0) {
      this.hurry.abort();
      await Promise.all(this.running.values());
    }
    this.hurry = new AbortController();
  }

  private async linger(millis: number): Promise<void> {
    await sleep(millis, undefined, { signal: this.hurry.signal }).catch(() => undefined);
  }

  private async drain(source: OutboxSource): Promise<void> {
    let flood = false;
    for (;;) {
      await this.linger(LINGER_MS);
      const list = this.waiting.get(source) ?? [];
      if (!flood && list.length >= BATCH) await this.linger(LINGER_FLOOD_MS);
      flood = list.length >= BATCH;
      const batch = list.splice(0, BATCH);
      if (batch.length === 0) return;
      try {
        await source.settle(batch);
      } catch (error) {
        this.metrics.settleFailed(source.name);
        this.logger.warn(`${source.name}: events not taken out yet: ${String(error)}`);
      }
      for (const { key } of batch) {
        const place = placeOf(source, key);
        const left = this.underWay.get(place)! - 1;
        if (left > 0) this.underWay.set(place, left);
        else this.underWay.delete(place);
      }
    }
  }
}

/** Stored keys bear their space. */
function placeOf(source: OutboxSource, key: string): string {
  return `${source.name}\n${key}`;
}
