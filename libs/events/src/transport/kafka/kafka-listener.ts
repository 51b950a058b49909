import type { ConsumerRunConfig, EachBatchPayload, KafkaMessage } from 'kafkajs';
import type { EventMetrics } from '../../event-metrics';
import { EventApplier, type EventApplierOptions } from '../../listener/event-applier';
import type { EventListener } from '../event-transport';
import { decodeMessage } from '../jetstream/event-message';

const HEARTBEAT_MS = 2_000;

/**
 * Applies a service's events from its consumer group. A partition's offset advances when the whole
 * batch was applied; within it, aggregates run concurrently and each in order.
 */
export class KafkaListener {
  private readonly applier: EventApplier;

  constructor(
    private readonly listener: EventListener,
    options: EventApplierOptions,
    metrics: EventMetrics,
  ) {
    this.applier = new EventApplier(listener, options, metrics);
  }

  get runConfig(): ConsumerRunConfig {
    return {
      eachBatchAutoResolve: false,
      partitionsConsumedConcurrently: 8,
      eachBatch: (payload) => this.applyBatch(payload),
    };
  }

  stop(): Promise<void> {
    return this.applier.stop();
  }

  private async applyBatch(payload: EachBatchPayload): Promise<void> {
    const { batch, heartbeat, resolveOffset, commitOffsetsIfNecessary } = payload;
    // A failing event may take longer than the session timeout: keep the membership alive.
    const beat = setInterval(() => void heartbeat().catch(() => undefined), HEARTBEAT_MS);
    try {
      const applied = await Promise.all(batch.messages.map((message) => this.apply(message)));
      if (applied.includes(false)) return;
      resolveOffset(batch.lastOffset());
      await commitOffsetsIfNecessary();
    } finally {
      clearInterval(beat);
    }
  }

  /** False when the service stops before the whole message is applied or stored as dead letters. */
  private async apply({ value }: KafkaMessage): Promise<boolean> {
    const { events, malformed } = decodeMessage(value ?? Buffer.alloc(0));
    const outcomes = await Promise.all([
      ...malformed.map(({ raw, reason }) => this.applier.reject(raw, reason)),
      ...events
        .filter((event) => this.listener.names.includes(event.name))
        .map((event) => this.applier.apply(event)),
    ]);
    return outcomes.every(Boolean);
  }
}
