import { Decimal128, Int32, int32, isNumeric, type Value } from './bson-value';
import { addDecimal, decimalOf, encodeDecimal, multiplyDecimal } from './decimal-number';

export type Numeric = number | Int32 | bigint | Decimal128;

const MIN_LONG = -9223372036854775808n;
const MAX_LONG = 9223372036854775807n;

export function fitsLong(value: bigint): boolean {
  return value >= MIN_LONG && value <= MAX_LONG;
}

/** The double nearest to any numeric value. */
export function toDouble(value: Numeric): number {
  if (typeof value === 'number') return value;
  if (value instanceof Int32) return value.value;
  if (typeof value === 'bigint') return Number(value);
  const decimal = decimalOf(value);
  if (decimal.kind === 'nan') return NaN;
  if (decimal.kind === 'infinity') return decimal.negative ? -Infinity : Infinity;
  if (decimal.coefficient === 0n) return decimal.negativeZero ? -0 : 0;
  return Number(`${decimal.coefficient}e${decimal.exponent}`);
}

/** A number out of a value that may be numeric, NaN otherwise. */
export function numberOr(value: Value | undefined, otherwise: number): number {
  return value !== undefined && isNumeric(value) ? toDouble(value) : otherwise;
}

/** A whole number out of any numeric type, or null. */
export function integerOperand(value: Value): number | null {
  if (!isNumeric(value)) return null;
  const number = Number(value.toString());
  return Number.isSafeInteger(number) ? number : null;
}

function whole(value: Int32 | bigint): bigint {
  return typeof value === 'bigint' ? value : BigInt(value.value);
}

/** The widest of two types decides; null when whole numbers leave the range of a long. */
function combine(
  a: Numeric,
  b: Numeric,
  wholes: (x: bigint, y: bigint) => bigint,
  doubles: (x: number, y: number) => number,
  decimals: typeof addDecimal,
): Numeric | null {
  if (a instanceof Decimal128 || b instanceof Decimal128)
    return encodeDecimal(decimals(decimalOf(a), decimalOf(b)));
  if (typeof a === 'number' || typeof b === 'number') return doubles(toDouble(a), toDouble(b));
  if (a instanceof Int32 && b instanceof Int32) {
    const quick = doubles(a.value, b.value);
    if (quick >= -2147483648 && quick <= 2147483647) return int32(quick + 0);
  }
  const result = wholes(whole(a), whole(b));
  return fitsLong(result) ? result : null;
}

/** Sum in the wider of both types; null on overflow of a long. */
export function addNumbers(a: Numeric, b: Numeric): Numeric | null {
  return combine(
    a,
    b,
    (x, y) => x + y,
    (x, y) => x + y,
    addDecimal,
  );
}

/** Product in the wider of both types; null on overflow of a long. */
export function multiplyNumbers(a: Numeric, b: Numeric): Numeric | null {
  return combine(
    a,
    b,
    (x, y) => x * y,
    (x, y) => x * y,
    multiplyDecimal,
  );
}
