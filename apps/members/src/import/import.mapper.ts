import type { MemberImport, MemberImportRow, MemberImportVerdict } from '@engawa/contracts';
import type { ImportDocument, KeptRow } from './import.schema';

export function toImport(document: ImportDocument): MemberImport {
  return {
    id: document.id,
    version: document.version,
    mode: document.mode,
    state: document.state,
    fileName: document.fileName,
    encoding: document.encoding,
    rows: document.rows,
    processed: document.processed,
    counts: { ...noCounts(), ...document.counts },
    addDuplicates: document.addDuplicates,
    reverted: document.reverted,
    notReverted: document.notReverted,
    failure: document.failure,
    fileKept: document.fileKept,
    startedBy: document.startedBy,
    createdAt: document.createdAt.toISOString(),
    finishedAt: document.finishedAt?.toISOString() ?? null,
  };
}

export function toImportRow(row: KeptRow): MemberImportRow {
  return { ...row };
}

export function noCounts(): Record<MemberImportVerdict, number> {
  return { add: 0, change: 0, unchanged: 0, duplicate: 0, refused: 0 };
}
