import { Decimal128, Int32 } from './bson-value';

/** A finite number as coefficient × 10^exponent, or one of the special ones. */
export type DecimalNumber =
  | { readonly kind: 'finite'; readonly coefficient: bigint; readonly exponent: number }
  | { readonly kind: 'infinity'; readonly negative: boolean }
  | { readonly kind: 'nan' };

const BIAS = 6176;
const MAX_COEFFICIENT = 10n ** 34n;

/** Decodes the 16 bytes of an IEEE 754 decimal128. */
function decodeDecimal(value: Decimal128): DecimalNumber {
  const bytes = Buffer.from(value.bytes.buffer, value.bytes.byteOffset, 16);
  const high = bytes.readBigUInt64LE(8);
  const negative = high >> 63n === 1n;
  const combination = Number((high >> 58n) & 31n);
  if (combination === 31) return { kind: 'nan' };
  if (combination === 30) return { kind: 'infinity', negative };
  const coefficient = ((high & 0x1ffffffffffffn) << 64n) | bytes.readBigUInt64LE(0);
  // A coefficient of more than 34 digits reads as zero; the other form of the format always has one.
  if (combination >> 3 === 3 || coefficient >= MAX_COEFFICIENT)
    return { kind: 'finite', coefficient: 0n, exponent: 0 };
  const exponent = Number((high >> 49n) & 0x3fffn) - BIAS;
  return { kind: 'finite', coefficient: negative ? -coefficient : coefficient, exponent };
}

/** The exact value of a double. */
function decimalOfDouble(value: number): DecimalNumber {
  if (Number.isNaN(value)) return { kind: 'nan' };
  if (!Number.isFinite(value)) return { kind: 'infinity', negative: value < 0 };
  let exponent = 0;
  let scaled = value;
  while (!Number.isInteger(scaled)) {
    scaled *= 2;
    exponent++;
  }
  // value = scaled / 2^exponent = scaled × 5^exponent / 10^exponent
  const coefficient = BigInt(scaled) * 5n ** BigInt(exponent);
  return { kind: 'finite', coefficient, exponent: -exponent };
}

/** The exact value of a number of any type. */
export function decimalOf(value: number | Int32 | bigint | Decimal128): DecimalNumber {
  if (typeof value === 'number') return decimalOfDouble(value);
  if (typeof value === 'bigint') return { kind: 'finite', coefficient: value, exponent: 0 };
  if (value instanceof Int32)
    return { kind: 'finite', coefficient: BigInt(value.value), exponent: 0 };
  return decodeDecimal(value);
}

/** The nearest double. */
export function doubleOfDecimal(value: DecimalNumber): number {
  if (value.kind === 'nan') return NaN;
  if (value.kind === 'infinity') return value.negative ? -Infinity : Infinity;
  return Number(`${value.coefficient}e${value.exponent}`);
}

/** -1, 0 or 1. NaN is below everything and equal to itself. */
export function compareDecimal(a: DecimalNumber, b: DecimalNumber): number {
  if (a.kind === 'nan' || b.kind === 'nan')
    return a.kind === b.kind ? 0 : a.kind === 'nan' ? -1 : 1;
  const left = a.kind === 'infinity' ? (a.negative ? -2 : 2) : sign(a.coefficient);
  const right = b.kind === 'infinity' ? (b.negative ? -2 : 2) : sign(b.coefficient);
  if (left !== right) return left < right ? -1 : 1;
  if (a.kind !== 'finite' || b.kind !== 'finite' || left === 0) return 0;
  const leftSize = digitCount(a.coefficient) + a.exponent;
  const rightSize = digitCount(b.coefficient) + b.exponent;
  if (leftSize !== rightSize) return leftSize < rightSize === left > 0 ? -1 : 1;
  const exponent = Math.min(a.exponent, b.exponent);
  return sign(
    a.coefficient * 10n ** BigInt(a.exponent - exponent) -
      b.coefficient * 10n ** BigInt(b.exponent - exponent),
  );
}

function sign(value: bigint): number {
  return value < 0n ? -1 : value > 0n ? 1 : 0;
}

export function digitCount(value: bigint): number {
  return (value < 0n ? -value : value).toString().length;
}
