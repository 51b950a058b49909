import type { FileImport } from './import-store';

/** Whether a check or run is waiting or in progress. */
export function isCancellable({ state }: FileImport): boolean {
  return state === 'checking' || state === 'running';
}

/**
 * Whether it may have written something. The counts of a failed run or reversal miss the step that
 * failed, so that they do not decide.
 */
export function isRevertible({ state, failedState, counts, ...job }: FileImport): boolean {
  if (state === 'done') return true;
  if (state === 'cancelled') return (counts['add'] ?? 0) + (counts['change'] ?? 0) > 0;
  if (state !== 'failed') return false;
  // Older documents lack the state; a check sets both numbers to the same.
  return failedState === undefined ? job.processed < job.rows : failedState !== 'checking';
}
