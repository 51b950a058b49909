export interface BatcherOptions<Item> {
  /** Processes a batch; a rejection fails all of its items, unless `oneByOne` is set. */
  run(batch: Item[]): Promise<void>;
  /** Most items of a batch; default 64. */
  max?: number;
  /** How many of the next items one batch can hold; default all. */
  fit?: (next: readonly Item[]) => number;
  /** Batches that run at the same time; default 1. */
  parallel?: number;
  /** Starts after the running event-loop turn, so that its items share the first batch. */
  deferred?: boolean;
  /** Waits after a large batch, so that the next one is as large; default not. */
  gather?: () => Promise<unknown>;
  /** Repeats the items of a failed batch one by one, so that a failing item affects no other. */
  oneByOne?: boolean;
}

interface Waiting<Item> {
  item: Item;
  resolve: () => void;
  reject: (error: unknown) => void;
}

const DEFAULT_MAX = 64;
/** Items of a batch from which on gathering saves more than the pause costs. */
const LARGE_BATCH = 16;

/**
 * Processes together what arrives while earlier items are being processed. Batches grow with the load,
 * and an item that comes alone does not wait.
 */
export class Batcher<Item> {
  private readonly waiting: Waiting<Item>[] = [];
  private running = 0;

  constructor(private readonly options: BatcherOptions<Item>) {}

  /** Resolves when the item is processed. */
  push(item: Item): Promise<void> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ item, resolve, reject });
      if (this.running < (this.options.parallel ?? 1)) void this.drain();
    });
  }

  private async drain(): Promise<void> {
    const { max = DEFAULT_MAX, fit, deferred, gather } = this.options;
    this.running += 1;
    if (deferred) await new Promise((resolve) => setImmediate(resolve));
    while (this.waiting.length > 0) {
      const next = fit && this.waiting.slice(0, max).map(({ item }) => item);
      const batch = this.waiting.splice(0, next ? fit(next) : max);
      await this.process(batch);
      const isLarge = batch.length >= LARGE_BATCH;
      if (gather && isLarge && this.waiting.length < batch.length) await gather();
    }
    this.running -= 1;
  }

  private async process(batch: Waiting<Item>[]): Promise<void> {
    try {
      await this.options.run(batch.map(({ item }) => item));
      for (const { resolve } of batch) resolve();
    } catch (error) {
      if (this.options.oneByOne && batch.length > 1) {
        for (const each of batch) await this.process([each]);
      } else {
        for (const { reject } of batch) reject(error);
      }
    }
  }
}
