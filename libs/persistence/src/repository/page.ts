import {
  decodeCursor,
  encodeCursor,
  type CursorPosition,
  type CursorScope,
  type CursorValue,
} from '../cursor/cursor';
import type { SpaceDocument } from '../schema/define-schema';
import type { Filter, ReadOptions } from './query';

export interface PageQuery<Doc extends SpaceDocument> {
  /** Name of the list; cursors are bound to it and the filter. */
  list: string;
  filter: Filter;
  /** Field to sort by before `id`, its type, and the direction of both. */
  sort: {
    field: Exclude<keyof Doc & string, 'id'>;
    kind: 'string' | 'number' | 'date';
    direction: 1 | -1;
  };
  limit: number;
  /** From an earlier page of the same list and filter. */
  cursor?: string | null;
  /** Instead of a cursor: start after (`next`) or before this document, excluding it. */
  from?: { direction: 'next' | 'previous'; document: Doc };
  hint?: string;
}

export interface Page<Doc> {
  /** Always in the list's order, whichever direction was read. */
  items: Doc[];
  nextCursor: string | null;
  previousCursor: string | null;
}

/**
 * Reads a page sorted by (field, id). Needs an index on `space`, the filter's equality fields, the
 * field and `id`. The bound on the field narrows the index range; the rest only separates equal
 * values. `nextCursor` is null at the end of the list; when reading back it is always set.
 */
export async function readPage<Doc extends SpaceDocument>(
  query: PageQuery<Doc>,
  find: (filter: Filter, options: ReadOptions) => Promise<Doc[]>,
): Promise<Page<Doc>> {
  const { field, direction } = query.sort;
  const scope = scopeOf(query);
  const position = pagePosition(query);
  const back = position?.direction === 'previous';
  const way = (back ? -direction : direction) as 1 | -1;
  const found = await find(position ? beyond(query, position.values, way) : query.filter, {
    sort: { [field]: way, id: way },
    limit: query.limit + 1,
    hint: query.hint,
  });
  const more = found.length > query.limit;
  const items = found.slice(0, query.limit);
  if (back) items.reverse();
  const cursorAt = (document: Doc | undefined, to: 'next' | 'previous'): string | null =>
    document
      ? encodeCursor(scope, {
          direction: to,
          values: [document[field] as CursorValue, document.id],
        })
      : null;
  // Past the end, the way back starts from the reader's position.
  const here = (to: 'next' | 'previous'): string | null =>
    position ? encodeCursor(scope, { direction: to, values: position.values }) : null;
  return {
    items,
    nextCursor: back || more ? (cursorAt(items.at(-1), 'next') ?? here('next')) : null,
    previousCursor:
      items.length === 0
        ? back
          ? null
          : here('previous')
        : back && !more
          ? null
          : position
            ? cursorAt(items[0], 'previous')
            : null,
  };
}

/** Where a page starts: the values of the sort field and the id; null at the start of the list. */
export function pagePosition<Doc extends SpaceDocument>(
  query: PageQuery<Doc>,
): CursorPosition | null {
  const { field, kind } = query.sort;
  if (query.cursor) return decodeCursor(scopeOf(query), query.cursor, [kind, 'string']);
  if (!query.from) return null;
  const { direction, document } = query.from;
  return { direction, values: [document[field] as CursorValue, document.id] };
}

function scopeOf<Doc extends SpaceDocument>({ list, filter, sort }: PageQuery<Doc>): CursorScope {
  return { list, filter: [filter, sort.field, sort.direction] };
}

function beyond<Doc extends SpaceDocument>(
  query: PageQuery<Doc>,
  [value, id]: CursorValue[],
  way: 1 | -1,
): Filter {
  const { field } = query.sort;
  const past = way === 1 ? '$gt' : '$lt';
  const atOrPast = way === 1 ? '$gte' : '$lte';
  const { filter } = query;
  const bound = { [field]: { [atOrPast]: value } };
  const tie = { $or: [{ [field]: { [past]: value } }, { id: { [past]: id } }] };
  if (field in filter || '$or' in filter || '$and' in filter) {
    return { $and: [filter, bound, tie] } as Filter;
  }
  return { ...filter, ...bound, ...tie } as Filter;
}
