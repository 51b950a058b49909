import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable, Logger, type BeforeApplicationShutdown } from '@nestjs/common';
import type { OnApplicationBootstrap } from '@nestjs/common';
import { ImportJob } from './import-job.service';
import { ImportLease, LeaseLost } from './import-lease.service';
import { ImportRepository } from './import.repository';
import type { ImportDocument } from './import.schema';

/** How often imports that others or a crash left are looked for, in ms. */
const LOOK_EVERY = 5_000;
/** Tries of one import in this process before it is told to have failed. */
const TRIES = 5;

/** Works on imports in the background; what is to be done stands in the imports themselves. */
@Injectable()
export class ImportRunner implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger('ImportRunner');
  private readonly stopping = new AbortController();
  private readonly failures = new Map<string, number>();
  private waking = new AbortController();
  private running: Promise<void> | null = null;

  constructor(
    private readonly imports: ImportRepository,
    private readonly lease: ImportLease,
    private readonly job: ImportJob,
  ) {}

  onApplicationBootstrap(): void {
    this.running = this.runForEver();
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.stopping.abort();
    this.wake();
    await this.running;
  }

  /** There is something to do. */
  wake(): void {
    this.waking.abort();
  }

  private async runForEver(): Promise<void> {
    const { signal } = this.stopping;
    while (!signal.aborted) {
      const waking = new AbortController();
      this.waking = waking;
      let worked = false;
      try {
        for (const waiting of await this.imports.findWaiting(20)) {
          if (signal.aborted) break;
          worked = (await this.work(waiting)) || worked;
        }
      } catch (error) {
        this.logger.warn(`Imports are not worked on: ${String(error)}`);
      }
      if (worked) continue;
      await sleep(LOOK_EVERY, undefined, { signal: waking.signal, ref: false }).catch(
        () => undefined,
      );
    }
  }

  /** Answers whether it was ours to work on and went well. */
  private async work(waiting: ImportDocument): Promise<boolean> {
    const taken = await this.lease.take(waiting);
    if (!taken) return false;
    try {
      await this.job.work(taken, this.stopping.signal);
      if (this.stopping.signal.aborted) await this.lease.release(taken);
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
