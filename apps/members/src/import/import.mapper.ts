import type { MemberImport, MemberImportVerdict } from '@engawa/contracts';
import { importAnswer } from '@engawa/imports';
import type { ImportDocument } from './import.schema';

export function toImport(document: ImportDocument): MemberImport {
  return {
    ...importAnswer(document, noCounts()),
    mode: document.mode,
    addDuplicates: document.addDuplicates,
    reverted: document.reverted,
    notReverted: document.notReverted,
  };
}

export function noCounts(): Record<MemberImportVerdict, number> {
  return { add: 0, change: 0, unchanged: 0, duplicate: 0, refused: 0 };
}
