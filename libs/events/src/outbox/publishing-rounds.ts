import { setImmediate as endOfTurn, setTimeout as sleep } from 'node:timers/promises';

/**
 * Shortest time between two rounds: what listeners write for a group of events costs little more
 * than for one (decision 0070).
 */
const ROUND_MS = 60;

/**
 * Groups what is published: what comes after a rest begins at once, what comes within 60 ms of a
 * round begins together, with the next one.
 */
export class PublishingRounds {
  private lastBegan = -Infinity;
  private next: Promise<void> | null = null;

  /** `signal` ends the waiting. */
  constructor(private readonly signal: AbortSignal) {}

  /** Resolves when the next round begins, after the running turn of the event loop at the earliest. */
  begin(): Promise<void> {
    return (this.next ??= this.beginNext());
  }

  private async beginNext(): Promise<void> {
    const rest = this.lastBegan + ROUND_MS - performance.now();
    if (rest <= 0) await endOfTurn();
    else await sleep(rest, undefined, { signal: this.signal }).catch(() => undefined);
    this.lastBegan = performance.now();
    this.next = null;
  }
}
