import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import type { CurrentStaff } from '@engawa/auth';
import {
  events,
  member,
  type AddMemberInput,
  type Member,
  type UpdateMemberInput,
} from '@engawa/contracts';
import { newEvent, type EventOf } from '@engawa/events';
import { mapWriteErrors, requestedId } from '@engawa/persistence';
import { PreconditionFailed } from '@engawa/service-kit';
import { memberAudit, memberChanges } from '../audit/audit-event.mapper';
import { changedValues } from '../custom-field/custom-field.rules';
import { requireTerms, type MemberTerms } from './member-terms.rules';
import { MemberTermsReader } from './member-terms.service';
import { MergeService } from '../merge/merge.service';
import { MemberCounts } from './member-count.service';
import {
  MemberIsDeleted,
  MemberIsErased,
  MemberNoPermission,
  MemberNotFound,
} from './member.errors';
import {
  derivedFields,
  fieldsOf,
  memberEvent,
  newMember,
  toFacts,
  toMember,
} from './member.mapper';
import { MemberRepository } from './member.repository';
import type { MemberDocument, MemberFields } from './member.schema';

@Injectable()
export class MemberService {
  constructor(
    private readonly members: MemberRepository,
    private readonly terms: MemberTermsReader,
    private readonly counts: MemberCounts,
    private readonly merges: MergeService,
  ) {}

  /** One member, including resigned ones, because posts refer to them. */
  async get(staff: CurrentStaff, id: string): Promise<Member> {
    const [document, terms] = await Promise.all([
      this.members.findById(staff.space, id),
      this.terms.of(staff.space),
    ]);
    if (!document) throw new MemberNotFound();
    return toMember(document, terms);
  }

  async add(staff: CurrentStaff, input: AddMemberInput): Promise<Member> {
    const id = requestedId();
    const written = await this.members.findWritten(staff.space, id);
    if (written) return toMember(written, await this.terms.of(staff.space));
    const terms = await this.termsFor(staff.space, input);
    const customFields = changedValues({}, input.customFields);
    const document = newMember(id, { ...input, customFields }, terms);
    const event = newEvent(events.memberAdded, {
      space: staff.space,
      actor: staff.staffId,
      aggregate: { type: 'member', id: document.id },
      version: 1,
      data: toFacts(document),
    });
    const audit = memberAudit(
      staff,
      'members.member.added',
      document,
      memberChanges(null, document, terms),
    );
    const added = await this.members.insert(staff.space, document, [event, audit]);
    this.counts.forget(staff.space);
    return toMember(added, terms);
  }

  async update(
    staff: CurrentStaff,
    id: string,
    ifVersion: number | null,
    input: UpdateMemberInput,
  ): Promise<Member> {
    const terms = await this.termsFor(staff.space, input);
    const { before, document } = await this.change(staff, id, ifVersion, (current) => {
      if (current.deleted) throw new MemberIsDeleted();
      const fields = changedFields(fieldsOf(current), input);
      if (isDeepStrictEqual(fields, fieldsOf(current))) return null;
      return {
        name: 'memberUpdated',
        set: { ...fields, ...derivedFields(fields, terms) },
        audit: memberAudit(
          staff,
          'members.member.updated',
          current,
          memberChanges(current, fields, terms),
        ),
      };
    });
    this.counts.moved(staff.space, before, document);
    return toMember(document, terms);
  }

  /** Soft deletion by administrators (MBR-2). Does nothing for a resigned member. */
  async delete(staff: CurrentStaff, id: string, ifVersion: number | null): Promise<Member> {
    const document = await this.setDeleted(staff, id, ifVersion, true);
    return toMember(document, await this.terms.of(staff.space));
  }

  /** Undoes the merge of a merged member: the remaining one gives back what it took. */
  async restore(staff: CurrentStaff, id: string, ifVersion: number | null): Promise<Member> {
    const document = await this.setDeleted(staff, id, ifVersion, false);
    if (document.merged) return (await this.merges.undo(staff, id)).other;
    return toMember(document, await this.terms.of(staff.space));
  }

  private async setDeleted(
    staff: CurrentStaff,
    id: string,
    ifVersion: number | null,
    deleted: boolean,
  ): Promise<MemberDocument> {
    this.requireDelete(staff);
    const { before, document } = await this.change(staff, id, ifVersion, (current) => {
      if (current.erased) throw new MemberIsErased();
      if (current.deleted === deleted || current.merged) return null;
      return {
        name: deleted ? 'memberDeleted' : 'memberRestored',
        set: { deleted },
        audit: memberAudit(
          staff,
          deleted ? 'members.member.deleted' : 'members.member.restored',
          current,
        ),
      };
    });
    this.counts.moved(staff.space, before, document);
    return document;
  }

  private async change(
    staff: CurrentStaff,
    id: string,
    ifVersion: number | null,
    decide: (current: MemberDocument) => {
      name: 'memberUpdated' | 'memberDeleted' | 'memberRestored';
      set: Partial<MemberDocument>;
      audit: EventOf<typeof events.membersAudited>;
    } | null,
  ): Promise<{ before: MemberDocument; document: MemberDocument }> {
    let before: MemberDocument | null = null;
    const result = await mapWriteErrors(
      this.members.change(
        staff.space,
        id,
        (current, next) => {
          before = current;
          const change = decide(current);
          if (!change) return null;
          const event = memberEvent(
            change.name,
            { ...current, ...change.set },
            staff.staffId,
            next,
          );
          return { set: change.set, events: [event, change.audit] };
        },
        { ifVersion, once: true },
      ),
      {
        stale: async (current: MemberDocument) => {
          const shown = toMember(current, await this.terms.of(staff.space));
          return new PreconditionFailed('members.member.stale', member, shown);
        },
      },
    );
    if (!result) throw new MemberNotFound();
    return { before: before ?? result.document, document: result.document };
  }

  private requireDelete(staff: CurrentStaff): void {
    if (!staff.can('member.delete')) throw new MemberNoPermission();
  }

  /** The terms of the space; throws when the input refers to others. */
  private async termsFor(space: string, input: UpdateMemberInput): Promise<MemberTerms> {
    const terms = await this.terms.of(space);
    requireTerms(input, terms);
    return terms;
  }
}

/** The fields after a change; values of custom fields that are not given stay. */
function changedFields(
  current: MemberFields,
  { customFields, ...input }: UpdateMemberInput,
): MemberFields {
  const given = Object.entries(input).filter(([, value]) => value !== undefined);
  return {
    ...current,
    ...(Object.fromEntries(given) as Partial<MemberFields>),
    ...(customFields ? { customFields: changedValues(current.customFields, customFields) } : {}),
  };
}
