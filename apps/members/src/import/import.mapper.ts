import {
  events,
  type EventEnvelope,
  type MemberImport,
  type MemberImportVerdict,
} from '@engawa/contracts';
import { derivedId, newEvent } from '@engawa/events';
import { importAnswer } from '@engawa/imports';
import { toFacts } from '../member/member.mapper';
import type { ChangedMember } from './import.rules';
import type { ImportDocument } from './import.schema';

/** Most members in one `members.member.imported` event. */
const MEMBERS_PER_EVENT = 100;

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

/**
 * Events of a step. Written with its verdicts or progress after the members: after a crash in
 * between the step is repeated with the same events.
 */
export function importedEvents(
  job: ImportDocument,
  step: string,
  members: readonly ChangedMember[],
): EventEnvelope[] {
  const made: EventEnvelope[] = [];
  for (let at = 0; at < members.length; at += MEMBERS_PER_EVENT) {
    const id = `${job.id}-${step}-${at / MEMBERS_PER_EVENT}`;
    const facts = members.slice(at, at + MEMBERS_PER_EVENT).map((member) => ({
      ...toFacts(member),
      version: member.version,
    }));
    made.push(
      newEvent(events.membersImported, {
        id: derivedId(id),
        space: job.space,
        actor: job.startedBy,
        aggregate: { type: 'memberImport', id },
        version: 1,
        data: { importId: job.id, members: facts },
      }),
    );
  }
  return made;
}
