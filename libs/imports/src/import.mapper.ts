import type { FileImport } from './import-store';

/** Whether a check or run is waiting or in progress. */
export function isCancellable({ state }: FileImport): boolean {
  return state === 'checking' || state === 'running';
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
