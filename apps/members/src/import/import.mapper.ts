import { events, type EventEnvelope } from '@engawa/contracts';
import { newEvent } from '@engawa/events';
import { toFacts } from '../member/member.mapper';
import type { ImportDocument } from './import.schema';

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
