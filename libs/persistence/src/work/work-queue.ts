import { Logger } from '@nestjs/common';
import { BackgroundLoop } from '@engawa/service-kit';
import { FairLanes, type Lane, type LaneLimits, type LaneOutcome } from './fair-lanes';
import { watchQueue } from './work-metrics';
import type { WorkDocument, WorkRepository } from './work.repository';

/** Interval of the search for work that was not announced in this process. */
const POLL_MS = 1_000;
/** Lanes per search; the next search continues after them. */
const LANES_PER_POLL = 100;

/** `failed`: the receiver did not accept it. In both cases the work is finished or rescheduled. */
export type WorkOutcome = 'done' | 'failed';

export interface WorkQueueOptions<Doc extends WorkDocument> {
  /** Name of the queue in logs and metrics. */
  name: string;
  work: Pick<WorkRepository<Doc>, 'claim' | 'findLaneAfter' | 'countWaiting' | 'findFirstDueAt'>;
  limits: LaneLimits;
  /** Lease of claimed work in ms; longer than any attempt. */
  leaseMs: number;
  /**
   * One attempt, which finishes its work: removes `dueAt`, or sets it to the next attempt. If it
   * throws, the work is due again when the lease ends.
   */
  perform: (work: Doc) => Promise<WorkOutcome>;
  /** Returns epoch ms. */
  clock?: () => number;
}

/**
 * Processes due documents of a collection, fairly over spaces and receivers (`FairLanes`) and with
 * bounded concurrency. Several replicas may run; each document is claimed for one attempt and
 * processed at least once.
 */
export class WorkQueue<Doc extends WorkDocument> {
  private readonly logger: Logger;
  private readonly lanes: FairLanes;
  private readonly jobs = new Set<Promise<void>>();
  private readonly clock: () => number;
  private readonly loop: BackgroundLoop;
  private readonly metrics: ReturnType<typeof watchQueue>;
  private searchedUpTo: Lane | null = null;
  private stopping = false;

  constructor(private readonly options: WorkQueueOptions<Doc>) {
    const { name, work, limits } = options;
    this.logger = new Logger(name);
    this.lanes = new FairLanes(limits);
    this.clock = options.clock ?? Date.now;
    this.metrics = watchQueue(name, {
      running: () => this.lanes.runningCount,
      waiting: () => work.countWaiting(),
      firstDueAt: () => work.findFirstDueAt(),
    });
    this.loop = new BackgroundLoop({ name, intervalMs: POLL_MS, round: () => this.search() });
  }

  /** Starts claiming due work. */
  start(): void {
    this.loop.start();
  }

  /** Resolves when all running attempts have ended. */
  async stop(): Promise<void> {
    this.stopping = true;
    await this.loop.stop();
    await Promise.all(this.jobs);
    this.metrics.stop();
  }

  /** Call after new work was written to the lane. */
  wake(lane: Lane): void {
    this.lanes.wake(lane);
    this.begin();
  }

  /** Like `wake`, but also ends a pause after failures. */
  resume(lane: Lane): void {
    this.lanes.resume(lane);
    this.begin();
  }

  /**
   * Finds lanes with work that was not announced in this process: retries, and work left by
   * crashes.
   */
  private async search(): Promise<void> {
    for (let visited = 0; visited < LANES_PER_POLL; visited += 1) {
      const found = await this.options.work.findLaneAfter(this.searchedUpTo);
      this.searchedUpTo = found;
      if (!found) break;
      if (found.dueAt.getTime() <= this.clock()) this.lanes.wake(found);
    }
    this.begin();
  }

  private begin(): void {
    while (!this.stopping) {
      const taken = this.lanes.take(this.clock());
      if (!taken) return;
      const job = this.work(taken.lane)
        .then(taken.end)
        .finally(() => {
          this.jobs.delete(job);
          this.begin();
        });
      this.jobs.add(job);
    }
  }

  /** Runs one attempt of a lane; never rejects. */
  private async work(lane: Lane): Promise<LaneOutcome> {
    const now = this.clock();
    try {
      const until = new Date(now + this.options.leaseMs);
      const claimed = await this.options.work.claim(lane, new Date(now), until);
      if (!claimed) return { kind: 'empty' };
      const outcome = await this.options.perform(claimed);
      this.metrics.count(outcome);
      return outcome === 'done' ? { kind: 'done' } : { kind: 'failed', at: this.clock() };
    } catch (error) {
      this.logger.warn(`An attempt for ${lane.receiver} failed: ${String(error)}`);
      this.metrics.count('failed');
      return { kind: 'failed', at: this.clock() };
    }
  }
}
