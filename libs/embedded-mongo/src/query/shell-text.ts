import { Binary, Int32, isDoc, ObjectId, type Doc, type Value } from '../bson/bson-value';

/** Formats a value like MongoDB's messages. */
export function showValue(value: Value): string {
  if (value === null) return 'null';
  switch (typeof value) {
    case 'number':
      return Number.isInteger(value) && Math.abs(value) < 1e15
        ? `${Object.is(value, -0) ? '-0' : value}.0`
        : String(value).replace('Infinity', 'inf').replace('NaN', 'nan');
    case 'string':
      return `"${value.replace(/[\\"]/g, '\\$&').replace(/\n/g, '\\n')}"`;
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
  if (value instanceof Binary) {
    if (value.sub_type === 4 && value.position === 16)
      return `UUID("${value.toUUID().toString()}")`;
    return `BinData(${value.sub_type}, ${Buffer.from(value.buffer.subarray(0, value.position)).toString('hex').toUpperCase()})`;
  }
  return 'undefined';
}

/** A document in the notation of MongoDB's error messages. */
export function showDocument(document: Doc): string {
  if (document.size === 0) return '{}';
  return `{ ${[...document].map(([name, value]) => `${name}: ${showValue(value)}`).join(', ')} }`;
}
