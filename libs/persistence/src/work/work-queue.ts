import { Logger } from '@nestjs/common';
import { BackgroundLoop } from '@engawa/service-kit';
import type { SpaceDocument } from '../schema/define-store';
import { FairLanes, type Lane, type LaneLimits, type LaneOutcome } from './fair-lanes';
import { watchQueue } from './work-metrics';
import type { WorkRepository } from './work.repository';

/** Default interval of the search for work that was not announced in this process. */
const POLL_MS = 1_000;
/** Due documents per search whose lanes are woken; beyond them, lanes are visited in turn. */
const DOCUMENTS_PER_POLL = 100;
/** Lanes per search; the next search continues after them. */
const LANES_PER_POLL = 100;
/** Default lease: longer than a step, and not long to wait after a crash. */
const LEASE_MS = 30_000;
/** Default concurrency: the work of a space in the order of its due times. */
const LIMITS: LaneLimits = { total: 4, perSpace: 1, perLane: 1 };

/**
 * - `done`: the work is finished or rescheduled.
 * - `again`: more of it remains; due again at once, unless it was finished or rescheduled.
 * - `later`: it could not be done for a reason of its own; due when rescheduled, or when the lease
 *   ends. Its lane goes on.
 * - `failed`: like `later`, but its receiver is the reason: the lane slows down.
 */
export type WorkOutcome = 'done' | 'again' | 'later' | 'failed';

export interface Attempt {
  /** When the attempt began. */
  now: Date;
  /** Aborts when the service stops: a long attempt should end soon, as `again`. */
  signal: AbortSignal;
}

export interface WorkQueueOptions<Doc extends SpaceDocument> {
  /** Name of the queue in logs and metrics. */
  name: string;
  work: Pick<
    WorkRepository<Doc>,
    'claim' | 'release' | 'findDueLanes' | 'findLaneAfter' | 'countWaiting' | 'findFirstDueAt'
  >;
  limits?: LaneLimits;
  /** Lease of claimed work in ms; longer than any attempt. */
  leaseMs?: number;
  /** Interval of the search for work of other replicas, of a crash, and that has become due, in ms. */
  pollMs?: number;
  /**
   * One attempt, which finishes its work (removes the due time) or reschedules it. If it throws, the
   * work is due again when the lease ends, and its lane slows down.
   */
  perform: (work: Doc, attempt: Attempt) => Promise<WorkOutcome>;
  /** Returns epoch ms. */
  clock?: () => number;
}

/**
 * Processes due documents of a collection, fairly over spaces and receivers (`FairLanes`) and with
 * bounded concurrency. Several replicas may run; each document is claimed for one attempt and
 * processed at least once.
 */
export class WorkQueue<Doc extends SpaceDocument> {
  private readonly logger: Logger;
  private readonly lanes: FairLanes;
  private readonly jobs = new Set<Promise<void>>();
  private readonly clock: () => number;
  private readonly loop: BackgroundLoop;
  private readonly metrics: ReturnType<typeof watchQueue>;
  private searchedUpTo: Lane | null = null;
  private started = false;
  private readonly stopping = new AbortController();

  constructor(private readonly options: WorkQueueOptions<Doc>) {
    const { name, work, limits = LIMITS, pollMs = POLL_MS } = options;
    this.logger = new Logger(name);
    this.lanes = new FairLanes(limits);
    this.clock = options.clock ?? Date.now;
    this.metrics = watchQueue(name, {
      running: () => this.lanes.runningCount,
      waiting: () => work.countWaiting(),
      firstDueAt: () => work.findFirstDueAt(),
    });
    this.loop = new BackgroundLoop({ name, intervalMs: pollMs, round: () => this.search() });
  }

  /** Starts claiming due work. */
  start(): void {
    this.started = true;
    this.loop.start();
  }

  /** Resolves when all running attempts have ended. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await this.loop.stop();
    await Promise.all(this.jobs);
    this.metrics.stop();
  }

  /** Call after new work was written to the lane; without one, due work is searched now. */
  wake(lane?: Lane): void {
    if (!lane) return this.loop.wake();
    this.lanes.wake(lane);
    this.begin();
  }

  /** Like `wake`, but also ends a pause after failures. */
  resume(lane: Lane): void {
    this.lanes.resume(lane);
    this.begin();
  }

  /**
   * Performs what is due at `now`, one after another; returns how many attempts are done. For
   * commands and tests.
   */
  async runDue(now: Date): Promise<number> {
    let done = 0;
    for (const lane of await this.options.work.findDueLanes(now, DOCUMENTS_PER_POLL)) {
      for (;;) {
        const outcome = await this.attempt(lane, now);
        if (!outcome) break;
        if (outcome === 'done') done += 1;
      }
    }
    return done;
  }

  /**
   * Finds lanes with work that was not announced in this process: work that has become due, and
   * what crashes left.
   */
  private async search(): Promise<void> {
    const { work } = this.options;
    const due = await work.findDueLanes(new Date(this.clock()), DOCUMENTS_PER_POLL);
    for (const lane of due) this.lanes.wake(lane);
    // One lane may have filled the list, so the others are found by skipping from lane to lane.
    if (due.length === DOCUMENTS_PER_POLL) await this.visitLanes();
    this.begin();
  }

  private async visitLanes(): Promise<void> {
    for (let visited = 0; visited < LANES_PER_POLL; visited += 1) {
      const found = await this.options.work.findLaneAfter(this.searchedUpTo);
      this.searchedUpTo = found;
      if (!found) return;
      if (found.dueAt.getTime() <= this.clock()) this.lanes.wake(found);
    }
  }

  private begin(): void {
    while (this.started && !this.stopping.signal.aborted) {
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
    try {
      const outcome = await this.attempt(lane, new Date(this.clock()));
      if (!outcome) return { kind: 'empty' };
      return outcome === 'failed' ? { kind: 'failed', at: this.clock() } : { kind: 'done' };
    } catch (error) {
      this.logger.warn(`An attempt for ${lane.receiver || lane.space} failed: ${String(error)}`);
      this.metrics.count('failed');
      return { kind: 'failed', at: this.clock() };
    }
  }

  /** Null when nothing is due. */
  private async attempt(lane: Lane, now: Date): Promise<WorkOutcome | null> {
    const { work, perform, leaseMs = LEASE_MS } = this.options;
    const claimed = await work.claim(lane, now, new Date(now.getTime() + leaseMs));
    if (!claimed) return null;
    const outcome = await perform(claimed, { now, signal: this.stopping.signal });
    if (outcome === 'again') await work.release(claimed, now);
    this.metrics.count(outcome === 'again' ? 'done' : outcome);
    return outcome;
  }
}
