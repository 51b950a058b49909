import { createHash } from 'node:crypto';
import { BSON_UNDEFINED, isDoc, type Doc, type Value } from '../bson/bson-value';
import { encodeKey } from '../bson/key-bytes.codec';
import { MongoError } from '../mongo-error';

/** LMDB allows keys of 1978 bytes; an entry has 4 before and 6 after the key. */
export const MAX_KEY_BYTES = 1900;
const HASH_BYTES = 16;

export interface IndexField {
  readonly path: string;
  readonly parts: readonly string[];
  readonly descending: boolean;
}

export interface ExtractedKeys {
  /** Distinct keys of the document, unordered. */
  readonly keys: Buffer[];
  /** Values of each key, for a duplicate key error. */
  readonly values: Value[][];
  /** Paths (of the index's fields or their parents) that held arrays. */
  readonly arrays: readonly string[];
  readonly long: boolean;
  /** Whether the document has none of the index's fields. */
  readonly allMissing: boolean;
}

interface Cursor {
  /** The value reached so far; undefined when missing. */
  value: Value | undefined;
  /** Number of consumed parts of the path. */
  depth: number;
}

const NO_ARRAYS: readonly string[] = [];

/**
 * The index keys of a document: one, or one per element when a path meets an array.
 * @throws MongoError 171 when two fields meet different arrays.
 */
export function extractKeys(document: Doc, fields: readonly IndexField[]): ExtractedKeys {
  const found: Value[][] = [];
  const arrays = new Set<string>();
  let anyPresent = false;

  const expand = (cursors: Cursor[]): void => {
    let arrayPath: string | null = null;
    let array: Value[] | null = null;
    let arrayField = -1;
    const reached = cursors.map((cursor, i) => {
      const parts = fields[i]!.parts;
      let { value, depth } = cursor;
      while (depth < parts.length) {
        if (isDoc(value)) value = value.get(parts[depth]!);
        else if (Array.isArray(value) && /^\d+$/.test(parts[depth]!))
          value = value[Number(parts[depth])];
        else break;
        depth++;
        if (Array.isArray(value) && !(depth < parts.length && /^\d+$/.test(parts[depth]!))) break;
      }
      if (Array.isArray(value) && cursor.value !== value) {
        const path = parts.slice(0, depth).join('.');
        if (array === null) {
          array = value;
          arrayPath = path;
          arrayField = i;
        } else if (array !== value) {
          throw new MongoError(
            171,
            `cannot index parallel arrays [${last(path)}] [${last(fields[arrayField]!.parts.slice(0, depth).join('.') || path)}]`,
          );
        }
        return { value, depth };
      }
      if (depth < parts.length) value = undefined;
      return { value, depth: parts.length };
    });
    if (array === null) {
      found.push(
        reached.map(({ value }) => {
          if (value !== undefined) anyPresent = true;
          return value === undefined ? null : value;
        }),
      );
      return;
    }
    arrays.add(arrayPath!);
    anyPresent = true;
    const elements: Value[] = array;
    if (elements.length === 0) {
      expand(
        reached.map((cursor, i) =>
          cursor.value === elements
            ? {
                value: cursor.depth === fields[i]!.parts.length ? BSON_UNDEFINED : undefined,
                depth: fields[i]!.parts.length,
              }
            : cursor,
        ),
      );
      return;
    }
    for (const element of elements) {
      expand(
        reached.map((cursor, i) => {
          if (cursor.value !== elements) return cursor;
          // A nested array is a value and is not entered.
          if (cursor.depth < fields[i]!.parts.length && !isDoc(element))
            return { value: undefined, depth: fields[i]!.parts.length };
          return { value: element, depth: cursor.depth };
        }),
      );
    }
  };

  expand(fields.map(() => ({ value: document, depth: 0 })));
  const descending = fields.map((field) => field.descending);
  const keys: Buffer[] = [];
  const values: Value[][] = [];
  const seen = found.length > 1 ? new Set<string>() : null;
  let long = false;
  for (const components of found) {
    let key = encodeKey(components, descending);
    if (key.length > MAX_KEY_BYTES) {
      key = shortenKey(key);
      long = true;
    }
    if (seen) {
      const text = key.latin1Slice();
      if (seen.has(text)) continue;
      seen.add(text);
    }
    keys.push(key);
    values.push(components);
  }
  return {
    keys,
    values,
    arrays: arrays.size > 0 ? [...arrays] : NO_ARRAYS,
    long,
    allMissing: !anyPresent,
  };
}

function last(path: string): string {
  return path.slice(path.lastIndexOf('.') + 1);
}

/** A key too long for the tree: its prefix, for the order, and a digest, for uniqueness. */
function shortenKey(key: Buffer): Buffer {
  const digest = createHash('sha256').update(key).digest().subarray(0, HASH_BYTES);
  return Buffer.concat([key.subarray(0, MAX_KEY_BYTES - HASH_BYTES), digest]);
}

/** The part of a bound that shortened keys share. */
export function shortenBound(bound: Buffer): Buffer {
  return bound.length > MAX_KEY_BYTES - HASH_BYTES
    ? bound.subarray(0, MAX_KEY_BYTES - HASH_BYTES)
    : bound;
}
