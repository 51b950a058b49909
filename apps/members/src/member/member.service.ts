import { Injectable } from '@nestjs/common';
import type { CurrentStaff } from '@engawa/auth';
import {
  events,
  member,
  type AddMemberInput,
  type ListMembersQuery,
  type Member,
  type UpdateMemberInput,
} from '@engawa/contracts';
import { newEvent, type EventOf } from '@engawa/events';
import { mapWriteErrors, requestedId, type Page } from '@engawa/persistence';
import { PreconditionFailed } from '@engawa/service-kit';
import { piecesOf, type Piece } from '@engawa/text-search';
import { memberAudit, memberChanges } from '../audit/audit-event.mapper';
import { MemberTypeService } from '../member-type/member-type.service';
import { MemberCounts } from './member-count.service';
import {
  MemberIsDeleted,
  MemberIsErased,
  MemberNoPermission,
  MemberNotFound,
  MemberTypeUnknown,
} from './member.errors';
import {
  derivedFields,
  fieldsOf,
  memberEvent,
  newMember,
  toFacts,
  toMember,
} from './member.mapper';
import { MemberIndex } from './member-index.service';
import { acceptsOf } from './member-text.rules';
import { MemberRepository } from './member.repository';
import type { MemberFilter } from './member.schema';
import type { MemberDocument, MemberFields } from './member.schema';

/** Search matches are counted up to here. */
const QUESTION_COUNT_LIMIT = 100;

/** The list's answer. */
export type MemberPage = Page<Member> & { total: number; totalIsExact: boolean };

@Injectable()
export class MemberService {
  constructor(
    private readonly members: MemberRepository,
    private readonly types: MemberTypeService,
    private readonly counts: MemberCounts,
    private readonly index: MemberIndex,
  ) {}

  /** In kana order (MBR-1). Resigned members are listed for administrators only. */
  async list(staff: CurrentStaff, query: ListMembersQuery): Promise<MemberPage> {
    const deleted = query.deleted === 'true';
    if (deleted) this.requireDelete(staff);
    const filter = { typeId: query.typeId, deleted };
    const typeNames = await this.types.names(staff.space);
    if (query.typeId && !typeNames.has(query.typeId)) {
      return { items: [], nextCursor: null, previousCursor: null, total: 0, totalIsExact: true };
    }
    const asked = { ...filter, limit: query.limit, cursor: query.cursor };
    const pieces = piecesOf(query.q ?? '');
    const [page, count] =
      pieces.length > 0
        ? await this.question(staff.space, { ...asked, q: query.q! }, pieces)
        : await Promise.all([
            this.members.findListPage(staff.space, asked),
            this.counts.of(staff.space, filter),
          ]);
    return {
      ...page,
      items: page.items.map((document) => toMember(document, typeNames)),
      total: count.total,
      totalIsExact: count.exact,
    };
  }

  /** A page of search results and their count. */
  private async question(
    space: string,
    asked: MemberFilter & { q: string; limit: number; cursor?: string },
    pieces: readonly Piece[],
  ) {
    const question = { pieces, accepts: acceptsOf(asked) };
    const limit = QUESTION_COUNT_LIMIT;
    let counted: { total: number; exact: boolean } | null = null;
    const page = await this.members.findQuestionPage(space, asked, async (range) => {
      const fromBegin = !range.after && range.direction === 1;
      const found = await this.index.find(space, {
        ...question,
        ...range,
        countLimit: fromBegin ? Math.max(limit, range.limit) : range.limit,
      });
      if (fromBegin) counted = found;
      return found.rows.map(({ id }) => id);
    });
    const { total } =
      counted ??
      (await this.index.find(space, { ...question, direction: 1, limit: 0, countLimit: limit }));
    return [page, { total: Math.min(total, limit), exact: total < limit }] as const;
  }

  /** One member, including resigned ones, because posts refer to them. */
  async get(staff: CurrentStaff, id: string): Promise<Member> {
    const [document, typeNames] = await Promise.all([
      this.members.findById(staff.space, id),
      this.types.names(staff.space),
    ]);
    if (!document) throw new MemberNotFound();
    return toMember(document, typeNames);
  }

  async add(staff: CurrentStaff, input: AddMemberInput): Promise<Member> {
    const id = requestedId();
    const written = await this.members.findWritten(staff.space, id);
    if (written) return toMember(written, await this.types.names(staff.space));
    const typeNames = await this.knownTypes(staff.space, input.typeId);
    const document = newMember(id, input);
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
      memberChanges(null, document, typeNames),
    );
    const added = await this.members.insert(staff.space, document, [event, audit]);
    this.counts.added(staff.space, added, 1);
    return toMember(added, typeNames);
  }

  async update(
    staff: CurrentStaff,
    id: string,
    ifVersion: number,
    input: UpdateMemberInput,
  ): Promise<Member> {
    const typeNames = await this.knownTypes(staff.space, input.typeId ?? null);
    const { before, document } = await this.change(staff, id, ifVersion, (current) => {
      if (current.deleted) throw new MemberIsDeleted();
      const fields = { ...fieldsOf(current), ...given(input) };
      if (same(fields, fieldsOf(current))) return null;
      return {
        name: 'memberUpdated',
        set: { ...fields, ...derivedFields(fields) },
        audit: memberAudit(
          staff,
          'members.member.updated',
          current,
          memberChanges(current, fields, typeNames),
        ),
      };
    });
    this.counts.moved(staff.space, before, document);
    return toMember(document, typeNames);
  }

  /** Soft deletion by administrators (MBR-2). Does nothing for a resigned member. */
  async delete(staff: CurrentStaff, id: string, ifVersion: number | null): Promise<Member> {
    return this.setDeleted(staff, id, ifVersion, true);
  }

  async restore(staff: CurrentStaff, id: string, ifVersion: number | null): Promise<Member> {
    return this.setDeleted(staff, id, ifVersion, false);
  }

  private async setDeleted(
    staff: CurrentStaff,
    id: string,
    ifVersion: number | null,
    deleted: boolean,
  ): Promise<Member> {
    this.requireDelete(staff);
    const { before, document } = await this.change(staff, id, ifVersion, (current) => {
      if (current.erased) throw new MemberIsErased();
      if (current.deleted === deleted) return null;
      return {
        name: deleted ? 'memberDeleted' : 'memberRestored',
        set: deleted ? { deleted } : { deleted, merged: null },
        unset: deleted ? [] : ['mergedAt'],
        audit: memberAudit(
          staff,
          deleted ? 'members.member.deleted' : 'members.member.restored',
          current,
        ),
      };
    });
    this.counts.moved(staff.space, before, document);
    return toMember(document, await this.types.names(staff.space));
  }

  private async change(
    staff: CurrentStaff,
    id: string,
    ifVersion: number | null,
    decide: (current: MemberDocument) => {
      name: 'memberUpdated' | 'memberDeleted' | 'memberRestored';
      set: Partial<MemberDocument>;
      unset?: 'mergedAt'[];
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
          return { set: change.set, unset: change.unset, events: [event, change.audit] };
        },
        { ifVersion, once: true },
      ),
      {
        stale: async (current: MemberDocument) => {
          const shown = toMember(current, await this.types.names(staff.space));
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

  private async knownTypes(
    space: string,
    typeId: string | null,
  ): Promise<ReadonlyMap<string, string>> {
    const names = await this.types.names(space);
    if (typeId !== null && !names.has(typeId)) throw new MemberTypeUnknown();
    return names;
  }
}

function given(input: UpdateMemberInput): Partial<MemberFields> {
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));
}

function same(one: MemberFields, other: MemberFields): boolean {
  return (Object.keys(one) as (keyof MemberFields)[]).every((key) => one[key] === other[key]);
}
