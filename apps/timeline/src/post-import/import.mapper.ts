import type { PostImport } from '@engawa/contracts';
import type { ImportDocument } from './import.schema';

export function importAnswer(job: ImportDocument): PostImport {
  return {
    id: job.id,
    version: job.version,
    state: job.state,
    fileName: job.fileName,
    encoding: job.encoding,
    rows: job.rows,
    processed: job.processed,
    counts: { ...noCounts(), ...job.counts },
    failure: job.failure,
    fileKept: job.fileKept,
    startedBy: job.startedBy,
    createdAt: job.createdAt.toISOString(),
    finishedAt: job.finishedAt?.toISOString() ?? null,
  };
}

export function noCounts(): PostImport['counts'] {
  return { add: 0, unchanged: 0, refused: 0 };
}
