import { events } from '@engawa/contracts';
import { z } from 'zod';
import {
  isListed,
  sameStamps,
  upsertedSource,
  type SourceChange,
  type TaskState,
} from '../task/task.rules';

const source = z.object({
  id: z.string(),
  version: z.int().min(1),
  deleted: z.boolean(),
  facts: events.postUpdated.data,
});
/** Answer of `timeline.findTaskSources`. */
export const sourcesAnswer = z.object({ items: z.array(source), next: z.string().nullable() });
export type Source = z.infer<typeof source>;

/** The current state of a post or comment as a change. */
export function sourceChangeOf({ id, version, deleted, facts }: Source): SourceChange {
  const { postId, commentId } = facts;
  return deleted ? { id, postId, commentId, version, gone: true } : upsertedSource(facts, version);
}

export type Difference = 'missing' | 'different' | 'orphaned';

/**
 * How a task differs from its source; null when they agree. A higher version of the source without
 * a difference in shared fields is not drift.
 */
export function differenceOf(state: TaskState | null, change: SourceChange): Difference | null {
  if (change.gone) return state && isListed(state) ? 'orphaned' : null;
  if (!state) return change.mirror ? 'missing' : null;
  if (state.source.gone || !sameStamps(state.mirror, change.mirror)) return 'different';
  return sameCopy(state, change) ? null : 'different';
}

function sameCopy(state: TaskState, change: SourceChange & { gone: false }): boolean {
  const { copy } = state;
  if (!copy) return false;
  return (Object.keys(change.copy) as (keyof typeof copy)[]).every(
    (field) => JSON.stringify(copy[field]) === JSON.stringify(change.copy[field]),
  );
}
