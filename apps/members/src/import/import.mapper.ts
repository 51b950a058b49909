import { events, type EventEnvelope } from '@engawa/contracts';
import { newEvent } from '@engawa/events';
import { toFacts } from '../member/member.mapper';
import type { ImportDocument } from './import.schema';

type ImportedMember = Parameters<typeof toFacts>[0] & { version: number };

/** The event of a member that the import adds, changes or reverts, written with the member. */
export function importedEventOf({ space, id: importId, startedBy: actor }: ImportDocument) {
  return (member: ImportedMember): EventEnvelope => {
    const { id, version } = member;
    return newEvent(events.membersImported, {
      space,
      actor,
      aggregate: { type: 'member', id },
      version,
      data: { importId, members: [{ ...toFacts(member), version }] },
    });
  };
}
