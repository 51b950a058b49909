import { Inject, Injectable, Logger } from '@nestjs/common';
import type { BeforeApplicationShutdown, OnApplicationBootstrap } from '@nestjs/common';
import { watchQueue } from '@engawa/persistence';
import { BackgroundLoop } from '@engawa/service-kit';
import { IMPORT_DEFINITION, type ImportDefinition } from './import-definition';
import { ImportJob } from './import-job';
import { ImportLease, LeaseLost } from './import-lease';
import type { FileImport } from './import-store';
import { ImportRepository } from './import.repository';

/** Interval of the search for imports left by other replicas or a crash. */
const CHECK_INTERVAL_MS = 5_000;
/** Imports that the metrics look at. */
const MAX_COUNTED = 100;
/** Attempts per process before an import fails. */
const MAX_ATTEMPTS = 5;

/** Runs imports in the background; the imports themselves hold the state. */
@Injectable()
export class ImportRunner implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger: Logger;
  private readonly failures = new Map<string, number>();
  private readonly loops: readonly BackgroundLoop[];
  private readonly metrics: ReturnType<typeof watchQueue>;
  private running = 0;

  constructor(
    @Inject(IMPORT_DEFINITION) { name, states: groups }: ImportDefinition,
    private readonly imports: ImportRepository,
    private readonly lease: ImportLease,
    private readonly job: ImportJob,
  ) {
    this.logger = new Logger(name);
    const waiting = () => imports.findWaiting(groups.flat(), MAX_COUNTED);
    this.metrics = watchQueue(name, {
      running: () => this.running,
      waiting: async () => (await waiting()).length,
      firstDueAt: async () => {
        const found = await waiting();
        return found.find(({ worker }) => worker === null)?.waitingSince ?? null;
      },
    });
    this.loops = groups.map(
      (states) =>
        new BackgroundLoop({
          name: `${name} ${states.join(', ')}`,
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
  private async workOff(states: readonly string[], signal: AbortSignal): Promise<boolean> {
    let worked = false;
    for (const waiting of await this.imports.findWaiting(states, 20)) {
      if (signal.aborted) break;
      worked = (await this.work(waiting, signal)) || worked;
    }
    return worked;
  }

  /** Returns whether the import was ours and went well. */
  private async work(waiting: FileImport, signal: AbortSignal): Promise<boolean> {
    const { lease } = this;
    const taken = await lease.take(waiting);
    if (!taken) return false;
    this.running += 1;
    try {
      // If the last worker ended within a step, the step is repeated before the end, so that its
      // writes are published.
      if (taken.cancelledBy != null && waiting.worker === null) await lease.cancel(taken);
      else await this.job.work(taken, signal);
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

  private async failed(job: FileImport, error: unknown): Promise<void> {
    const tries = (this.failures.get(job.id) ?? 0) + 1;
    this.failures.set(job.id, tries);
    this.logger.error(`Import ${job.id}, try ${tries}: ${String(error)}`);
    if (tries < MAX_ATTEMPTS) return this.lease.giveUp(job);
    this.failures.delete(job.id);
    await this.lease.finish(job, {
      state: 'failed',
      failure: { code: 'request.internal', line: null },
    });
  }
}
