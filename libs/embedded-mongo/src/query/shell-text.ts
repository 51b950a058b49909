import {
  Binary,
  BSONRegExp,
  BsonUndefined,
  Decimal128,
  Int32,
  isDoc,
  MaxKey,
  MinKey,
  ObjectId,
  Timestamp,
  type Doc,
  type Value,
} from '../bson/bson-value';

function quoted(text: string): string {
  return `"${text.replace(/[\\"]/g, '\\$&').replace(/\n/g, '\\n')}"`;
}

/** Formats a value like MongoDB's messages. */
export function showValue(value: Value): string {
  if (value === null) return 'null';
  switch (typeof value) {
    case 'number':
      return Number.isInteger(value) && Math.abs(value) < 1e15
        ? `${Object.is(value, -0) ? '-0' : value}.0`
        : String(value).replace('Infinity', 'inf').replace('NaN', 'nan');
    case 'string':
      return quoted(value);
    case 'boolean':
    case 'bigint':
      return String(value);
    default:
  }
  if (isDoc(value)) return showDocument(value);
  if (Array.isArray(value))
    return value.length === 0 ? '[]' : `[ ${value.map(showValue).join(', ')} ]`;
  if (value instanceof Int32) return String(value.value);
  if (value instanceof ObjectId) return `ObjectId('${value.toHexString()}')`;
  if (value instanceof Date) return `new Date(${value.getTime()})`;
  if (value instanceof Decimal128) return `NumberDecimal("${value.toString()}")`;
  if (value instanceof Timestamp) return `Timestamp(${value.high >>> 0}, ${value.low >>> 0})`;
  if (value instanceof Binary) {
    if (value.sub_type === 4 && value.position === 16)
      return `UUID("${value.toUUID().toString()}")`;
    return `BinData(${value.sub_type}, ${Buffer.from(value.buffer.subarray(0, value.position)).toString('hex').toUpperCase()})`;
  }
  if (value instanceof BSONRegExp) return `/${value.pattern}/${value.options}`;
  if (value instanceof BsonUndefined) return 'undefined';
  if (value instanceof MinKey) return 'MinKey';
  if (value instanceof MaxKey) return 'MaxKey';
  return '?';
}

export function showDocument(document: Doc): string {
  if (document.size === 0) return '{}';
  return `{ ${[...document].map(([name, value]) => `${name}: ${showValue(value)}`).join(', ')} }`;
}

/** The key part of a duplicate key message. */
export const showKey = showDocument;
