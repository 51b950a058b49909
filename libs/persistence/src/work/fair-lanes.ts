/** The work of one space for one receiver. */
export interface Lane {
  readonly space: string;
  readonly receiver: string;
}

/** Concurrency limits. */
export interface LaneLimits {
  total: number;
  perSpace: number;
  perLane: number;
}

interface LaneState extends Lane {
  /** Whether the lane may have due work. */
  ready: boolean;
  /** Number of calls of `wake`. */
  wakes: number;
  running: number;
  /** Consecutive failures. */
  failures: number;
  /** Epoch ms. */
  pausedUntil: number;
}

/** Consecutive failures after which a lane pauses. */
const FAILURES_BEFORE_PAUSE = 3;
const FIRST_PAUSE_MS = 5_000;
const MAX_PAUSE_MS = 300_000;

/**
 * Chooses the next lane: spaces take turns, and so do the receivers of a space. A failing lane runs
 * one attempt at a time and pauses for growing times; all failing lanes together use at most half
 * of the slots of their space, and of all. So slow and dead receivers never block others.
 */
export class FairLanes {
  /** By space, then by receiver, each in the order of turns. */
  private readonly spaces = new Map<string, Map<string, LaneState>>();
  private running = 0;
  private failingRunning = 0;

  constructor(private readonly limits: LaneLimits) {}

  /** Number of items of work in progress, over all lanes. */
  get runningCount(): number {
    return this.running;
  }

  /** Marks the lane as possibly having due work. */
  wake(lane: Lane): void {
    const state = this.stateOf(lane);
    state.ready = true;
    state.wakes += 1;
  }

  /** Ends a pause, for work that a user requested. */
  resume(lane: Lane): void {
    this.stateOf(lane).pausedUntil = 0;
    this.wake(lane);
  }

  /**
   * Takes a slot for the next lane; null when none may run. Call `end` when the work is done. `now`
   * is epoch ms.
   */
  take(now: number): { lane: Lane; end: (outcome: LaneOutcome) => void } | null {
    if (this.running >= this.limits.total) return null;
    for (const [space, lanes] of this.spaces) {
      const state = this.nextOf(lanes, now);
      if (!state) continue;
      // Both move to the end of their queues.
      this.spaces.delete(space);
      this.spaces.set(space, lanes);
      lanes.delete(state.receiver);
      lanes.set(state.receiver, state);
      return { lane: state, end: this.begin(state) };
    }
    return null;
  }

  private nextOf(lanes: Map<string, LaneState>, now: number): LaneState | null {
    let running = 0;
    let failing = 0;
    for (const state of lanes.values()) {
      running += state.running;
      if (state.failures > 0) failing += state.running;
    }
    if (running >= this.limits.perSpace) return null;
    const failingMayRun =
      failing < Math.ceil(this.limits.perSpace / 2) &&
      this.failingRunning < Math.ceil(this.limits.total / 2);
    for (const state of lanes.values()) if (this.mayRun(state, now, failingMayRun)) return state;
    return null;
  }

  private mayRun(state: LaneState, now: number, failingMayRun: boolean): boolean {
    if (!state.ready || state.pausedUntil > now) return false;
    if (state.failures === 0) return state.running < this.limits.perLane;
    return state.running === 0 && failingMayRun;
  }

  private begin(state: LaneState): (outcome: LaneOutcome) => void {
    const failing = state.failures > 0;
    const { wakes } = state;
    state.running += 1;
    this.running += 1;
    if (failing) this.failingRunning += 1;
    return (outcome) => {
      state.running -= 1;
      this.running -= 1;
      if (failing) this.failingRunning -= 1;
      // Work added during the search may not have been seen.
      if (outcome.kind === 'empty' && state.wakes === wakes) state.ready = false;
      if (outcome.kind === 'done') {
        state.failures = 0;
        state.pausedUntil = 0;
      }
      if (outcome.kind === 'failed') {
        state.failures += 1;
        state.pausedUntil = outcome.at + pauseAfter(state.failures);
      }
      this.forgetIdle(state);
    };
  }

  private stateOf({ space, receiver }: Lane): LaneState {
    const lanes = this.spaces.get(space) ?? new Map<string, LaneState>();
    if (lanes.size === 0) this.spaces.set(space, lanes);
    const known = lanes.get(receiver);
    if (known) return known;
    const fresh = { space, receiver, ready: false, wakes: 0, running: 0 };
    const state = { ...fresh, failures: 0, pausedUntil: 0 };
    lanes.set(receiver, state);
    return state;
  }

  /** Forgets an idle lane once its failures no longer matter. */
  private forgetIdle(state: LaneState): void {
    if (state.ready || state.running > 0 || state.failures > 0) return;
    const lanes = this.spaces.get(state.space);
    lanes?.delete(state.receiver);
    if (lanes?.size === 0) this.spaces.delete(state.space);
  }
}

/** `empty`: nothing was due; `at` is epoch ms. */
export type LaneOutcome = { kind: 'done' } | { kind: 'empty' } | { kind: 'failed'; at: number };

function pauseAfter(failures: number): number {
  const step = failures - FAILURES_BEFORE_PAUSE;
  return step < 0 ? 0 : Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(step, 10));
}
