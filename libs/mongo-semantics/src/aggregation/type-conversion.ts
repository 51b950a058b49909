import {
  Binary,
  BSONSymbol,
  Code,
  Decimal128,
  Int32,
  int32,
  isNumeric,
  ObjectId,
  Timestamp,
  typeName,
  type Value,
} from '../bson/bson-value';
import { decimalOf, encodeDecimal, parseDecimal, roundDecimal } from '../bson/decimal-number';
import { fitsLong, toDouble, type Numeric } from '../bson/value-arithmetic';
import { MongoError } from '../mongo-error';
import { parseDateText } from './date-text';

export type Target =
  'double' | 'string' | 'objectId' | 'bool' | 'date' | 'int' | 'long' | 'decimal';

function failure(message: string): MongoError {
  return new MongoError(241, `${message} in $convert with no onError value`);
}

/** A value as text, as `$toString` writes it. */
export function textOf(value: Value): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return textOfDouble(value);
  if (value instanceof Int32) return String(value.value);
  if (typeof value === 'bigint' || typeof value === 'boolean') return String(value);
  if (value instanceof Decimal128) return value.toString();
  if (value instanceof Date) return value.toISOString();
  if (value instanceof ObjectId) return value.toHexString();
  if (value instanceof BSONSymbol) return value.value;
  if (value instanceof Code) return value.code;
  if (value instanceof Timestamp) return new Date((value.high >>> 0) * 1000).toISOString();
  if (value instanceof Binary && value.sub_type === 4) return value.toUUID().toString();
  throw new MongoError(
    241,
    `Unsupported conversion from ${typeName(value)} to string in $convert with no onError value`,
  );
}

function textOfDouble(value: number): string {
  if (Number.isNaN(value)) return 'NaN';
  if (!Number.isFinite(value)) return value < 0 ? '-Infinity' : 'Infinity';
  return Object.is(value, -0) ? '-0' : String(value).replace(/e([+-])(\d)$/, 'e$10$2');
}

function wholeOf(value: Numeric): bigint {
  if (value instanceof Int32) return BigInt(value.value);
  if (typeof value === 'bigint') return value;
  if (typeof value === 'number') {
    if (Number.isNaN(value)) throw failure('Attempt to convert NaN value to integer type');
    if (!Number.isFinite(value)) throw failure('Attempt to convert infinity value to integer type');
    return BigInt(Math.trunc(value));
  }
  const decimal = decimalOf(value);
  if (decimal.kind === 'nan') throw failure('Attempt to convert NaN value to integer type');
  if (decimal.kind === 'infinity')
    throw failure('Attempt to convert infinity value to integer type');
  const rounded = roundDecimal(decimal, 0, 'trunc');
  if (rounded.kind !== 'finite' || rounded.exponent > 30)
    throw failure('Conversion would overflow target type');
  return rounded.exponent >= 0
    ? rounded.coefficient * 10n ** BigInt(rounded.exponent)
    : rounded.coefficient / 10n ** BigInt(-rounded.exponent);
}

function parseWhole(text: string): bigint {
  if (!/^[+-]?\d+$/.test(text)) throw failure(`Failed to parse number '${text}'`);
  return BigInt(text.replace(/^\+/, ''));
}

function asInt(whole: bigint): Int32 {
  if (whole < -2147483648n || whole > 2147483647n)
    throw failure('Conversion would overflow target type');
  return int32(Number(whole));
}

function asLong(whole: bigint): bigint {
  if (!fitsLong(whole)) throw failure('Conversion would overflow target type');
  return whole;
}

/**
 * Converts a value that is there.
 * @throws MongoError 241 when it cannot be converted
 */
export function convert(value: Value, target: Target): Value {
  const unsupported = (): MongoError =>
    failure(`Unsupported conversion from ${typeName(value)} to ${target}`);
  switch (target) {
    case 'string':
      return textOf(value);
    case 'bool':
      if (typeof value === 'boolean') return value;
      if (isNumeric(value)) return toDouble(value) !== 0;
      return true;
    case 'int':
    case 'long': {
      const pack = target === 'int' ? asInt : asLong;
      if (isNumeric(value)) return pack(wholeOf(value));
      if (typeof value === 'boolean') return pack(value ? 1n : 0n);
      if (typeof value === 'string') return pack(parseWhole(value));
      if (value instanceof Date && target === 'long') return BigInt(value.getTime());
      throw unsupported();
    }
    case 'double':
      if (isNumeric(value)) {
        const double = toDouble(value);
        if (
          value instanceof Decimal128 &&
          !Number.isFinite(double) &&
          decimalOf(value).kind === 'finite'
        )
          throw failure('Conversion would overflow target type');
        return double;
      }
      if (typeof value === 'boolean') return value ? 1 : 0;
      if (value instanceof Date) return value.getTime();
      if (typeof value === 'string') return parseDouble(value);
      throw unsupported();
    case 'decimal':
      if (value instanceof Decimal128) return value;
      if (isNumeric(value)) return encodeDecimal(decimalOf(value));
      if (typeof value === 'boolean') return encodeDecimal(decimalOf(int32(value ? 1 : 0)));
      if (value instanceof Date) return encodeDecimal(decimalOf(BigInt(value.getTime())));
      if (typeof value === 'string') {
        const parsed = parseDecimal(value);
        if (!parsed) throw failure(`Failed to parse number '${value}'`);
        return encodeDecimal(parsed);
      }
      throw unsupported();
    case 'date':
      if (value instanceof Date) return value;
      if (typeof value === 'number' || typeof value === 'bigint' || value instanceof Decimal128) {
        const date = new Date(Number(wholeOf(value)));
        if (Number.isNaN(date.getTime())) throw failure('Conversion would overflow target type');
        return date;
      }
      if (typeof value === 'string') return parseDateText(value, 'UTC');
      if (value instanceof ObjectId) return value.getTimestamp();
      if (value instanceof Timestamp) return new Date((value.high >>> 0) * 1000);
      throw unsupported();
    case 'objectId':
      if (value instanceof ObjectId) return value;
      if (typeof value === 'string') {
        if (!/^[0-9a-fA-F]{24}$/.test(value)) {
          throw failure(
            `Failed to parse objectId '${value}' in $convert with no onError value: Invalid string length for parsing to OID, expected 24 but found ${value.length}`,
          );
        }
        return new ObjectId(value);
      }
      throw unsupported();
  }
}

function parseDouble(text: string): number {
  const known: { [text: string]: number } = {
    NaN: NaN,
    Infinity: Infinity,
    '-Infinity': -Infinity,
    inf: Infinity,
    '-inf': -Infinity,
  };
  if (text in known) return known[text]!;
  if (!/^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/.test(text))
    throw failure(`Failed to parse number '${text}'`);
  const number = Number(text);
  if (!Number.isFinite(number)) throw failure(`Failed to parse number '${text}'`);
  return number;
}
