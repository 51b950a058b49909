import { Injectable } from '@nestjs/common';
import type { CurrentStaff } from '@engawa/auth';
import { type AddMembersInput, type BulkAnswer, events, UnfitEntry } from '@engawa/contracts';
import { newEvent } from '@engawa/events';
import { newId, requestedIds } from '@engawa/persistence';
import { bulkAnswerOf, ProblemError, unfitEntryProblem } from '@engawa/service-kit';
import { memberAudit, memberChanges } from '../audit/audit-event.mapper';
import { changedValues } from '../custom-field/custom-field.rules';
import { MemberCounts } from './member-count.service';
import { newMember, toFacts } from './member.mapper';
import { MemberRepository } from './member.repository';
import { requireTerms } from './member-terms.rules';
import { MemberTermsReader } from './member-terms.service';

/** Adds many members with one insert; each is added or refused on its own. */
@Injectable()
export class MemberBulkService {
  constructor(
    private readonly members: MemberRepository,
    private readonly terms: MemberTermsReader,
    private readonly counts: MemberCounts,
  ) {}

  async add(staff: CurrentStaff, { items }: AddMembersInput): Promise<BulkAnswer> {
    const { space } = staff;
    const ids = requestedIds(items.length);
    const [written, terms] = await Promise.all([
      this.members.findAllWritten(space, ids),
      this.terms.of(space),
    ]);
    const refused = new Map<string, ProblemError>();
    const entries = items.flatMap((input, position) => {
      const id = ids[position]!;
      if (written.has(id)) return [];
      if (input instanceof UnfitEntry) {
        refused.set(id, unfitEntryProblem(input));
        return [];
      }
      try {
        requireTerms(input, terms);
      } catch (error) {
        if (!(error instanceof ProblemError)) throw error;
        refused.set(id, error);
        return [];
      }
      const customFields = changedValues({}, input.customFields);
      const document = newMember(id, { ...input, customFields }, terms);
      const added = newEvent(events.memberAdded, {
        space,
        actor: staff.staffId,
        aggregate: { type: 'member', id },
        version: 1,
        data: { ...toFacts(document), imported: true },
      });
      const changes = memberChanges(null, document, terms);
      const audit = memberAudit(staff, 'members.member.added', document, changes);
      return [{ document, events: [added, audit] }];
    });
    const added = await this.members.insertOnce(space, withEnd(staff, entries, written.size));
    this.counts.forget(space);
    return bulkAnswerOf(ids.map((id) => refused.get(id) ?? added.get(id) ?? written.get(id)!));
  }
}

type Entries = Parameters<MemberRepository['insertOnce']>[1];

/** The last document carries the one event that webhooks get (INT-3). */
function withEnd({ space, staffId }: CurrentStaff, entries: Entries, before: number): Entries {
  const last = entries.at(-1);
  if (!last) return entries;
  const importId = newId();
  const end = newEvent(events.memberImportFinished, {
    space,
    actor: staffId,
    aggregate: { type: 'memberImport', id: importId },
    version: 1,
    data: { importId, added: before + entries.length, updated: 0 },
  });
  return [...entries.slice(0, -1), { ...last, events: [...last.events, end] }];
}
