import { createHash } from 'node:crypto';
import { mongo } from 'mongoose';
import {
  decodeCursor,
  encodeCursor,
  type CursorPosition,
  type CursorScope,
  type CursorValue,
} from '../cursor/cursor';
import type { SpaceDocument } from '../schema/define-store';
import type { Filter, ReadOptions } from './query';

type CursorKind = 'string' | 'number' | 'date';

/** A field to sort by; those of every document are named for generic repositories. */
type SortField<Doc extends SpaceDocument> =
  Exclude<keyof SpaceDocument, 'id'> | Exclude<keyof Doc & string, 'id'>;

export interface PageQuery<Doc extends SpaceDocument> {
  /** Name of the list; cursors are bound to it and the filter. */
  list: string;
  filter: Filter;
  /**
   * Field to sort by before `id`, its type, and the direction of both; `tie` orders equal values by
   * another text before `id`, which takes its direction then.
   */
  sort: {
    field: SortField<Doc>;
    kind: CursorKind;
    direction: 1 | -1;
    tie?: { field: SortField<Doc>; direction: 1 | -1 };
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

/** A hash of the query of a page and of what the database answered to it. */
export function pageRevision<Doc extends SpaceDocument>(
  { list, filter, sort, limit, cursor = null }: PageQuery<Doc>,
  encoded: readonly Uint8Array[],
): string {
  const hash = createHash('sha1').update(JSON.stringify([list, filter, sort, limit, cursor]));
  for (const document of encoded) hash.update(document);
  return hash.digest('base64url');
}

/** These fields of documents as the database sends them: in the order in which they are stored. */
export function encodeFields<Doc extends SpaceDocument>(
  documents: readonly Doc[],
  fields: readonly string[],
): Uint8Array[] {
  return documents.map((document) => {
    const kept: Record<string, unknown> = {};
    // Not `Object.entries`: for all fields of each document, that takes twice as long.
    for (const field in document) if (fields.includes(field)) kept[field] = document[field];
    return mongo.BSON.serialize(kept);
  });
}

/**
 * Reads a page sorted by (field, tie, id). Needs an index on `space`, the filter's equality fields,
 * the field, the tie and `id`. The bound on the field narrows the index range; the rest only
 * separates equal values. `nextCursor` is null at the end of the list; when reading back it is
 * always set.
 */
export async function readPage<Doc extends SpaceDocument>(
  query: PageQuery<Doc>,
  find: (filter: Filter, options: ReadOptions) => Promise<Doc[]>,
): Promise<Page<Doc>> {
  const scope = scopeOf(query);
  const position = pagePosition(query);
  const back = position?.direction === 'previous';
  const { filter, options } = pageCommand(query, position);
  const found = await find(filter, options);
  const more = found.length > query.limit;
  const items = found.slice(0, query.limit);
  if (back) items.reverse();
  const cursorOf = (document: Doc | undefined, to: 'next' | 'previous'): string | null =>
    document
      ? encodeCursor(scope, {
          direction: to,
          values: valuesOf(query, document),
        })
      : null;
  // Past the end, the way back starts from the reader's position.
  const here = (to: 'next' | 'previous'): string | null =>
    position ? encodeCursor(scope, { direction: to, values: position.values }) : null;
  return {
    items,
    nextCursor: back || more ? (cursorOf(items.at(-1), 'next') ?? here('next')) : null,
    previousCursor:
      items.length === 0
        ? back
          ? null
          : here('previous')
        : back && !more
          ? null
          : position
            ? cursorOf(items[0], 'previous')
            : null,
  };
}

/** The command that finds the documents of a page, and one more. */
export function pageCommand<Doc extends SpaceDocument>(
  query: PageQuery<Doc>,
  position: CursorPosition | null = pagePosition(query),
): { filter: Filter; options: ReadOptions } {
  const back = position?.direction === 'previous';
  return {
    filter: position ? beyond(query, position.values, back) : query.filter,
    options: {
      sort: Object.fromEntries(keysOf(query).map((key) => [key.field, wayOf(key, back)])),
      limit: query.limit + 1,
      hint: query.hint,
    },
  };
}

/** Where a page starts: the values of the sort fields; null at the start of the list. */
export function pagePosition<Doc extends SpaceDocument>(
  query: PageQuery<Doc>,
): CursorPosition | null {
  if (query.cursor) {
    const kinds = keysOf(query).map(({ kind }) => kind);
    return decodeCursor(scopeOf(query), query.cursor, kinds);
  }
  if (!query.from) return null;
  const { direction, document } = query.from;
  return { direction, values: valuesOf(query, document) };
}

interface SortKey {
  field: string;
  kind: CursorKind;
  direction: 1 | -1;
}

function keysOf<Doc extends SpaceDocument>({ sort }: PageQuery<Doc>): SortKey[] {
  const { field, kind, direction, tie } = sort;
  return [
    { field, kind, direction },
    ...(tie ? [{ field: tie.field, kind: 'string' as const, direction: tie.direction }] : []),
    { field: 'id', kind: 'string', direction: tie?.direction ?? direction },
  ];
}

function valuesOf<Doc extends SpaceDocument>(query: PageQuery<Doc>, document: Doc): CursorValue[] {
  return keysOf(query).map(({ field }) => valueAt(document, field));
}

/** A value by its path. */
function valueAt(document: object, path: string): CursorValue {
  const at = path.split('.');
  const value = at.reduce<unknown>((of, name) => (of as Record<string, unknown>)?.[name], document);
  return value as CursorValue;
}

function wayOf({ direction }: SortKey, back: boolean): 1 | -1 {
  return (back ? -direction : direction) as 1 | -1;
}

function scopeOf<Doc extends SpaceDocument>({ list, filter, sort }: PageQuery<Doc>): CursorScope {
  const tie = sort.tie ? [sort.tie.field, sort.tie.direction] : [];
  return { list, filter: [filter, sort.field, sort.direction, ...tie] };
}

/** A cursor of the list at these values: of field, tie if there is one, and id. */
export function cursorAt<Doc extends SpaceDocument>(
  query: PageQuery<Doc>,
  position: CursorPosition,
): string {
  return encodeCursor(scopeOf(query), position);
}

function beyond<Doc extends SpaceDocument>(
  query: PageQuery<Doc>,
  values: CursorValue[],
  back: boolean,
): Filter {
  const keys = keysOf(query);
  const { field } = keys[0]!;
  const { filter } = query;
  const past = (at: number) => ({ [wayOf(keys[at]!, back) === 1 ? '$gt' : '$lt']: values[at] });
  const bound = { [field]: { [wayOf(keys[0]!, back) === 1 ? '$gte' : '$lte']: values[0] } };
  // The bound leaves equal values of the first field, so that the later ones do not repeat it.
  const tie = {
    $or: keys.map((key, at) => ({
      ...Object.fromEntries(
        keys.slice(1, at).map((same, index) => [same.field, values[index + 1]]),
      ),
      [key.field]: past(at),
    })),
  };
  if (field in filter || '$or' in filter || '$and' in filter) {
    return { $and: [filter, bound, tie] } as Filter;
  }
  return { ...filter, ...bound, ...tie } as Filter;
}
