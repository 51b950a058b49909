import { setTimeout as sleep } from 'node:timers/promises';
import { Logger } from '@nestjs/common';

export interface BackgroundLoopOptions {
  /** Names the work in the log. */
  name: string;
  /** Longest pause between two rounds, in ms: what other replicas or a crash left is found then. */
  intervalMs: number;
  /** Pause after each round even where the loop was woken, in ms, so that bursts are done once. */
  debounceMs?: number;
  /**
   * One round. True where there is more to do at once. It should return soon when the signal
   * aborts. An error is logged and the next round begins after the pause.
   */
  round: (signal: AbortSignal) => Promise<boolean | void>;
}

/**
 * Work off the request path: rounds one after the other, at once when woken and every so often
 * otherwise. What there is to do has to stand in the database, so that a restart goes on; waking
 * only makes it quick.
 */
export class BackgroundLoop {
  private readonly logger: Logger;
  private readonly stopping = new AbortController();
  private waking = new AbortController();
  private running: Promise<void> | null = null;

  constructor(private readonly options: BackgroundLoopOptions) {
    this.logger = new Logger(options.name);
  }

  /** Begins with a first round. A second call does nothing. */
  start(): void {
    this.running ??= this.run();
  }

  /** There is something to do: a round begins now, or right after the one under way. */
  wake(): void {
    this.waking.abort();
  }

  /** Resolves when the round under way has ended; no other begins. */
  async stop(): Promise<void> {
    this.stopping.abort();
    this.wake();
    await this.running;
  }

  private async run(): Promise<void> {
    const { intervalMs, debounceMs = 0, round } = this.options;
    const { signal } = this.stopping;
    while (!signal.aborted) {
      const waking = new AbortController();
      this.waking = waking;
      let more: boolean | void = false;
      try {
        more = await round(signal);
      } catch (error) {
        this.logger.warn(`Tried again later: ${String(error)}`);
      }
      if (!more && !signal.aborted) await pause(intervalMs, waking.signal);
      if (debounceMs > 0 && !signal.aborted) await pause(debounceMs, signal);
    }
  }
}

/** Waits, or until the signal aborts. Keeps no process alive. */
async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  await sleep(milliseconds, undefined, { signal, ref: false }).catch(() => undefined);
}
