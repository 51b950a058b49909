import { Logger, type BeforeApplicationShutdown } from '@nestjs/common';
import type { OnApplicationBootstrap } from '@nestjs/common';
import { UnreadableCsv } from '@engawa/csv';
import { watchQueue } from '@engawa/persistence';
import { BackgroundLoop } from '@engawa/service-kit';
import { LeaseLost, type FileImportLease } from './import-lease';
import type { FileImport } from './import-store';
import type { FileImportRepository } from './import.repository';

/** Interval of the search for imports left by other replicas or a crash. */
const CHECK_INTERVAL_MS = 5_000;
/** Imports that the metrics look at. */
const MAX_COUNTED = 100;
/** Attempts per process before an import fails. */
const MAX_ATTEMPTS = 5;

export interface FileImportWork<Doc extends FileImport> {
  /** Name of the job in logs. */
  name: string;
  imports: FileImportRepository<Doc>;
  lease: FileImportLease<Doc>;
  /**
   * States with work, in groups. Imports of a group run one after another, groups run in parallel,
   * so that a check does not wait for a long run.
   */
  states: readonly (readonly Doc['state'][])[];
  /**
   * Works on an import until it ends or the signal aborts. Throws `LeaseLost` or `UnreadableCsv`.
   */
  work(job: Doc, signal: AbortSignal): Promise<void>;
}

/** Runs imports in the background; the imports themselves hold the state. */
export abstract class FileImportRunner<Doc extends FileImport>
  implements OnApplicationBootstrap, BeforeApplicationShutdown
{
  private readonly logger: Logger;
  private readonly failures = new Map<string, number>();
  private readonly loops: readonly BackgroundLoop[];
  private readonly metrics: ReturnType<typeof watchQueue>;
  private running = 0;

  constructor(private readonly given: FileImportWork<Doc>) {
    this.logger = new Logger(given.name);
    const states = given.states.flat();
    this.metrics = watchQueue(given.name, {
      running: () => this.running,
      waiting: async () => (await given.imports.findWaiting(states, MAX_COUNTED)).length,
      firstDueAt: async () => {
        const found = await given.imports.findWaiting(states, MAX_COUNTED);
        return found.find(({ worker }) => worker === null)?.waitingSince ?? null;
      },
    });
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

  /** Ends after the current step; another process continues from there. */
  async beforeApplicationShutdown(): Promise<void> {
    await Promise.all(this.loops.map((loop) => loop.stop()));
    this.metrics.stop();
  }

  /** Call after an import was written that has work. */
  wake(): void {
    for (const loop of this.loops) loop.wake();
  }

  /** Returns whether something was done; then there may be more. */
  private async workOff(states: readonly Doc['state'][], signal: AbortSignal): Promise<boolean> {
    let worked = false;
    for (const waiting of await this.given.imports.findWaiting(states, 20)) {
      if (signal.aborted) break;
      worked = (await this.work(waiting, signal)) || worked;
    }
    return worked;
  }

  /** Returns whether the import was ours and went well. */
  private async work(waiting: Doc, signal: AbortSignal): Promise<boolean> {
    const { lease } = this.given;
    const taken = await lease.take(waiting);
    if (!taken) return false;
    this.running += 1;
    try {
      // If the last worker ended within a step, the step is repeated before the end, so that its
      // writes are published.
      if (taken.cancelledBy != null && waiting.worker === null) await lease.cancel(taken);
      else await this.workUnlessUnreadable(taken, signal);
      if (signal.aborted) await lease.release(taken);
      // A checked import may have to run immediately.
      else this.wake();
      this.metrics.count('done');
      return true;
    } catch (error) {
      if (error instanceof LeaseLost) return false;
      this.metrics.count('failed');
      await this.failed(taken, error);
      return false;
    } finally {
      this.running -= 1;
    }
  }

  /** An unreadable file ends its import: a retry would not read further. */
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
