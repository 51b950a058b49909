import type { BeforeApplicationShutdown, OnApplicationBootstrap } from '@nestjs/common';
import type { SpaceDocument } from '../schema/define-store';
import type { Lane } from './fair-lanes';
import { WorkQueue, type Attempt, type WorkOutcome, type WorkQueueOptions } from './work-queue';

/**
 * A provider with a `WorkQueue` that runs as long as the service: from when the database is open and
 * has its indexes until the requests have ended, before the database is closed.
 */
export abstract class WorkProcessor<Doc extends SpaceDocument>
  implements OnApplicationBootstrap, BeforeApplicationShutdown
{
  protected readonly queue: WorkQueue<Doc>;

  protected constructor(options: Omit<WorkQueueOptions<Doc>, 'perform'>) {
    const perform = (work: Doc, attempt: Attempt) => this.perform(work, attempt);
    this.queue = new WorkQueue({ ...options, perform });
  }

  onApplicationBootstrap(): void {
    this.queue.start();
  }

  /** Resolves when all running attempts have ended. */
  async beforeApplicationShutdown(): Promise<void> {
    await this.queue.stop();
  }

  /** See `WorkQueue.wake`. */
  wake(lane?: Lane): void {
    this.queue.wake(lane);
  }

  /** See `WorkQueue.runDue`. */
  runDue(now: Date): Promise<number> {
    return this.queue.runDue(now);
  }

  /** See `WorkQueueOptions.perform`. */
  protected abstract perform(work: Doc, attempt: Attempt): Promise<WorkOutcome>;
}
