import { Logger, type BeforeApplicationShutdown } from '@nestjs/common';
import type { OnApplicationBootstrap } from '@nestjs/common';
import { UnreadableCsv } from '@engawa/csv';
import { BackgroundLoop } from '@engawa/service-kit';
import { LeaseLost, type FileImportLease } from './import-lease';
import type { FileImport } from './import-store';
import type { FileImportRepository } from './import.repository';

/** How often imports that others or a crash left are looked for, in ms. */
const CHECK_INTERVAL_MS = 5_000;
/** Tries of one import in this process before it is told to have failed. */
const MAX_ATTEMPTS = 5;

export interface FileImportWork<Doc extends FileImport> {
  /** Names the work in the log. */
  name: string;
  imports: FileImportRepository<Doc>;
  lease: FileImportLease<Doc>;
  /**
   * States in which an import has work to do, in groups: within one they are worked on one after
   * another, the groups side by side. Who wants to know what a file would do does not wait for a
   * long run.
   */
  states: readonly (readonly Doc['state'][])[];
  /** Works on one until it ends or the signal aborts. Throws `LeaseLost` or `UnreadableCsv`. */
  work(job: Doc, signal: AbortSignal): Promise<void>;
}

/** Works on imports in the background; what is to be done stands in the imports themselves. */
export abstract class FileImportRunner<Doc extends FileImport>
  implements OnApplicationBootstrap, BeforeApplicationShutdown
{
  private readonly logger: Logger;
  private readonly failures = new Map<string, number>();
  private readonly loops: readonly BackgroundLoop[];

  constructor(private readonly given: FileImportWork<Doc>) {
    this.logger = new Logger(given.name);
    this.loops = given.states.map(
      (states) =>
        new BackgroundLoop({
          name: `${given.name} ${states.join(', ')}`,
          intervalMs: CHECK_INTERVAL_MS,
          round: (signal) => this.workOff(states, signal),
        }),
    );
  }

  onApplicationBootstrap(): void {
    for (const loop of this.loops) loop.start();
  }

  /** Ends after the step under way; another start goes on from there. */
  async beforeApplicationShutdown(): Promise<void> {
    await Promise.all(this.loops.map((loop) => loop.stop()));
  }

  /** There is something to do. */
  wake(): void {
    for (const loop of this.loops) loop.wake();
  }

  /** Answers whether something was done: then there may be more. */
  private async workOff(states: readonly Doc['state'][], signal: AbortSignal): Promise<boolean> {
    let worked = false;
    for (const waiting of await this.given.imports.findWaiting(states, 20)) {
      if (signal.aborted) break;
      worked = (await this.work(waiting, signal)) || worked;
    }
    return worked;
  }

  /** Answers whether it was ours to work on and went well. */
  private async work(waiting: Doc, signal: AbortSignal): Promise<boolean> {
    const { lease } = this.given;
    const taken = await lease.take(waiting);
    if (!taken) return false;
    try {
      // Where the last worker ended within a step, the step is done again before the end, so that
      // what it wrote is told.
      if (taken.cancelledBy != null && waiting.worker === null) await lease.cancel(taken);
      else await this.workUnlessUnreadable(taken, signal);
      if (signal.aborted) await lease.release(taken);
      // What was checked may have to be carried out at once.
      else this.wake();
      return true;
    } catch (error) {
      if (error instanceof LeaseLost) return false;
      await this.failed(taken, error);
      return false;
    }
  }

  /** A file that cannot be read on ends its import: no other try would read further. */
  private async workUnlessUnreadable(job: Doc, signal: AbortSignal): Promise<void> {
    try {
      await this.given.work(job, signal);
    } catch (error) {
      if (!(error instanceof UnreadableCsv)) throw error;
      await this.given.lease.fail(job, error.reason, error.line);
    }
  }

  private async failed(job: Doc, error: unknown): Promise<void> {
    const tries = (this.failures.get(job.id) ?? 0) + 1;
    this.failures.set(job.id, tries);
    this.logger.error(`Import ${job.id}, try ${tries}: ${String(error)}`);
    if (tries < MAX_ATTEMPTS) return this.given.lease.giveUp(job);
    this.failures.delete(job.id);
    await this.given.lease.finish(job, {
      state: 'failed',
      failure: { code: 'request.internal', line: null },
    } as Pick<Doc, 'state'> & Partial<Doc>);
  }
}
