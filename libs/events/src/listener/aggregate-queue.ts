import { setTimeout as sleep } from 'node:timers/promises';
import type { EventEnvelope } from '@engawa/contracts';
import { isDatabaseAway, Slots } from '@engawa/service-kit';

export interface QueueOptions {
  /** Concurrent events of different aggregates. */
  concurrency: number;
  /** Attempts before an event is given up. Failures of the environment do not count. */
  maxAttempts: number;
  /** Delay after the n-th failed attempt (from 1), in ms. */
  pause?: (attempt: number) => number;
  handle(event: EventEnvelope): Promise<void>;
  onRetry(event: EventEnvelope, error: unknown, attempt: number): void;
}

export type Outcome =
  { kind: 'handled' } | { kind: 'dead'; error: unknown; attempts: number } | { kind: 'stopped' };

/** Grows from 50 ms to 1.5 s, so that an event is given up within 10 s. */
export function growingPause(attempt: number): number {
  return Math.min(1_500, 50 * 3 ** (attempt - 1));
}

/**
 * Applies events in order per aggregate and concurrently across aggregates. While an event is
 * retried, later ones of its aggregate wait and others continue.
 */
export class AggregateQueue {
  private readonly tails = new Map<string, Promise<unknown>>();
  private readonly slots: Slots;
  private readonly stopping = new AbortController();

  constructor(private readonly options: QueueOptions) {
    this.slots = new Slots(options.concurrency);
  }

  /** Resolves when the event was applied, given up, or the queue stopped. */
  push(event: EventEnvelope): Promise<Outcome> {
    const key = `${event.space}\n${event.aggregate.type}\n${event.aggregate.id}`;
    const tail = this.tails.get(key);
    const work = tail ? tail.then(() => this.work(event)) : this.work(event);
    this.tails.set(key, work);
    void work.finally(() => {
      if (this.tails.get(key) === work) this.tails.delete(key);
    });
    return work;
  }

  /** Number of aggregates with events in progress. */
  get size(): number {
    return this.tails.size;
  }

  /** Starts nothing new and waits for events in progress. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await Promise.all(this.tails.values());
  }

  private async work(event: EventEnvelope): Promise<Outcome> {
    const { maxAttempts, pause = growingPause } = this.options;
    let counted = 0;
    for (let attempt = 1; ; attempt += 1) {
      if (this.stopping.signal.aborted) return { kind: 'stopped' };
      try {
        return await this.slots.run(async () => {
          if (this.stopping.signal.aborted) return { kind: 'stopped' };
          await this.options.handle(event);
          return { kind: 'handled' };
        });
      } catch (error) {
        if (!isTransient(error)) counted += 1;
        if (counted >= maxAttempts || isPermanent(error))
          return { kind: 'dead', error, attempts: attempt };
        this.options.onRetry(event, error, attempt);
      }
      // The delay does not occupy a slot: other aggregates continue.
      await sleep(pause(attempt), undefined, { signal: this.stopping.signal }).catch(
        () => undefined,
      );
    }
  }
}

/** Whether no retry can succeed, as for an event that does not match its schema. */
function isPermanent(error: unknown): boolean {
  return (error as { permanent?: unknown } | null)?.permanent === true;
}

/** Whether an error is in the environment (database away, nobody answers), not in the event. */
export function isTransient(error: unknown): boolean {
  const { name, transient } = (error ?? {}) as { name?: unknown; transient?: unknown };
  return transient === true || name === 'QuestionUnanswered' || isDatabaseAway(error);
}
