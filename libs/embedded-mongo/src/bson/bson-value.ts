import { Binary, Int32, ObjectId } from 'bson';

declare global {
  // Node has these on every Buffer, without the look-up of an encoding's name; its types leave them out.
  // eslint-disable-next-line @typescript-eslint/no-unused-vars -- a declaration must repeat the parameters
  interface Buffer<TArrayBuffer extends ArrayBufferLike = ArrayBufferLike> {
    latin1Slice(start?: number, end?: number): string;
    utf8Slice(start?: number, end?: number): string;
    utf8Write(text: string, offset?: number, length?: number): number;
    latin1Write(text: string, offset?: number, length?: number): number;
  }
}

export { Binary, Int32, ObjectId };

/**
 * The index value of an empty array. Never stored: JavaScript's `undefined` means a missing field.
 */
class BsonUndefined {
  readonly kind = 'undefined';
}

/** A document as its stored bytes. Only in replies. */
export class RawDocument {
  constructor(readonly bytes: Uint8Array) {}
}

/**
 * A BSON document. A Map keeps the order of fields for any name (a JavaScript object moves
 * integer-like names to the front) and has no special names such as `__proto__`.
 */
export type Doc = Map<string, Value>;

/**
 * A BSON value with its exact type: `number` is always a double, `Int32` an int, `bigint` a long.
 */
export type Value =
  | number
  | Int32
  | bigint
  | string
  | boolean
  | null
  | Date
  | ObjectId
  | Binary
  | BsonUndefined
  | RawDocument
  | Value[]
  | Doc;

export const BSON_UNDEFINED = new BsonUndefined();

const SMALL_INTS: Int32[] = [];
for (let i = -128; i < 1024; i++) SMALL_INTS.push(new Int32(i));

/** An int; small ones are shared and must not be modified. */
export function int32(value: number): Int32 {
  return value >= -128 && value < 1024 ? SMALL_INTS[value + 128]! : new Int32(value);
}

/** An int when the number fits one, else a long when it is whole, else a double. */
export function intOrLong(value: number): Value {
  if (!Number.isInteger(value)) return value;
  if (value >= -2147483648 && value <= 2147483647) return int32(value);
  return Number.isSafeInteger(value) ? BigInt(value) : value;
}

/** Whether a value is an embedded document. */
export function isDoc(value: unknown): value is Doc {
  return value instanceof Map;
}

export type Numeric = number | Int32 | bigint;

/** Whether a value is a double, an int or a long. */
export function isNumeric(value: unknown): value is Numeric {
  return typeof value === 'number' || value instanceof Int32 || typeof value === 'bigint';
}

/** null or missing. */
export function isNullish(value: Value | undefined): boolean {
  return value === null || value === undefined;
}

/** A document from field/value pairs, for replies and tests. `undefined` omits the field. */
export function doc(fields: { [name: string]: Value | undefined }): Doc {
  const given = Object.entries(fields);
  return new Map(given.filter((field): field is [string, Value] => field[1] !== undefined));
}

/** The number of BSON's type byte. */
export function typeNumber(value: Value): number {
  switch (typeof value) {
    case 'number':
      return 1;
    case 'string':
      return 2;
    case 'boolean':
      return 8;
    case 'bigint':
      return 18;
    default:
  }
  if (value === null) return 10;
  if (value instanceof Map || value instanceof RawDocument) return 3;
  if (Array.isArray(value)) return 4;
  if (value instanceof Int32) return 16;
  if (value instanceof ObjectId) return 7;
  if (value instanceof Date) return 9;
  return value instanceof Binary ? 5 : 6;
}

const TYPE_NAMES: { [type: number]: string } = {
  1: 'double',
  2: 'string',
  3: 'object',
  4: 'array',
  5: 'binData',
  6: 'undefined',
  7: 'objectId',
  8: 'bool',
  9: 'date',
  10: 'null',
  16: 'int',
  18: 'long',
};

/** MongoDB's name of a value's type, `missing` for no value. */
export function typeName(value: Value | undefined): string {
  return value === undefined ? 'missing' : TYPE_NAMES[typeNumber(value)]!;
}

/** Whether a value of a document can have this type. */
export function isTypeName(name: string): boolean {
  return Object.values(TYPE_NAMES).includes(name);
}
