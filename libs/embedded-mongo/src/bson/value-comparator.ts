import {
  Binary,
  BSONRegExp,
  BsonUndefined,
  Decimal128,
  Int32,
  isDoc,
  isNumeric,
  MaxKey,
  MinKey,
  ObjectId,
  Timestamp,
  type Doc,
  type Value,
} from './bson-value';
import { compareDecimal, decimalOf } from './decimal-number';

/**
 * Rank of a value's type in MongoDB's comparison order. All numbers share one. Also the first byte
 * of an index key component.
 */
export const enum TypeClass {
  MinKey = 0x08,
  Undefined = 0x10,
  Null = 0x18,
  Number = 0x20,
  String = 0x28,
  Object = 0x30,
  Array = 0x38,
  Binary = 0x40,
  ObjectId = 0x48,
  Boolean = 0x50,
  Date = 0x58,
  Timestamp = 0x60,
  RegExp = 0x68,
  MaxKey = 0xf0,
}

export function typeClass(value: Value): TypeClass {
  switch (typeof value) {
    case 'number':
    case 'bigint':
      return TypeClass.Number;
    case 'string':
      return TypeClass.String;
    case 'boolean':
      return TypeClass.Boolean;
    default:
  }
  if (value === null) return TypeClass.Null;
  if (value instanceof Int32) return TypeClass.Number;
  if (value instanceof Map) return TypeClass.Object;
  if (Array.isArray(value)) return TypeClass.Array;
  if (value instanceof ObjectId) return TypeClass.ObjectId;
  if (value instanceof Date) return TypeClass.Date;
  if (value instanceof Decimal128) return TypeClass.Number;
  if (value instanceof Binary) return TypeClass.Binary;
  if (value instanceof Timestamp) return TypeClass.Timestamp;
  if (value instanceof BsonUndefined) return TypeClass.Undefined;
  if (value instanceof BSONRegExp) return TypeClass.RegExp;
  if (value instanceof MinKey) return TypeClass.MinKey;
  if (value instanceof MaxKey) return TypeClass.MaxKey;
  throw new Error('a raw document cannot be compared');
}

function order<T>(a: T, b: T): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Strings are compared by their UTF-8 bytes: by code points, not UTF-16 units. */
function compareStrings(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    let x = a.charCodeAt(i);
    let y = b.charCodeAt(i);
    if (x === y) continue;
    // Surrogates stand for code points above all others of the basic plane.
    if (x >= 0xd800 && y >= 0xd800) {
      if (x >= 0xe000) x -= 0x800;
      else x += 0x2000;
      if (y >= 0xe000) y -= 0x800;
      else y += 0x2000;
    }
    return x < y ? -1 : 1;
  }
  return a.length - b.length;
}

/** Orders numbers of all types by their exact value; NaN first, -0 equal to 0. */
function compareNumbers(a: Value, b: Value): number {
  const x = a instanceof Int32 ? a.value : a;
  const y = b instanceof Int32 ? b.value : b;
  if (typeof x === 'number' && typeof y === 'number') {
    if (x < y) return -1;
    if (x > y) return 1;
    if (x === y) return 0;
    return Number.isNaN(x) ? (Number.isNaN(y) ? 0 : -1) : 1;
  }
  if (x instanceof Decimal128 || y instanceof Decimal128) {
    return compareDecimal(decimalOf(x as number), decimalOf(y as number));
  }
  if (typeof x === 'number' && Number.isNaN(x)) return -1;
  if (typeof y === 'number' && Number.isNaN(y)) return 1;
  // JavaScript compares bigint with number exactly.
  return order(x as number, y as number);
}

function bytesOf(value: Binary): Uint8Array {
  return value.buffer.subarray(0, value.position);
}

/** MongoDB's total order of all values: negative, 0 or positive. */
export function compareValues(a: Value, b: Value): number {
  const left = typeClass(a);
  const right = typeClass(b);
  if (left !== right) return left - right;
  switch (left) {
    case TypeClass.Number:
      return compareNumbers(a, b);
    case TypeClass.String:
      return compareStrings(a as string, b as string);
    case TypeClass.Object:
      return compareDocs(a as Doc, b as Doc);
    case TypeClass.Array:
      return compareArrays(a as Value[], b as Value[]);
    case TypeClass.Binary: {
      const x = a as Binary;
      const y = b as Binary;
      return (
        x.position - y.position || x.sub_type - y.sub_type || Buffer.compare(bytesOf(x), bytesOf(y))
      );
    }
    case TypeClass.ObjectId:
      return Buffer.compare((a as ObjectId).id, (b as ObjectId).id);
    case TypeClass.Boolean:
      return Number(a) - Number(b);
    case TypeClass.Date:
      return order((a as Date).getTime(), (b as Date).getTime());
    case TypeClass.Timestamp:
      return (
        order((a as Timestamp).high >>> 0, (b as Timestamp).high >>> 0) ||
        order((a as Timestamp).low >>> 0, (b as Timestamp).low >>> 0)
      );
    case TypeClass.RegExp:
      return (
        compareStrings((a as BSONRegExp).pattern, (b as BSONRegExp).pattern) ||
        compareStrings((a as BSONRegExp).options, (b as BSONRegExp).options)
      );
    default:
      return 0;
  }
}

/** Field by field in their order: type, then name, then value; a prefix is smaller. */
function compareDocs(a: Doc, b: Doc): number {
  const others = b.entries();
  for (const [name, value] of a) {
    const other = others.next();
    if (other.done) return 1;
    const [otherName, otherValue] = other.value;
    const result =
      typeClass(value) - typeClass(otherValue) ||
      compareStrings(name, otherName) ||
      compareValues(value, otherValue);
    if (result !== 0) return result;
  }
  return a.size - b.size;
}

function compareArrays(a: Value[], b: Value[]): number {
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    const result = compareValues(a[i]!, b[i]!);
    if (result !== 0) return result;
  }
  return a.length - b.length;
}

export function valuesEqual(a: Value, b: Value): boolean {
  return compareValues(a, b) === 0;
}

/**
 * Equal including the type of each number and the order of fields: the stored bytes would not
 * change.
 */
export function valuesIdentical(a: Value, b: Value): boolean {
  if (a === b) return typeof a !== 'number' || a !== 0 || Object.is(a, b);
  if (isDoc(a)) {
    if (!isDoc(b) || a.size !== b.size) return false;
    const others = b.entries();
    for (const [name, value] of a) {
      const [otherName, otherValue] = others.next().value!;
      if (name !== otherName || !valuesIdentical(value, otherValue)) return false;
    }
    return true;
  }
  if (Array.isArray(a)) {
    return (
      Array.isArray(b) &&
      a.length === b.length &&
      a.every((value, i) => valuesIdentical(value, b[i]!))
    );
  }
  if (isNumeric(a)) {
    if (typeof a === 'number') return typeof b === 'number' && Object.is(a, b);
    if (a instanceof Int32) return b instanceof Int32 && a.value === b.value;
    if (a instanceof Decimal128)
      return b instanceof Decimal128 && Buffer.compare(a.bytes, b.bytes) === 0;
    return false;
  }
  return b !== null && typeof a === typeof b && compareValues(a, b) === 0;
}
