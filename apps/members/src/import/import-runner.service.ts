import { Injectable, Logger, type BeforeApplicationShutdown } from '@nestjs/common';
import type { OnApplicationBootstrap } from '@nestjs/common';
import { BackgroundLoop } from '@engawa/service-kit';
import { ImportJob } from './import-job.service';
import { ImportLease, LeaseLost } from './import-lease.service';
import { ImportRepository } from './import.repository';
import type { ImportDocument } from './import.schema';

/** How often imports that others or a crash left are looked for, in ms. */
const LOOK_EVERY = 5_000;
/** What is worked on one after another. */
const WORK = [['checking'], ['running', 'reverting']] as const;
/** Tries of one import in this process before it is told to have failed. */
const TRIES = 5;

/** Works on imports in the background; what is to be done stands in the imports themselves. */
@Injectable()
export class ImportRunner implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger('ImportRunner');
  private readonly failures = new Map<string, number>();
  /** Side by side: who wants to know what a file would do does not wait for a long run. */
  private readonly loops = WORK.map(
    (states) =>
      new BackgroundLoop({
        name: `ImportRunner ${states.join(', ')}`,
        every: LOOK_EVERY,
        round: (signal) => this.workOff(states, signal),
      }),
  );

  constructor(
    private readonly imports: ImportRepository,
    private readonly lease: ImportLease,
    private readonly job: ImportJob,
  ) {}

  onApplicationBootstrap(): void {
    for (const loop of this.loops) loop.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await Promise.all(this.loops.map((loop) => loop.stop()));
  }

  /** There is something to do. */
  wake(): void {
    for (const loop of this.loops) loop.wake();
  }

  /** Answers whether something was done: then there may be more. */
  private async workOff(
    states: readonly ImportDocument['state'][],
    signal: AbortSignal,
  ): Promise<boolean> {
    let worked = false;
    for (const waiting of await this.imports.findWaiting(states, 20)) {
      if (signal.aborted) break;
      worked = (await this.work(waiting, signal)) || worked;
    }
    return worked;
  }

  /** Answers whether it was ours to work on and went well. */
  private async work(waiting: ImportDocument, signal: AbortSignal): Promise<boolean> {
    const taken = await this.lease.take(waiting);
    if (!taken) return false;
    try {
      await this.job.work(taken, signal);
      if (signal.aborted) await this.lease.release(taken);
      // What was checked may have to be carried out at once.
      else this.wake();
      return true;
    } catch (error) {
      if (error instanceof LeaseLost) return false;
      await this.failed(taken, error);
      return false;
    }
  }

  private async failed(job: ImportDocument, error: unknown): Promise<void> {
    const tries = (this.failures.get(job.id) ?? 0) + 1;
    this.failures.set(job.id, tries);
    this.logger.error(`Import ${job.id}, try ${tries}: ${String(error)}`);
    if (tries < TRIES) return this.lease.release(job);
    this.failures.delete(job.id);
    await this.lease.finish(job, {
      state: 'failed',
      failure: { code: 'request.internal', line: null },
    });
  }
}
