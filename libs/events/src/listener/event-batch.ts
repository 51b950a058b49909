import type { EventEnvelope } from '@engawa/contracts';

export interface BatchOptions {
  /** So long an event waits for others at least, in ms, unless the batch is full. */
  gather: number;
  /**
   * From the beginning of one batch to that of the next at least, in ms, for each event of the
   * first: where events come more often than that, batches grow.
   */
  pauseEach: number;
  /** The longest pause, in ms. */
  pauseMost: number;
  /** The pause before a batch that is full, in ms: who catches up leaves the machine to others. */
  pauseFull: number;
  /** The wait before the first full batch of a flood, in ms: others catch up just then. */
  pauseFlood: number;
  /** Events of a full batch. */
  limit: number;
  apply(events: EventEnvelope[]): Promise<void>;
}

interface Waiting {
  event: EventEnvelope;
  resolve: () => void;
  reject: (error: unknown) => void;
}

/**
 * Gathers events for a listener that takes many at once. What is rare is applied soon;
 * the more often events come, the more of them gather. A batch that fails is applied
 * again one by one: an event that cannot be applied spoils no other.
 */
export class EventBatch {
  private readonly waiting: Waiting[] = [];
  private running = false;
  private began = Number.NEGATIVE_INFINITY;
  private pause = 0;
  /** When the first batch of a flood was full; null while batches are not. */
  private flood: number | null = null;
  private timer: NodeJS.Timeout | null = null;

  constructor(private readonly options: BatchOptions) {}

  /** Resolves when the event is applied. */
  push(event: EventEnvelope): Promise<void> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ event, resolve, reject });
      this.schedule();
    });
  }

  private schedule(): void {
    if (this.running || this.waiting.length === 0) return;
    const { limit, gather, pauseFull, pauseFlood } = this.options;
    // It grows by one at a time: once it is full, other pauses count.
    if (this.timer && this.waiting.length !== limit) return;
    const now = performance.now();
    const full = this.waiting.length >= limit;
    if (full) this.flood ??= now;
    const due = full
      ? Math.max(this.began + Math.min(this.pause, pauseFull), this.flood! + pauseFlood)
      : this.began + this.pause;
    const left = due - now;
    if (this.timer) clearTimeout(this.timer);
    this.timer = setTimeout(
      () => {
        this.timer = null;
        void this.run();
      },
      Math.max(full ? 0 : gather, left),
    );
  }

  private async run(): Promise<void> {
    this.running = true;
    const { limit, pauseEach, pauseMost } = this.options;
    const batch = this.waiting.splice(0, limit);
    this.began = performance.now();
    if (batch.length < limit) this.flood = null;
    this.pause = Math.min(pauseMost, pauseEach * batch.length);
    try {
      await this.options.apply(batch.map(({ event }) => event));
      for (const { resolve } of batch) resolve();
    } catch (error) {
      if (batch.length === 1) batch[0]!.reject(error);
      else await this.runAlone(batch);
    }
    this.running = false;
    this.schedule();
  }

  private async runAlone(batch: Waiting[]): Promise<void> {
    for (const { event, resolve, reject } of batch) {
      await this.options.apply([event]).then(resolve, reject);
    }
  }
}
