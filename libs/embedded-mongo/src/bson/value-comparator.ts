import { isDoc, typeNumber, type Doc, type Value } from './bson-value';
import { encodeKeyComponent } from './key-bytes-codec';

/** MongoDB's total order of all values, which is that of index keys: negative, 0 or positive. */
export function compareValues(a: Value, b: Value): number {
  return Buffer.compare(encodeKeyComponent(a), encodeKeyComponent(b));
}

/** Equal in MongoDB's comparison: 1, 1.0 and a long 1 are. */
export function valuesEqual(a: Value, b: Value): boolean {
  return a === b || compareValues(a, b) === 0;
}

/**
 * Equal including the type of each number and the order of fields: the stored bytes would not
 * change.
 */
export function valuesIdentical(a: Value, b: Value): boolean {
  if (Object.is(a, b)) return true;
  if (typeNumber(a) !== typeNumber(b)) return false;
  if (isDoc(a)) {
    const other = b as Doc;
    const names = other.keys();
    if (a.size !== other.size) return false;
    for (const [name, value] of a) {
      if (name !== names.next().value || !valuesIdentical(value, other.get(name)!)) return false;
    }
    return true;
  }
  if (Array.isArray(a)) {
    const others = b as Value[];
    return a.length === others.length && a.every((value, i) => valuesIdentical(value, others[i]!));
  }
  return typeof a === 'object' && valuesEqual(a, b);
}
