import { Injectable } from '@nestjs/common';
import {
  PAGE_SIZE,
  SEARCH_TOTAL_LIMIT,
  unknownStaff,
  type MemberRef,
  type SearchHit,
  type SearchPostsAnswer,
  type SearchPostsQuery,
  type StaffRef,
} from '@engawa/contracts';
import {
  highlightsOf,
  piecesOf,
  type Piece,
  type RowHead,
  type TextQuery,
} from '@engawa/text-search';
import { EntryIndex } from '../entry/entry-index.service';
import { acceptsOf, entryKey, filterTime, type EntryFacts } from '../entry/entry-text.rules';
import { EntryRepository, type EntryFilter } from '../entry/entry.repository';
import type { EntryDocument } from '../entry/entry.schema';
import { NameRepository } from '../name/name.repository';
import { nameId } from '../name/name.schema';
import { foundTextsOf } from './found-text.rules';

/** Time budget for counting the total once the page is found. */
const COUNT_BUDGET_MS = 10;

/** By `nameId`; of a merged member, the one that is shown. */
type Names = Awaited<ReturnType<NameRepository['findShown']>>;

interface Found {
  entries: EntryDocument[];
  named: Names;
  total: number;
  exact: boolean;
}

interface Loaded {
  found: EntryDocument[];
  named: Names;
}

/** Finds posts and comments of a space (SRC-1). */
@Injectable()
export class SearchService {
  constructor(
    private readonly entries: EntryRepository,
    private readonly index: EntryIndex,
    private readonly names: NameRepository,
  ) {}

  async search(space: string, query: SearchPostsQuery): Promise<SearchPostsAnswer> {
    const pieces = piecesOf(query.q);
    const filter = await this.filterOf(space, query);
    const skip = (query.page - 1) * PAGE_SIZE;
    const found =
      pieces.length === 0
        ? await this.byFilter(space, filter, skip)
        : await this.byTexts(space, pieces, filter, skip);
    return {
      posts: this.toHits(found, pieces),
      total: found.total,
      totalIsExact: found.exact,
      totalPageCount: Math.ceil(found.total / PAGE_SIZE),
    };
  }

  private async filterOf(space: string, query: SearchPostsQuery): Promise<EntryFilter> {
    const filter = filterOf(query);
    const idsOf = (memberId: string | undefined) =>
      memberId ? this.names.findMemberAliases(space, memberId) : undefined;
    const [memberIds, otherMemberIds] = await Promise.all([
      idsOf(query.memberId),
      idsOf(query.otherMemberId),
    ]);
    return { ...filter, memberIds, otherMemberIds };
  }

  private async byFilter(space: string, filter: EntryFilter, skip: number): Promise<Found> {
    const [entries, total] = await Promise.all([
      skip >= SEARCH_TOTAL_LIMIT
        ? []
        : this.entries.findHits(space, filter, { skip, limit: PAGE_SIZE }),
      this.entries.countHits(space, filter, SEARCH_TOTAL_LIMIT),
    ]);
    const named = await this.namesOf(space, entries);
    return { entries, named, total, exact: total < SEARCH_TOTAL_LIMIT };
  }

  private async byTexts(
    space: string,
    pieces: readonly Piece[],
    filter: EntryFilter,
    skip: number,
  ): Promise<Found> {
    const byTalk = filter.issue !== 'opened' && filter.issue !== 'solved';
    const textQuery = { pieces, accepts: acceptsOf(filter), direction: -1 as const };
    const { rows, total, exact, loaded } = byTalk
      ? await this.index.find(
          space,
          {
            ...textQuery,
            // Rows exactly at the bounds are filtered by `accepts`.
            after: filter.to && { key: filter.to.toISOString(), id: '' },
            until: filter.from && { key: filter.from.toISOString(), id: '' },
            skip,
            limit: skip < SEARCH_TOTAL_LIMIT ? PAGE_SIZE : 0,
            countLimit: SEARCH_TOTAL_LIMIT,
            countFor: COUNT_BUDGET_MS,
          },
          (rows) => this.load(space, rows),
        )
      : await this.inOrderOf(space, textQuery, filter, skip);
    const byId = new Map(loaded.found.map((entry) => [entry.id, entry]));
    // Entries deleted or moved since the index was read are omitted.
    const entries = rows.flatMap(({ id, key }) => {
      const entry = byId.get(id);
      return entry?.shown && entryKey(entry) === key ? entry : [];
    });
    return { entries, named: loaded.named, total, exact };
  }

  /** Sorted by when issues were opened or solved; these are few. */
  private async inOrderOf(
    space: string,
    textQuery: Pick<TextQuery<EntryFacts>, 'pieces' | 'accepts' | 'direction'>,
    filter: EntryFilter,
    skip: number,
  ) {
    const all = await this.index.find(space, {
      ...textQuery,
      limit: Number.POSITIVE_INFINITY,
      countLimit: Number.POSITIVE_INFINITY,
    });
    const sorted = all.rows
      .map((row) => ({ row, time: filterTime(row, filter)! }))
      .sort((one, other) => other.time - one.time || (one.row.id < other.row.id ? 1 : -1))
      .map(({ row }) => row)
      .slice(0, SEARCH_TOTAL_LIMIT);
    const total = sorted.length;
    const rows = sorted.slice(skip, skip + PAGE_SIZE);
    const loaded = await this.load(space, rows);
    return { rows, total, exact: total < SEARCH_TOTAL_LIMIT, loaded };
  }

  /** The entries of rows and, at the same time, the names in them. */
  private async load(space: string, rows: readonly RowHead<EntryFacts>[]): Promise<Loaded> {
    const [found, named] = await Promise.all([
      this.entries.findByIds(
        space,
        rows.map(({ id }) => id),
      ),
      this.namesOf(
        space,
        rows.map(({ facts }) => facts),
      ),
    ]);
    return { found, named };
  }

  private namesOf(space: string, of: readonly Pick<EntryFacts, 'ownerId' | 'memberIds'>[]) {
    return this.names.findShown(space, {
      staff: of.map(({ ownerId }) => ownerId),
      member: of.flatMap(({ memberIds }) => memberIds),
      label: [],
    });
  }

  private toHits({ entries, named }: Found, pieces: readonly Piece[]): SearchHit[] {
    return entries.map((entry) => {
      const owner =
        (named.get(nameId('staff', entry.ownerId))?.ref as StaffRef | undefined) ??
        unknownStaff(entry.ownerId);
      const members = [
        ...new Set(entry.memberIds.flatMap((id) => named.get(nameId('member', id)) ?? [])),
      ].map(({ ref }) => ref as MemberRef);
      const { attachmentTitles } = entry;
      return {
        id: entry.id,
        kind: entry.kind,
        postId: entry.postId,
        commentId: entry.kind === 'comment' ? entry.id : null,
        owner,
        members,
        memo: entry.memo,
        labelIds: entry.labelIds,
        attachmentTitles,
        taskStatus: entry.taskStatus,
        talkedAt: entry.talkedAt.toISOString(),
        createdAt: entry.writtenAt.toISOString(),
        updatedAt: entry.changedAt.toISOString(),
        highlights: highlightsOf(entry.memo, pieces),
        found: foundTextsOf({ owner, members, attachmentTitles }, pieces),
      };
    });
  }
}

function filterOf(query: SearchPostsQuery): EntryFilter {
  return {
    staffId: query.staffId,
    labelId: query.labelId,
    issue: query.issue,
    taskStatus: query.taskStatus,
    kind: query.kind,
    from: query.from ? new Date(query.from) : undefined,
    to: query.to ? new Date(query.to) : undefined,
  };
}
