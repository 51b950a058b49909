import { setTimeout as sleep } from 'node:timers/promises';
import { Logger } from '@nestjs/common';

export interface BackgroundLoopOptions {
  /** Name of the loop in logs. */
  name: string;
  /** Longest pause between two rounds, in ms; finds work left by other replicas or a crash. */
  intervalMs: number;
  /** Pause after each round even when woken, in ms, so that a burst causes one round. */
  debounceMs?: number;
  /**
   * Pause after each round as a multiple of its duration, at most `intervalMs`: with 3, rounds use at
   * most a quarter of a core.
   */
  restFactor?: number;
  /**
   * One round. Returns true when more work is ready. Should return soon when the signal aborts. An
   * error is logged, and the next round starts after the pause.
   */
  round: (signal: AbortSignal) => Promise<boolean | void>;
}

/** The pauses of a loop that can be changed while it runs. */
export type LoopPauses = Partial<
  Pick<BackgroundLoopOptions, 'intervalMs' | 'debounceMs' | 'restFactor'>
>;

/**
 * Runs work outside requests in rounds: immediately when woken, otherwise at an interval. The work
 * to do must be in the database, so that it continues after a restart; waking only makes it fast.
 */
export class BackgroundLoop {
  private readonly logger: Logger;
  private readonly stopping = new AbortController();
  private waking = new AbortController();
  private running: Promise<void> | null = null;

  constructor(private options: BackgroundLoopOptions) {
    this.logger = new Logger(options.name);
  }

  /** Changes the pauses from the next one on. */
  changePauses(pauses: LoopPauses): void {
    this.options = { ...this.options, ...pauses };
  }

  /** Starts with a first round. A second call does nothing. */
  start(): void {
    this.running ??= this.run();
  }

  /** Starts a round now, or right after the running one. */
  wake(): void {
    // Without a reason, each call would make a DOMException with its stack.
    this.waking.abort(null);
  }

  /** Pauses, at most `intervalMs` and until it is stopped; for a round that did much. */
  async rest(milliseconds: number): Promise<void> {
    const { signal } = this.stopping;
    const rest = Math.min(this.options.intervalMs, milliseconds);
    if (rest > 0 && !signal.aborted) await pause(rest, signal);
  }

  /** Resolves when the running round has ended; no other starts. */
  async stop(): Promise<void> {
    this.stopping.abort();
    this.wake();
    await this.running;
  }

  private async run(): Promise<void> {
    const { signal } = this.stopping;
    while (!signal.aborted) {
      const waking = new AbortController();
      this.waking = waking;
      let more: boolean | void = false;
      const began = performance.now();
      try {
        more = await this.options.round(signal);
      } catch (error) {
        this.logger.warn(`Tried again later: ${String(error)}`);
      }
      const { intervalMs, debounceMs = 0, restFactor = 0 } = this.options;
      await this.rest(restFactor * (performance.now() - began));
      if (!more && !signal.aborted) await pause(intervalMs, waking.signal);
      if (debounceMs > 0 && !signal.aborted) await pause(debounceMs, signal);
    }
  }
}

/** Waits until the time is over or the signal aborts. Does not keep the process alive. */
async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  await sleep(milliseconds, undefined, { signal, ref: false }).catch(() => undefined);
}
