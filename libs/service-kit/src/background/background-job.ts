import type { BeforeApplicationShutdown, OnApplicationBootstrap } from '@nestjs/common';
import { BackgroundLoop, type BackgroundLoopOptions, type LoopPauses } from './background-loop';

/**
 * A provider with a `BackgroundLoop` that runs as long as the service: from when the database is
 * open and has its indexes until the requests have ended, before the database is closed.
 */
export abstract class BackgroundJob implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly loop: BackgroundLoop;

  protected constructor(options: Omit<BackgroundLoopOptions, 'round'>) {
    this.loop = new BackgroundLoop({ ...options, round: (signal) => this.round(signal) });
  }

  onApplicationBootstrap(): void {
    this.loop.start();
  }

  /** Resolves when the running round has ended. */
  async beforeApplicationShutdown(): Promise<void> {
    await this.loop.stop();
  }

  /** Starts a round now, or right after the running one. */
  wake(): void {
    this.loop.wake();
  }

  /** See `BackgroundLoop.rest`. */
  protected rest(milliseconds: number): Promise<void> {
    return this.loop.rest(milliseconds);
  }

  /** Changes the pauses from the next one on; for tests that wait for rounds. */
  changePauses(pauses: LoopPauses): void {
    this.loop.changePauses(pauses);
    this.loop.wake();
  }

  /** See `BackgroundLoopOptions.round`. */
  protected abstract round(signal: AbortSignal): Promise<boolean | void>;
}
