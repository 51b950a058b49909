import type { PostImport, PostImportRefusal } from '@engawa/contracts';
import type { ImportDocument } from './import.schema';

/** Refusals that an answer shows; the report has more. */
const SHOWN = 100;

export function importAnswer(job: ImportDocument): PostImport {
  return {
    id: job.id,
    state: job.state,
    dryRun: false,
    fileName: job.fileName,
    startedBy: job.startedBy,
    rows: job.rows,
    processed: job.processed,
    added: job.added,
    unchanged: job.unchanged,
    refused: job.refused,
    refusals: job.refusals.slice(0, SHOWN),
    createdAt: job.createdAt.toISOString(),
    finishedAt: job.finishedAt?.toISOString() ?? null,
  };
}

export interface DryRun {
  id: string;
  fileName: string;
  startedBy: string;
  rows: number;
  added: number;
  unchanged: number;
  refused: number;
  refusals: PostImportRefusal[];
}

/** A dry run is over when it is answered, and nothing is kept of it. */
export function dryRunAnswer(run: DryRun): PostImport {
  const now = new Date().toISOString();
  return {
    ...run,
    state: 'done',
    dryRun: true,
    processed: run.rows,
    refusals: run.refusals.slice(0, SHOWN),
    createdAt: now,
    finishedAt: now,
  };
}
