import { Injectable } from '@nestjs/common';
import type { CurrentStaff } from '@engawa/auth';
import type { ListMembersQuery, Member } from '@engawa/contracts';
import type { Page } from '@engawa/persistence';
import { knownAnswer, type KnownAnswer, madeOf } from '@engawa/service-kit';
import { piecesOf, type Piece } from '@engawa/text-search';
import { CustomFieldUnknown } from '../custom-field/custom-field.errors';
import { MemberCounts } from './member-count.service';
import { MemberIndex } from './member-index.service';
import { MemberListRepository } from './member-list.repository';
import { type KanaList, typeFilterOf } from './member-list.rules';
import { listSortOf } from './member-sort.rules';
import type { MemberTerms } from './member-terms.rules';
import { MemberTermsReader } from './member-terms.service';
import { acceptsOf } from './member-text.rules';
import { MemberNoPermission } from './member.errors';
import { toMember } from './member.mapper';
import type { MemberDocument, MemberFilter } from './member.schema';

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

/** Lists and searches members. */
@Injectable()
export class MemberListService {
  constructor(
    private readonly lists: MemberListRepository,
    private readonly terms: MemberTermsReader,
    private readonly counts: MemberCounts,
    private readonly index: MemberIndex,
  ) {}

  /** In kana order or sorted (MBR-1). Resigned members are listed for administrators only. */
  async list(staff: CurrentStaff, query: ListMembersQuery): Promise<MemberPage | KnownAnswer> {
    const deleted = query.deleted === 'true';
    if (deleted && !staff.can('member.delete')) throw new MemberNoPermission();
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
}
