import { BSON_UNDEFINED, Int32, isDoc, isNumeric, type Doc, type Value } from '../bson/bson-value';
import { compareValues } from '../bson/value-comparator';
import { badValue, MongoError } from '../mongo-error';
import { pausingMap, pausingSort, type Pausing } from '../pause';
import { isArrayIndex } from './matcher';
import { showValue } from './shell-text';

export interface SortField {
  readonly path: string;
  readonly parts: readonly string[];
  readonly descending: boolean;
}

/** Memory limit of a sort. */
const SORT_MEMORY_BYTES = 100 * 1024 * 1024;

/** Parses a sort specification. @throws MongoError 2 or 15974. */
export function parseSort(sort: Value | undefined): SortField[] {
  if (sort === undefined || sort === null) return [];
  if (!isDoc(sort)) throw new MongoError(14, `Expected field sort to be of type object`);
  const fields: SortField[] = [];
  for (const [path, direction] of sort) {
    if (path === '')
      throw new MongoError(40352, 'FieldPath cannot be constructed with empty string');
    if (isDoc(direction)) {
      if (direction.has('$meta'))
        throw new MongoError(40218, 'query requires text score metadata, but it is not available');
      throw new MongoError(
        15974,
        `Illegal key in $sort specification: ${path}: ${showValue(direction)}`,
      );
    }
    if (!isNumeric(direction))
      throw new MongoError(
        15974,
        `Illegal key in $sort specification: ${path}: ${showValue(direction)}`,
      );
    const number = Number(direction instanceof Int32 ? direction.value : direction.toString());
    if (number !== 1 && number !== -1)
      throw new MongoError(
        15975,
        '$sort key ordering must be 1 (for ascending) or -1 (for descending)',
      );
    if (path === '$natural') throw badValue('a sort by $natural is not supported');
    if (path.startsWith('$')) {
      throw new MongoError(
        16410,
        `FieldPath field names may not start with '$'. Consider using $getField or $setField.`,
      );
    }
    if (path.split('.').includes(''))
      throw new MongoError(15998, 'FieldPath field names may not be empty strings.');
    fields.push({ path, parts: path.split('.'), descending: number < 0 });
  }
  if (fields.length > 32) throw badValue('too many compound keys');
  return fields;
}

/**
 * The sort value of a document: the smallest of an array when ascending, the largest when
 * descending.
 */
function sortValue(document: Doc, field: SortField): Value {
  let best: Value | undefined;
  const consider = (value: Value): void => {
    if (best === undefined) best = value;
    else {
      const order = compareValues(value, best);
      if (field.descending ? order > 0 : order < 0) best = value;
    }
  };
  const visit = (value: Value | undefined, depth: number): void => {
    if (depth === field.parts.length) {
      if (Array.isArray(value)) {
        // An empty array sorts below null.
        if (value.length === 0) consider(EMPTY_ARRAY_SORTS_AS);
        for (const element of value) consider(element);
      } else consider(value === undefined ? null : value);
      return;
    }
    const part = field.parts[depth]!;
    if (isDoc(value)) visit(value.get(part), depth + 1);
    else if (Array.isArray(value)) {
      if (isArrayIndex(part) && value[Number(part)] !== undefined)
        visit(value[Number(part)], depth + 1);
      else if (value.length === 0) consider(null);
      else for (const element of value) visit(isDoc(element) ? element : null, depth);
    } else consider(null);
  };
  visit(document, 0);
  return best ?? null;
}

const EMPTY_ARRAY_SORTS_AS = BSON_UNDEFINED;

function sortKey(document: Doc, fields: readonly SortField[]): Value[] {
  return fields.map((field) => sortValue(document, field));
}

function compareSortKeys(
  a: readonly Value[],
  b: readonly Value[],
  fields: readonly SortField[],
): number {
  for (let i = 0; i < fields.length; i++) {
    const order = compareValues(a[i]!, b[i]!);
    if (order !== 0) return fields[i]!.descending ? -order : order;
  }
  return 0;
}

interface Item<T> {
  readonly key: readonly Value[];
  readonly item: T;
  readonly place: number;
  readonly bytes: number;
}

/**
 * Collects items in order; keeps only the first `limit`, if given.
 * @throws MongoError 292 beyond MongoDB's memory limit.
 */
export class Sorter<T> {
  /** With a limit, a heap with the last kept item on top. */
  private items: Item<T>[] = [];
  private bytes = 0;
  private place = 0;

  constructor(
    private readonly fields: readonly SortField[],
    private readonly limit: number,
  ) {}

  private readonly compare = (a: Item<T>, b: Item<T>): number =>
    compareSortKeys(a.key, b.key, this.fields) || a.place - b.place;

  add(document: Doc, item: T, bytes: number): void {
    const { items, limit } = this;
    const key = sortKey(document, this.fields);
    const added = { key, item, place: this.place++, bytes };
    if (limit > 0 && items.length === limit) {
      const last = items[0]!;
      if (this.compare(added, last) > 0) return;
      this.bytes -= last.bytes;
      this.sink(added);
    } else {
      items.push(added);
      if (limit > 0) this.rise();
    }
    this.bytes += bytes;
    if (this.bytes > SORT_MEMORY_BYTES) {
      throw new MongoError(
        292,
        `PlanExecutor error during aggregation :: caused by :: Sort exceeded memory limit of ${SORT_MEMORY_BYTES} bytes, but did not opt in to external sorting.`,
      );
    }
  }

  /** Moves the newest item up. */
  private rise(): void {
    const { items } = this;
    let at = items.length - 1;
    const item = items[at]!;
    while (at > 0) {
      const above = (at - 1) >> 1;
      if (this.compare(items[above]!, item) >= 0) break;
      items[at] = items[above]!;
      at = above;
    }
    items[at] = item;
  }

  /** Replaces the top item. */
  private sink(item: Item<T>): void {
    const { items } = this;
    let at = 0;
    for (;;) {
      let below = 2 * at + 1;
      if (below >= items.length) break;
      if (below + 1 < items.length && this.compare(items[below + 1]!, items[below]!) > 0) below++;
      if (this.compare(items[below]!, item) <= 0) break;
      items[at] = items[below]!;
      at = below;
    }
    items[at] = item;
  }

  *finish(): Pausing<T[]> {
    const sorted = yield* pausingSort(this.items, this.compare);
    return yield* pausingMap(sorted, ({ item }) => item);
  }
}
