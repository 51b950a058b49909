import { Injectable } from '@nestjs/common';
import {
  InjectStore,
  pagePosition,
  readPage,
  SpaceReads,
  type Filter,
  type Page,
  type PageQuery,
  type Store,
} from '@engawa/persistence';
import {
  CURSOR_PART_LENGTH,
  EMPTY_PART,
  endOf,
  filterOf,
  indexOf,
  inPart,
  kanaPage,
  type KanaList,
  listOf,
  sortedParts,
  type SortedList,
  VALUED_PART,
} from './member-list.rules';
import { indexFields, memberStore, type MemberDocument, type MemberFilter } from './member.schema';

/** Position and length of a page of search results. */
export interface TextQueryRange {
  direction: 1 | -1;
  after?: { key: string; id: string };
  limit: number;
}

/** The pages and counts of the list of members, in each of its orders. */
@Injectable()
export class MemberListRepository extends SpaceReads<MemberDocument> {
  constructor(@InjectStore(memberStore) store: Store<MemberDocument>) {
    super(store);
  }

  protected override get leftOut() {
    return indexFields;
  }

  /** A page in kana order (MBR-1). See `findRevisedPage`. */
  findListPage(space: string, asked: KanaList) {
    return this.findRevisedPage(space, kanaPage(asked));
  }

  /** See `findPageRevision`: of the same page. */
  findListRevision(space: string, asked: KanaList): Promise<string> {
    return this.findPageRevision(space, kanaPage(asked));
  }

  /**
   * A page of a list that is sorted by a field, and after the last member with a value of those
   * without one, in kana order. A cursor begins with the part that it belongs to.
   */
  async findSortedPage(space: string, asked: SortedList): Promise<Page<MemberDocument>> {
    const { valued, empty } = sortedParts(asked);
    const part = asked.cursor?.slice(0, CURSOR_PART_LENGTH);
    const cursor = asked.cursor?.slice(CURSOR_PART_LENGTH);
    if (part === EMPTY_PART) {
      const page = await this.findPage(space, { ...empty, cursor });
      const before = page.previousCursor;
      return {
        items: page.items,
        nextCursor: inPart(EMPTY_PART, page.nextCursor),
        previousCursor: before === null ? VALUED_PART + endOf(valued) : inPart(EMPTY_PART, before),
      };
    }
    const page = await this.findPage(space, {
      ...valued,
      cursor: part === VALUED_PART ? cursor : asked.cursor,
    });
    const previousCursor = inPart(VALUED_PART, page.previousCursor);
    if (page.nextCursor !== null) {
      return { ...page, nextCursor: VALUED_PART + page.nextCursor, previousCursor };
    }
    const room = asked.limit - page.items.length;
    const rest = await this.findPage(space, { ...empty, limit: Math.max(1, room) });
    const isFull = room === 0;
    return {
      items: isFull ? page.items : [...page.items, ...rest.items],
      nextCursor: isFull
        ? rest.items.length > 0
          ? EMPTY_PART
          : null
        : inPart(EMPTY_PART, rest.nextCursor),
      previousCursor,
    };
  }

  /** The query of the first page of `findSortedPage`, to test its plan. */
  sortedQuery(space: string, asked: SortedList) {
    const { filter, sort, hint } = sortedParts(asked).valued;
    const order = { [sort.field]: sort.direction, sortKey: sort.tie!.direction };
    return this.query(space, filter, {
      sort: { ...order, id: sort.tie!.direction },
      limit: asked.limit,
      hint,
    });
  }

  /**
   * A page of search results. `find` gives the next ids from a position of the order, in the given
   * direction.
   */
  findTextQueryPage(
    space: string,
    asked: MemberFilter & { q: string; limit: number; cursor?: string },
    find: (range: TextQueryRange) => Promise<string[]>,
  ): Promise<Page<MemberDocument>> {
    const filter: Filter = { ...filterOf(asked), q: asked.q };
    const query: PageQuery<MemberDocument> = { ...listOf(asked), filter };
    const position = pagePosition(query);
    const [key, id] = (position?.values ?? []) as string[];
    return readPage(query, async (_filter, { limit }) => {
      const ids = await find({
        direction: position?.direction === 'previous' ? -1 : 1,
        after: position ? { key: key!, id: id! } : undefined,
        limit: limit!,
      });
      const found = new Map((await this.findByIds(space, ids)).map((one) => [one.id, one]));
      return ids.flatMap((one) => {
        const member = found.get(one);
        return member?.deleted === asked.deleted ? member : [];
      });
    });
  }

  /** The query of a list's first page, to test its plan. */
  listQuery(space: string, asked: MemberFilter, limit: number) {
    return this.query(space, filterOf(asked), {
      sort: { sortKey: 1, id: 1 },
      limit,
      hint: indexOf(asked),
    });
  }

  /** Counts the members of a filter, up to `limit`. */
  async countUpTo(space: string, asked: MemberFilter, limit: number | null): Promise<number> {
    const filter = { ...filterOf(asked), space };
    return this.store.count(filter, limit === null ? {} : { limit });
  }
}
