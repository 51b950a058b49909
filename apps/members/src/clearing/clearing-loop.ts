import { BackgroundJob } from '@engawa/service-kit';
import type { ClearingSet, ClearingSetRepository } from './clearing-set.repository';

/** Interval of the search for deletions of other replicas and work left by a crash. */
const POLL_INTERVAL_MS = 15_000;
const SPACES_PER_ROUND = 100;

/**
 * Removes what members refer to and the space has deleted, in the background. The work is stored in
 * the space's set, so that it continues after a restart.
 */
export abstract class ClearingLoop<Doc extends ClearingSet> extends BackgroundJob {
  /** `name`: of the loop, in logs and metrics. */
  constructor(
    name: string,
    protected readonly sets: ClearingSetRepository<Doc>,
  ) {
    super({ name, intervalMs: POLL_INTERVAL_MS });
  }

  /** Clears one id of `set.clearing` from the members of the space, and then from the set. */
  protected abstract clear(set: Doc, id: string, signal: AbortSignal): Promise<void>;

  protected async round(signal: AbortSignal): Promise<void> {
    for (const set of await this.sets.findClearing(SPACES_PER_ROUND)) {
      for (const id of set.clearing) {
        if (signal.aborted) return;
        await this.clear(set, id, signal);
      }
    }
  }
}
