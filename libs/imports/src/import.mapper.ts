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

/** The common part of an import's answer; missing counts are those of `none`. */
export function importAnswer<Doc extends FileImport>(job: Doc, none: Doc['counts']) {
  return {
    id: job.id,
    version: job.version,
    state: job.state as Doc['state'],
    fileName: job.fileName,
    encoding: job.encoding,
    rows: job.rows,
    processed: job.processed,
    counts: { ...none, ...job.counts } as Doc['counts'],
    failure: job.failure,
    fileKept: job.fileKept,
    cancelling: job.cancelledBy != null && isCancellable(job),
    startedBy: job.startedBy,
    createdAt: job.createdAt.toISOString(),
    finishedAt: job.finishedAt?.toISOString() ?? null,
  };
}
