import { isDeepStrictEqual } from 'node:util';
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
import { PreconditionFailed, knownAnswer, type KnownAnswer, madeOf } from '@engawa/service-kit';
import { piecesOf, type Piece } from '@engawa/text-search';
import { memberAudit, memberChanges } from '../audit/audit-event.mapper';
import { CustomFieldUnknown, CustomFieldWrong } from '../custom-field/custom-field.errors';
import { changedValues, fits } from '../custom-field/custom-field.rules';
import type { MemberTerms } from './member-terms.rules';
import { MemberTermsReader } from './member-terms.service';
import { MergeService } from '../merge/merge.service';
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
import { listSortOf } from './member-sort.rules';
import { acceptsOf } from './member-text.rules';
import { type KanaList, typeFilterOf } from './member-list.rules';
import { MemberListRepository } from './member-list.repository';
import { MemberRepository } from './member.repository';
import type { MemberFilter } from './member.schema';
import type { MemberDocument, MemberFields } from './member.schema';

/** Search matches are counted up to here. */
const TEXT_QUERY_COUNT_LIMIT = 100;
/** Members of a row of the kana table are counted up to here. */
const ROW_COUNT_LIMIT = 1_000;

/** The list's answer. */
export type MemberPage = Page<Member> & { total: number; totalIsExact: boolean };

const noMembers: MemberPage = {
  items: [],
  nextCursor: null,
  previousCursor: null,
  total: 0,
  totalIsExact: true,
};

/** A digest of all that a list in kana order is made of. */
function listDigest(
  revision: string,
  { typeNames, customFields }: MemberTerms,
  count: { total: number; exact: boolean },
): string {
  return JSON.stringify([revision, count, [...typeNames], customFields]);
}

function isTypeUnknown(
  { typeId }: Pick<MemberFilter, 'typeId'>,
  { typeNames }: MemberTerms,
): boolean {
  return typeof typeId === 'string' && !typeNames.has(typeId);
}

function toMemberPage(
  page: Page<MemberDocument>,
  { total, exact }: { total: number; exact: boolean },
  terms: MemberTerms,
): MemberPage {
  const items = page.items.map((document) => toMember(document, terms));
  return { ...page, items, total, totalIsExact: exact };
}

@Injectable()
export class MemberService {
  constructor(
    private readonly members: MemberRepository,
    private readonly lists: MemberListRepository,
    private readonly terms: MemberTermsReader,
    private readonly counts: MemberCounts,
    private readonly index: MemberIndex,
    private readonly merges: MergeService,
  ) {}

  /** In kana order or sorted (MBR-1). Resigned members are listed for administrators only. */
  async list(staff: CurrentStaff, query: ListMembersQuery): Promise<MemberPage | KnownAnswer> {
    const deleted = query.deleted === 'true';
    if (deleted) this.requireDelete(staff);
    const filter = { typeId: typeFilterOf(query.typeId), deleted, kanaRow: query.kanaRow };
    const asked = { ...filter, limit: query.limit, cursor: query.cursor };
    const pieces = piecesOf(query.q ?? '');
    const direction = query.order === 'desc' ? -1 : 1;
    if (pieces.length === 0 && query.sort === 'kana') {
      return this.listInOrder(staff.space, { ...asked, direction });
    }
    const terms = await this.terms.of(staff.space);
    const sort = listSortOf(query.sort, terms.customFields);
    if (sort === undefined) throw new CustomFieldUnknown();
    if (isTypeUnknown(filter, terms)) return noMembers;
    const [page, count] =
      pieces.length > 0
        ? await this.findByText(staff.space, { ...asked, q: query.q! }, pieces)
        : await Promise.all([
            this.lists.findSortedPage(staff.space, { ...asked, sort: sort!, direction }),
            this.countOf(staff.space, filter),
          ]);
    return toMemberPage(page, count, terms);
  }

  /** In kana order. */
  private async listInOrder(space: string, asked: KanaList): Promise<MemberPage | KnownAnswer> {
    const around = Promise.all([this.terms.of(space), this.countOf(space, asked)]);
    const known = await knownAnswer(async () => {
      const revision = this.lists.findListRevision(space, asked);
      const [pageNow, [terms, count]] = await Promise.all([revision, around]);
      return listDigest(pageNow, terms, count);
    });
    if (known) return known;
    const [{ page, revision }, [terms, count]] = await Promise.all([
      this.lists.findListPage(space, asked),
      around,
    ]);
    madeOf(() => listDigest(revision(), terms, count));
    if (isTypeUnknown(asked, terms)) return noMembers;
    return toMemberPage(page, count, terms);
  }

  private async countOf(space: string, filter: MemberFilter) {
    if (!filter.kanaRow) return this.counts.of(space, filter);
    const total = await this.lists.countUpTo(space, filter, ROW_COUNT_LIMIT);
    return { total, exact: total < ROW_COUNT_LIMIT };
  }

  /** A page of search results and their count. */
  private async findByText(
    space: string,
    asked: MemberFilter & { q: string; limit: number; cursor?: string },
    pieces: readonly Piece[],
  ) {
    const textQuery = { pieces, accepts: acceptsOf(asked) };
    const limit = TEXT_QUERY_COUNT_LIMIT;
    let counted: { total: number; exact: boolean } | null = null;
    const page = await this.lists.findTextQueryPage(space, asked, async (range) => {
      const fromBegin = !range.after && range.direction === 1;
      const found = await this.index.find(space, {
        ...textQuery,
        ...range,
        countLimit: fromBegin ? Math.max(limit, range.limit) : range.limit,
      });
      if (fromBegin) counted = found;
      return found.rows.map(({ id }) => id);
    });
    const { total } =
      counted ??
      (await this.index.find(space, { ...textQuery, direction: 1, limit: 0, countLimit: limit }));
    return [page, { total: Math.min(total, limit), exact: total < limit }] as const;
  }

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

/** Throws when the type or a custom field is not one of the space, or a value does not fit. */
export function requireTerms(
  { typeId, customFields = {} }: Pick<UpdateMemberInput, 'typeId' | 'customFields'>,
  terms: MemberTerms,
): void {
  if (typeId && !terms.typeNames.has(typeId)) throw new MemberTypeUnknown();
  const fields = new Map(terms.customFields.map((field) => [field.id, field]));
  for (const [id, value] of Object.entries(customFields)) {
    const field = fields.get(id);
    if (!field) throw new CustomFieldUnknown();
    const removes = value === null || value === '';
    if (!removes && !fits(field, value)) throw new CustomFieldWrong(field.name);
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
