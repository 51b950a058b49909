import { isDoc, isNumeric, type Doc, type Value } from '../bson/bson-value';
import { encodeKey } from '../bson/key-bytes-codec';
import { toDouble } from '../bson/value-arithmetic';
import { badValue, dollarPath, emptyPathPart, MongoError } from '../mongo-error';
import { pausingSort, type Pausing } from '../pause';
import { keyValuesOf, type KeyField } from './key-values';
import { showValue } from './shell-text';

/** Memory limit of a sort. */
const SORT_MEMORY_BYTES = 100 * 1024 * 1024;

/** Parses a sort specification. @throws MongoError 2 or 15974. */
export function parseSort(sort: Value | undefined): KeyField[] {
  if (sort === undefined || sort === null) return [];
  if (!isDoc(sort)) throw new MongoError(14, `Expected field sort to be of type object`);
  const fields: KeyField[] = [];
  for (const [path, direction] of sort) {
    if (!isNumeric(direction))
      throw new MongoError(15974, `Illegal key in $sort: ${path}: ${showValue(direction)}`);
    const number = toDouble(direction);
    if (number !== 1 && number !== -1)
      throw new MongoError(15975, '$sort key ordering must be 1 or -1');
    if (path.startsWith('$')) throw dollarPath();
    const parts = path.split('.');
    if (parts.includes('')) throw emptyPathPart();
    fields.push({ path, parts, descending: number < 0 });
  }
  if (fields.length > 32) throw badValue('too many compound keys');
  return fields;
}

const parallelArrays = (): MongoError => badValue('cannot sort with keys that are parallel arrays');

interface Item<T> {
  readonly key: Buffer;
  readonly item: T;
  readonly bytes: number;
}

const inOrder = (a: Item<unknown>, b: Item<unknown>): number => Buffer.compare(a.key, b.key);

/**
 * Collects items in order; keeps only the first `limit`, if given.
 * @throws MongoError 292 beyond MongoDB's memory limit.
 */
export class Sorter<T> {
  /** With a limit, always in order. */
  private readonly items: Item<T>[] = [];
  private readonly descending: readonly boolean[];
  private bytes = 0;

  constructor(
    private readonly fields: readonly KeyField[],
    private readonly limit: number,
  ) {
    this.descending = fields.map((field) => field.descending);
  }

  /**
   * Adds an item of `bytes` bytes; beyond the limit the last one is dropped. @throws MongoError 292
   * above the memory limit, 2 for fields that meet different arrays
   */
  add(document: Doc, item: T, bytes: number): void {
    const { items, limit } = this;
    const added = { key: this.keyOf(document), item, bytes };
    this.bytes += bytes;
    if (limit === 0) items.push(added);
    else {
      items.splice(this.placeOf(added), 0, added);
      if (items.length > limit) this.bytes -= items.pop()!.bytes;
    }
    if (this.bytes > SORT_MEMORY_BYTES) {
      throw new MongoError(
        292,
        `Sort exceeded memory limit of ${SORT_MEMORY_BYTES} bytes, but did not opt in to external sorting.`,
      );
    }
  }

  /** The smallest of a document's keys, as an index would have them. */
  private keyOf(document: Doc): Buffer {
    return keyValuesOf(document, this.fields, parallelArrays)
      .found.map((values) => encodeKey(values, this.descending))
      .reduce((least, key) => (Buffer.compare(key, least) < 0 ? key : least));
  }

  /** Where the item belongs among those in order: after equal ones. */
  private placeOf(added: Item<T>): number {
    let low = 0;
    let high = this.items.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (inOrder(this.items[middle]!, added) <= 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** The items in order; equal ones as they were added. */
  *finish(): Pausing<readonly { readonly item: T }[]> {
    return this.limit > 0 ? this.items : yield* pausingSort(this.items, inOrder);
  }
}
