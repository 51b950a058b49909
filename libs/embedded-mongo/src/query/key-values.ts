import { BSON_UNDEFINED, isDoc, type Doc, type Value } from '../bson/bson-value';
import type { MongoError } from '../mongo-error';
import { isArrayIndex } from './matcher';

/** A field of an index or of a sort. */
export interface KeyField {
  readonly path: string;
  readonly parts: readonly string[];
  readonly descending: boolean;
}

interface KeyValues {
  /** A value for each field; several lists when a path meets an array. */
  readonly found: Value[][];
  /** Paths (of the fields or their parents) that held arrays. */
  readonly arrays: ReadonlySet<string>;
  /** Whether the document has none of the fields. */
  readonly allMissing: boolean;
}

interface Cursor {
  /** The value reached so far; undefined when missing. */
  value: Value | undefined;
  /** Number of consumed parts of the path. */
  depth: number;
}

/**
 * The values of a document that an index or a sort orders it by: one list, or one per element when
 * a path meets an array.
 * @param parallel the error when two fields meet different arrays, of the names of these
 */
export function keyValuesOf(
  document: Doc,
  fields: readonly KeyField[],
  parallel: (one: string, other: string) => MongoError,
): KeyValues {
  const found: Value[][] = [];
  const arrays = new Set<string>();
  let allMissing = true;

  const expand = (cursors: Cursor[]): void => {
    let array: Value[] | null = null;
    let arrayPath = '';
    const reached = cursors.map((cursor, i) => {
      const { parts } = fields[i]!;
      const next = follow(cursor, parts);
      if (!Array.isArray(next.value) || cursor.value === next.value) {
        return { value: next.depth < parts.length ? undefined : next.value, depth: parts.length };
      }
      const path = parts.slice(0, next.depth).join('.');
      if (array === null) {
        array = next.value;
        arrayPath = path;
      } else if (array !== next.value)
        throw parallel(parts[next.depth - 1]!, arrayPath.split('.').pop()!);
      return next;
    });
    if (array === null) {
      if (reached.some(({ value }) => value !== undefined)) allMissing = false;
      found.push(reached.map(({ value }) => value ?? null));
      return;
    }
    arrays.add(arrayPath);
    allMissing = false;
    const elements: Value[] = array;
    for (const element of elements.length > 0 ? elements : [BSON_UNDEFINED]) {
      expand(
        reached.map((cursor, i) => {
          if (cursor.value !== elements) return cursor;
          const { length } = fields[i]!.parts;
          // A nested array is a value and is not entered.
          if (cursor.depth < length && !isDoc(element)) return { value: undefined, depth: length };
          return { value: element, depth: cursor.depth };
        }),
      );
    }
  };

  expand(fields.map(() => ({ value: document, depth: 0 })));
  return { found, arrays, allMissing };
}

/** Follows a path to its end, to an array, or to where it is missing. */
function follow(from: Cursor, parts: readonly string[]): Cursor {
  let { value, depth } = from;
  while (depth < parts.length) {
    if (isDoc(value)) value = value.get(parts[depth]!);
    else if (Array.isArray(value) && isArrayIndex(parts[depth]))
      value = value[Number(parts[depth])];
    else break;
    depth++;
    if (Array.isArray(value) && !isArrayIndex(parts[depth])) break;
  }
  return { value, depth };
}
