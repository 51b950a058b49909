import {
  events,
  type EventEnvelope,
  type MemberImport,
  type MemberImportRow,
  type MemberImportVerdict,
} from '@engawa/contracts';
import { newEvent } from '@engawa/events';
import { importAnswer } from '@engawa/imports';
import { toFacts } from '../member/member.mapper';
import type { ImportDocument, StoredRow } from './import.schema';

export function toImport(document: ImportDocument): MemberImport {
  return {
    ...importAnswer(document, noCounts()),
    mode: document.mode,
    addDuplicates: document.addDuplicates,
    reverted: document.reverted,
    notReverted: document.notReverted,
  };
}

export function toImportRow({ changes, ...row }: StoredRow): MemberImportRow {
  return {
    ...row,
    changes: changes.map(({ column, before, after }) => ({ column, before, after })),
  };
}

export function noCounts(): Record<MemberImportVerdict, number> {
  return { add: 0, change: 0, unchanged: 0, duplicate: 0, refused: 0 };
}

/** The event of a member that the import adds, changes or reverts, written with the member. */
export function importedEvent(
  { space, id, startedBy }: Pick<ImportDocument, 'space' | 'id' | 'startedBy'>,
  member: Parameters<typeof toFacts>[0] & { version: number },
): EventEnvelope {
  const { version } = member;
  return newEvent(events.membersImported, {
    space,
    actor: startedBy,
    aggregate: { type: 'member', id: member.id },
    version,
    data: { importId: id, members: [{ ...toFacts(member), version }] },
  });
}
