import { setTimeout as sleep } from 'node:timers/promises';
import type { EventEnvelope } from '@engawa/contracts';
import { isDatabaseAway, Slots } from '@engawa/service-kit';

export interface QueueOptions {
  /** Events handled at the same time, of different aggregates. */
  concurrency: number;
  /** Tries before an event is given up on. Failures of the surroundings do not count. */
  maxAttempts: number;
  /** Pause after the n-th failed try (from 1), in ms. */
  pause?: (attempt: number) => number;
  handle(event: EventEnvelope): Promise<void>;
  onRetry(event: EventEnvelope, error: unknown, attempt: number): void;
}

export type Outcome =
  { kind: 'handled' } | { kind: 'dead'; error: unknown; attempts: number } | { kind: 'stopped' };

/** Grows from 50 ms to 1.5 s, so that an event is given up on within 10 s. */
export function growingPause(attempt: number): number {
  return Math.min(1_500, 50 * 3 ** (attempt - 1));
}

/**
 * Hands events on in order for each aggregate and side by side for different ones. While an event
 * is tried again, later ones of its aggregate wait and all others go on.
 */
export class AggregateQueue {
  private readonly tails = new Map<string, Promise<unknown>>();
  private readonly slots: Slots;
  private readonly stopping = new AbortController();

  constructor(private readonly options: QueueOptions) {
    this.slots = new Slots(options.concurrency);
  }

  /** Resolves when the event was handled, given up on, or the queue stopped before that. */
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

  /** Number of aggregates with events under way. */
  get size(): number {
    return this.tails.size;
  }

  /** Begins nothing new and waits for what is being handled. */
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
      // A pause does not hold a place: other aggregates go on.
      await sleep(pause(attempt), undefined, { signal: this.stopping.signal }).catch(
        () => undefined,
      );
    }
  }
}

/** Whether no later attempt can succeed, as with an event that does not fit its schema. */
function isPermanent(error: unknown): boolean {
  return (error as { permanent?: unknown } | null)?.permanent === true;
}

/** Whether an error lies in the surroundings (database away, nobody answers), not in the event. */
export function isTransient(error: unknown): boolean {
  const { name, transient } = (error ?? {}) as { name?: unknown; transient?: unknown };
  return transient === true || name === 'QuestionUnanswered' || isDatabaseAway(error);
}
