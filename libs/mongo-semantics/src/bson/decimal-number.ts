import { Decimal128, Int32 } from './bson-value';

/** A finite number as coefficient × 10^exponent, or one of the special ones. */
export type DecimalNumber =
  | {
      readonly kind: 'finite';
      readonly coefficient: bigint;
      readonly exponent: number;
      readonly negativeZero?: boolean;
    }
  | { readonly kind: 'infinity'; readonly negative: boolean }
  | { readonly kind: 'nan' };

const BIAS = 6176;
const MIN_EXPONENT = -6176;
const MAX_EXPONENT = 6111;
const MAX_DIGITS = 34;
const MAX_COEFFICIENT = 10n ** 34n;

export const NAN_DECIMAL: DecimalNumber = { kind: 'nan' };

function finite(coefficient: bigint, exponent: number): DecimalNumber {
  return { kind: 'finite', coefficient, exponent };
}

export function decodeDecimal(value: Decimal128): DecimalNumber {
  const bytes = Buffer.from(value.bytes.buffer, value.bytes.byteOffset, 16);
  const low = bytes.readBigUInt64LE(0);
  const high = bytes.readBigUInt64LE(8);
  const negative = high >> 63n === 1n;
  const combination = Number((high >> 58n) & 31n);
  if (combination === 31) return NAN_DECIMAL;
  if (combination === 30) return { kind: 'infinity', negative };
  // A coefficient in the other form would exceed 34 digits, which the format reads as zero.
  if (combination >> 3 === 3) {
    return {
      kind: 'finite',
      coefficient: 0n,
      exponent: Number((high >> 47n) & 0x3fffn) - BIAS,
      negativeZero: negative,
    };
  }
  const exponent = Number((high >> 49n) & 0x3fffn) - BIAS;
  const coefficient = ((high & 0x1ffffffffffffn) << 64n) | low;
  if (coefficient === 0n || coefficient >= MAX_COEFFICIENT) {
    return { kind: 'finite', coefficient: 0n, exponent, negativeZero: negative };
  }
  return finite(negative ? -coefficient : coefficient, exponent);
}

/** Rounds to 34 digits (half to even) as IEEE 754 decimal128 does, and packs. */
export function encodeDecimal(value: DecimalNumber): Decimal128 {
  let high: bigint;
  let low = 0n;
  if (value.kind === 'nan') high = 31n << 58n;
  else if (value.kind === 'infinity') high = (30n << 58n) | (value.negative ? 1n << 63n : 0n);
  else {
    const negative = value.coefficient < 0n || value.negativeZero === true;
    let coefficient = value.coefficient < 0n ? -value.coefficient : value.coefficient;
    let exponent = value.exponent;
    const digits = coefficient.toString().length;
    const drop = Math.max(digits - MAX_DIGITS, MIN_EXPONENT - exponent, 0);
    if (drop > 0) {
      coefficient = drop > digits + 1 ? 0n : divideHalfEven(coefficient, 10n ** BigInt(drop));
      exponent += drop;
      if (coefficient >= MAX_COEFFICIENT) {
        coefficient /= 10n;
        exponent++;
      }
    }
    if (exponent > MAX_EXPONENT) {
      if (coefficient === 0n) exponent = MAX_EXPONENT;
      else {
        const spare = MAX_DIGITS - coefficient.toString().length;
        if (exponent - MAX_EXPONENT > spare) return encodeDecimal({ kind: 'infinity', negative });
        coefficient *= 10n ** BigInt(exponent - MAX_EXPONENT);
        exponent = MAX_EXPONENT;
      }
    }
    if (exponent < MIN_EXPONENT) exponent = MIN_EXPONENT;
    high = (BigInt(exponent + BIAS) << 49n) | (coefficient >> 64n) | (negative ? 1n << 63n : 0n);
    low = coefficient & 0xffffffffffffffffn;
  }
  const bytes = Buffer.allocUnsafe(16);
  bytes.writeBigUInt64LE(low, 0);
  bytes.writeBigUInt64LE(high, 8);
  return new Decimal128(bytes);
}

function divideHalfEven(dividend: bigint, divisor: bigint): bigint {
  const quotient = dividend / divisor;
  const twice = (dividend % divisor) * 2n;
  if (twice > divisor || (twice === divisor && quotient % 2n === 1n)) return quotient + 1n;
  return quotient;
}

/** A double as decimal the way MongoDB converts: rounded to 15 significant digits, or exactly if `exact`. */
export function decimalOfDouble(value: number, exact = false): DecimalNumber {
  if (Number.isNaN(value)) return NAN_DECIMAL;
  if (!Number.isFinite(value)) return { kind: 'infinity', negative: value < 0 };
  if (value === 0)
    return { kind: 'finite', coefficient: 0n, exponent: 0, negativeZero: Object.is(value, -0) };
  if (exact) return exactDecimalOfDouble(value);
  const text = Number.isSafeInteger(value) ? String(value) : value.toExponential(14);
  return parseDecimal(text)!;
}

function exactDecimalOfDouble(value: number): DecimalNumber {
  let exponent = 0;
  let scaled = value;
  while (!Number.isInteger(scaled)) {
    scaled *= 2;
    exponent++;
  }
  // value = scaled / 2^exponent = scaled × 5^exponent / 10^exponent
  return finite(BigInt(scaled) * 5n ** BigInt(exponent), -exponent);
}

/** Parses plain or scientific decimal notation, `NaN` and `Infinity`; null when it is none of these. */
export function parseDecimal(text: string): DecimalNumber | null {
  const match = /^([+-]?)(?:(\d+)(?:\.(\d*))?|\.(\d+))(?:[eE]([+-]?\d{1,9}))?$/.exec(text);
  if (!match) {
    if (/^[+-]?nan$/i.test(text)) return NAN_DECIMAL;
    const infinite = /^([+-]?)inf(?:inity)?$/i.exec(text);
    return infinite ? { kind: 'infinity', negative: infinite[1] === '-' } : null;
  }
  const fraction = match[3] ?? match[4] ?? '';
  const magnitude = BigInt((match[2] ?? '') + fraction);
  const exponent = Number(match[5] ?? 0) - fraction.length;
  const negative = match[1] === '-';
  if (magnitude === 0n)
    return { kind: 'finite', coefficient: 0n, exponent, negativeZero: negative };
  return finite(negative ? -magnitude : magnitude, exponent);
}

export function decimalOf(
  value: number | Int32 | bigint | Decimal128,
  exactDouble = false,
): DecimalNumber {
  if (typeof value === 'number') return decimalOfDouble(value, exactDouble);
  if (typeof value === 'bigint') return finite(value, 0);
  if (value instanceof Int32) return finite(BigInt(value.value), 0);
  return decodeDecimal(value);
}

export function doubleOfDecimal(value: DecimalNumber): number {
  if (value.kind === 'nan') return NaN;
  if (value.kind === 'infinity') return value.negative ? -Infinity : Infinity;
  if (value.coefficient === 0n) return value.negativeZero ? -0 : 0;
  return Number(`${value.coefficient}e${value.exponent}`);
}

export function addDecimal(a: DecimalNumber, b: DecimalNumber): DecimalNumber {
  if (a.kind === 'nan' || b.kind === 'nan') return NAN_DECIMAL;
  if (a.kind === 'infinity')
    return b.kind === 'infinity' && a.negative !== b.negative ? NAN_DECIMAL : a;
  if (b.kind === 'infinity') return b;
  const [high, low] = a.exponent >= b.exponent ? [a, b] : [b, a];
  const gap = high.exponent - low.exponent;
  // Beyond 80 digits apart the smaller one cannot show in 34 digits.
  if (gap > 80 && high.coefficient !== 0n) {
    const factor = 10n ** 40n;
    const sign = low.coefficient === 0n ? 0n : low.coefficient > 0n ? 1n : -1n;
    return finite(high.coefficient * factor + sign, high.exponent - 40);
  }
  if (high.coefficient === 0n) return low;
  return finite(high.coefficient * 10n ** BigInt(gap) + low.coefficient, low.exponent);
}

export function negateDecimal(value: DecimalNumber): DecimalNumber {
  if (value.kind === 'nan') return value;
  if (value.kind === 'infinity') return { kind: 'infinity', negative: !value.negative };
  if (value.coefficient === 0n) return { ...value, negativeZero: !value.negativeZero };
  return finite(-value.coefficient, value.exponent);
}

export function isNegativeDecimal(value: DecimalNumber): boolean {
  if (value.kind === 'nan') return false;
  if (value.kind === 'infinity') return value.negative;
  return value.coefficient < 0n || value.negativeZero === true;
}

function isZero(value: DecimalNumber): boolean {
  return value.kind === 'finite' && value.coefficient === 0n;
}

export function multiplyDecimal(a: DecimalNumber, b: DecimalNumber): DecimalNumber {
  if (a.kind === 'nan' || b.kind === 'nan') return NAN_DECIMAL;
  const negative = isNegativeDecimal(a) !== isNegativeDecimal(b);
  if (a.kind === 'infinity' || b.kind === 'infinity') {
    return isZero(a) || isZero(b) ? NAN_DECIMAL : { kind: 'infinity', negative };
  }
  const coefficient = a.coefficient * b.coefficient;
  const exponent = a.exponent + b.exponent;
  return coefficient === 0n
    ? { kind: 'finite', coefficient, exponent, negativeZero: negative }
    : finite(coefficient, exponent);
}

/** Division to 34 digits. The caller refuses a zero divisor. */
export function divideDecimal(a: DecimalNumber, b: DecimalNumber): DecimalNumber {
  if (a.kind === 'nan' || b.kind === 'nan') return NAN_DECIMAL;
  const negative = isNegativeDecimal(a) !== isNegativeDecimal(b);
  if (a.kind === 'infinity')
    return b.kind === 'infinity' ? NAN_DECIMAL : { kind: 'infinity', negative };
  if (b.kind === 'infinity')
    return { kind: 'finite', coefficient: 0n, exponent: 0, negativeZero: negative };
  if (b.coefficient === 0n) return isZero(a) ? NAN_DECIMAL : { kind: 'infinity', negative };
  const ideal = a.exponent - b.exponent;
  if (a.coefficient === 0n)
    return { kind: 'finite', coefficient: 0n, exponent: ideal, negativeZero: negative };
  const scale = 38 + Math.max(0, b.coefficient.toString().length - a.coefficient.toString().length);
  const dividend = a.coefficient * 10n ** BigInt(scale);
  let quotient = dividend / b.coefficient;
  let exponent = ideal - scale;
  if (dividend % b.coefficient !== 0n) {
    // A sticky digit keeps the later rounding to 34 digits right.
    return finite(quotient * 10n + (negative ? -1n : 1n), exponent - 1);
  }
  while (exponent < ideal && quotient % 10n === 0n) {
    quotient /= 10n;
    exponent++;
  }
  return finite(quotient, exponent);
}

export function remainderDecimal(a: DecimalNumber, b: DecimalNumber): DecimalNumber {
  if (a.kind === 'nan' || b.kind === 'nan' || a.kind === 'infinity' || isZero(b))
    return NAN_DECIMAL;
  if (b.kind === 'infinity') return a;
  if (Math.abs(a.exponent - b.exponent) > 12400) return NAN_DECIMAL;
  const exponent = Math.min(a.exponent, b.exponent);
  const left = a.coefficient * 10n ** BigInt(a.exponent - exponent);
  const right = b.coefficient * 10n ** BigInt(b.exponent - exponent);
  const rest = left % right;
  return rest === 0n
    ? { kind: 'finite', coefficient: 0n, exponent, negativeZero: isNegativeDecimal(a) }
    : finite(rest, exponent);
}

export type Rounding = 'floor' | 'ceil' | 'trunc' | 'halfEven';

/** Rounds to `place` digits after the point (negative: before it). */
export function roundDecimal(value: DecimalNumber, place: number, mode: Rounding): DecimalNumber {
  if (value.kind !== 'finite') return value;
  const drop = -place - value.exponent;
  if (drop <= 0) return value;
  if (value.coefficient === 0n) return { ...value, exponent: -place };
  const negative = value.coefficient < 0n;
  const magnitude = negative ? -value.coefficient : value.coefficient;
  const digits = magnitude.toString().length;
  const divisor = drop > digits + 1 ? 10n ** BigInt(digits + 1) : 10n ** BigInt(drop);
  let quotient = magnitude / divisor;
  const exact = magnitude % divisor === 0n;
  if (mode === 'halfEven') quotient = divideHalfEven(magnitude, divisor);
  else if (!exact && ((mode === 'floor' && negative) || (mode === 'ceil' && !negative))) quotient++;
  if (quotient === 0n)
    return { kind: 'finite', coefficient: 0n, exponent: -place, negativeZero: negative };
  return finite(negative ? -quotient : quotient, -place);
}

/** -1, 0 or 1. NaN is below everything and equal to itself, -0 equals 0. */
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
  const x = a.coefficient * 10n ** BigInt(a.exponent - exponent);
  const y = b.coefficient * 10n ** BigInt(b.exponent - exponent);
  return x < y ? -1 : x > y ? 1 : 0;
}

function sign(value: bigint): number {
  return value < 0n ? -1 : value > 0n ? 1 : 0;
}

export function digitCount(value: bigint): number {
  return (value < 0n ? -value : value).toString().length;
}
