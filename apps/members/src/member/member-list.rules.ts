import { cursorAt, type Filter, type PageQuery } from '@engawa/persistence';
import { listIndexes, type MemberDocument, type MemberFilter } from './member.schema';
import { EARLIEST, type ListSort, sortIndexOf, sortKeysOf } from './member-sort.rules';

/** The type that a query names: `none` is null, absent is any. */
export function typeFilterOf(typeId: string | undefined): MemberFilter['typeId'] {
  return typeId === 'none' ? null : typeId;
}

export function filterOf({ deleted, typeId, kanaRow }: MemberFilter): Filter {
  return {
    deleted,
    ...(typeId === undefined ? {} : { typeId }),
    ...(kanaRow ? { sortKey: sortKeysOf(kanaRow) } : {}),
  };
}

/** A page of the list in kana order. */
export interface KanaList extends MemberFilter {
  direction: 1 | -1;
  limit: number;
  cursor?: string;
}

/** A list that is not in kana order. */
export interface SortedList extends MemberFilter {
  sort: ListSort;
  direction: 1 | -1;
  limit: number;
  cursor?: string;
}

export const VALUED_PART = 'v-';
export const EMPTY_PART = 'e-';
export const CURSOR_PART_LENGTH = 2;

export function inPart(part: string, cursor: string | null): string | null {
  return cursor === null ? null : part + cursor;
}

/** The two parts of a sorted list: members with a value, and then those without. */
export function sortedParts({ sort, direction, limit, ...asked }: SortedList): {
  valued: PageQuery<MemberDocument>;
  empty: PageQuery<MemberDocument>;
} {
  const { field, kind, primary, has } = sort;
  const valued: PageQuery<MemberDocument> = {
    list: 'members with a value',
    filter: { ...filterOf(asked), [field]: has } as Filter,
    sort: {
      field: field as 'posts',
      kind,
      direction,
      tie: { field: 'sortKey', direction: direction === primary ? 1 : -1 },
    },
    limit,
    hint: sortIndexOf(sort, asked.typeId !== undefined),
  };
  const empty: PageQuery<MemberDocument> = {
    ...listOf({ ...asked, limit, cursor: undefined }),
    list: 'members without a value',
    filter: { ...filterOf(asked), $nor: [{ [field]: has }] } as Filter,
    hint: indexOf(asked),
  };
  return { valued, empty };
}

/** The cursor that reads a part back from its end. */
export function endOf(query: PageQuery<MemberDocument>): string {
  const { kind, direction, tie } = query.sort;
  const ends = {
    string: ['', '\uffff'],
    number: [-Number.MAX_VALUE, Number.MAX_VALUE],
    date: [EARLIEST, new Date(8.64e15)],
  } as const;
  const end = (of: 'string' | 'number' | 'date', way: 1 | -1) => ends[of][way === 1 ? 1 : 0];
  const last = end('string', tie!.direction);
  return cursorAt(query, { direction: 'previous', values: [end(kind, direction), last, last] });
}

export function indexOf({ typeId }: MemberFilter): string {
  return typeId === undefined ? listIndexes.all : listIndexes.type;
}

export function kanaPage({ direction, ...asked }: KanaList): PageQuery<MemberDocument> {
  const { sort, ...query } = listOf(asked);
  return { ...query, sort: { ...sort, direction }, hint: indexOf(asked) };
}

export function listOf(asked: MemberFilter & { limit: number; cursor?: string }) {
  return {
    list: 'members',
    filter: filterOf(asked),
    sort: { field: 'sortKey' as const, kind: 'string' as const, direction: 1 as const },
    limit: asked.limit,
    cursor: asked.cursor,
  };
}
