import { createHash } from 'node:crypto';
import type { Doc, Value } from '../bson/bson-value';
import { encodeKey } from '../bson/key-bytes-codec';
import { MongoError } from '../mongo-error';
import { keyValuesOf, type KeyField } from '../query/key-values';

/** LMDB allows keys of 1978 bytes; an entry has 4 before and 6 after the key. */
export const MAX_KEY_BYTES = 1900;
const HASH_BYTES = 16;

export interface ExtractedKeys {
  /** Distinct keys of the document, unordered. */
  readonly keys: Buffer[];
  /** Values of each key, for a duplicate key error. */
  readonly values: Value[][];
  /** Paths (of the index's fields or their parents) that held arrays. */
  readonly arrays: ReadonlySet<string>;
  /** Whether a key was too long and is shortened. */
  readonly long: boolean;
  /** Whether the document has none of the index's fields. */
  readonly allMissing: boolean;
}

const parallelArrays = (one: string, other: string): MongoError =>
  new MongoError(171, `cannot index parallel arrays [${one}] [${other}]`);

/**
 * The index keys of a document: one, or one per element when a path meets an array.
 * @throws MongoError 171 when two fields meet different arrays.
 */
export function extractKeys(document: Doc, fields: readonly KeyField[]): ExtractedKeys {
  const { found, arrays, allMissing } = keyValuesOf(document, fields, parallelArrays);
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
  return { keys, values, arrays, long, allMissing };
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
