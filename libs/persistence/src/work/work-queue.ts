import { Logger } from '@nestjs/common';
import { BackgroundLoop } from '@engawa/service-kit';
import { FairLanes, type Lane, type LaneLimits, type LaneOutcome } from './fair-lanes';
import { watchQueue } from './work-metrics';
import type { WorkDocument, WorkRepository } from './work.repository';

/** How often the collection is searched for work that nobody announced, in ms. */
const POLL_MS = 1_000;
/** Lanes that one search visits; the next one goes on behind them. */
const LANES_PER_POLL = 100;

/** `failed`: the receiver did not take it. Either way the work was settled, or is due again later. */
export type WorkOutcome = 'done' | 'failed';

export interface WorkQueueOptions<Doc extends WorkDocument> {
  /** Names the work in logs and metrics. */
  name: string;
  work: Pick<WorkRepository<Doc>, 'claim' | 'findLaneAfter' | 'countWaiting' | 'findFirstDueAt'>;
  limits: LaneLimits;
  /** For how long claimed work belongs to its worker, in ms: longer than any attempt takes. */
  leaseMs: number;
  /**
   * One attempt, which settles its work: removes `dueAt`, or sets it to the next attempt. What
   * throws is due again when the lease ends.
   */
  perform: (work: Doc) => Promise<WorkOutcome>;
  /** In ms since the epoch. */
  clock?: () => number;
}

/**
 * Works on what is due in a collection, fairly over spaces and receivers (`FairLanes`) and with
 * bounded concurrency. Several replicas may run: each piece of work is claimed for one attempt, and
 * done at least once.
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

  start(): void {
    this.loop.start();
  }

  /** Resolves when all attempts under way have ended. */
  async stop(): Promise<void> {
    this.stopping = true;
    await this.loop.stop();
    await Promise.all(this.jobs);
    this.metrics.stop();
  }

  /** There is new work in the lane. */
  wake(lane: Lane): void {
    this.lanes.wake(lane);
    this.begin();
  }

  /** As `wake`, and at once although the lane pauses after failures. */
  resume(lane: Lane): void {
    this.lanes.resume(lane);
    this.begin();
  }

  /** Finds lanes whose work nobody announced here: next attempts, and what crashes left. */
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

  /** One attempt of one lane; never rejects. */
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
