import type { EventEnvelope } from '@engawa/contracts';

export interface EventBatchOptions {
  /** Most events per batch. */
  max: number;
  apply(events: EventEnvelope[]): Promise<void>;
}

interface Waiting {
  event: EventEnvelope;
  resolve: () => void;
  reject: (error: unknown) => void;
}

/**
 * Applies events that arrive at the same time together: those of one message, and those that arrive
 * while a batch runs. No timers. A failed batch is repeated one by one, so that a failing event
 * affects no other.
 */
export class EventBatch {
  private readonly waiting: Waiting[] = [];
  private running = false;

  constructor(private readonly options: EventBatchOptions) {}

  /** Resolves when the event is applied. */
  push(event: EventEnvelope): Promise<void> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ event, resolve, reject });
      if (this.running) return;
      this.running = true;
      setImmediate(() => void this.run());
    });
  }

  private async run(): Promise<void> {
    while (this.waiting.length > 0) {
      const batch = this.waiting.splice(0, this.options.max);
      try {
        await this.options.apply(batch.map(({ event }) => event));
        for (const { resolve } of batch) resolve();
      } catch (error) {
        if (batch.length === 1) batch[0]!.reject(error);
        else await this.runOneByOne(batch);
      }
    }
    this.running = false;
  }

  private async runOneByOne(batch: Waiting[]): Promise<void> {
    for (const { event, resolve, reject } of batch) {
      await this.options.apply([event]).then(resolve, reject);
    }
  }
}
