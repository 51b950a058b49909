import { EventApplier, type EventApplierOptions, type EventListener } from '@engawa/events';
import type { ConsumerRunConfig, EachBatchPayload } from 'kafkajs';

const HEARTBEAT_MS = 2_000;

/**
 * Applies a service's events from its consumer group. A partition's offset advances when the whole
 * batch was applied; within it, aggregates run concurrently and each in order.
 */
export class KafkaListener {
  private readonly applier: EventApplier;

  constructor(listener: EventListener, options: EventApplierOptions) {
    this.applier = new EventApplier(listener, options);
  }

  /**
   * For `consumer.run`: offsets are resolved by the listener, up to eight partitions run
   * concurrently.
   */
  get runConfig(): ConsumerRunConfig {
    return {
      eachBatchAutoResolve: false,
      partitionsConsumedConcurrently: 8,
      eachBatch: (payload) => this.applyBatch(payload),
    };
  }

  /**
   * Waits for events in progress; a batch that is not fully applied is delivered again to another
   * member.
   */
  stop(): Promise<void> {
    return this.applier.stop();
  }

  private async applyBatch(payload: EachBatchPayload): Promise<void> {
    const { batch, heartbeat, resolveOffset, commitOffsetsIfNecessary } = payload;
    // A failing event may take longer than the session timeout: keep the membership alive.
    const beat = setInterval(() => void heartbeat().catch(() => undefined), HEARTBEAT_MS);
    try {
      const applied = await Promise.all(
        batch.messages.map(({ value }) => this.applier.applyMessage(value ?? Buffer.alloc(0))),
      );
      if (applied.includes(false)) return;
      resolveOffset(batch.lastOffset());
      await commitOffsetsIfNecessary();
    } finally {
      clearInterval(beat);
    }
  }
}
