import { WorkProcessor, type Attempt, type WorkOutcome } from '@engawa/persistence';
import type { ClearingSet, ClearingSetRepository } from './clearing-set.repository';

/** Removes what members refer to and the space has deleted, in the background. */
export abstract class ClearingProcessor<Doc extends ClearingSet> extends WorkProcessor<Doc> {
  /** `name`: of the queue, in logs and metrics. */
  constructor(
    name: string,
    protected readonly sets: ClearingSetRepository<Doc>,
  ) {
    super({ name, work: sets });
  }

  /** Clears one id of `set.clearing` from the members of the space, and then from the set. */
  protected abstract clear(set: Doc, id: string, signal: AbortSignal): Promise<void>;

  protected async perform(set: Doc, { signal }: Attempt): Promise<WorkOutcome> {
    for (const id of set.clearing) {
      if (signal.aborted) break;
      await this.clear(set, id, signal);
    }
    return 'again';
  }
}
