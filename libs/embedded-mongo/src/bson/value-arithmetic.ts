import { Int32, int32, isNumeric, type Numeric, type Value } from './bson-value';

const MIN_LONG = -9223372036854775808n;
const MAX_LONG = 9223372036854775807n;

/** The double nearest to any numeric value. */
export function toDouble(value: Numeric): number {
  if (typeof value === 'number') return value;
  if (value instanceof Int32) return value.value;
  return Number(value);
}

/** A number out of a value that may be numeric, `otherwise` if it is not. */
export function numberOr(value: Value | undefined, otherwise: number): number {
  return value !== undefined && isNumeric(value) ? toDouble(value) : otherwise;
}

/** True or false for a switch, null for anything else. */
export function switchOf(value: Value): boolean | null {
  if (typeof value === 'boolean') return value;
  return isNumeric(value) ? toDouble(value) !== 0 : null;
}

/** A whole number out of any numeric type, or null. */
export function integerOperand(value: Value): number | null {
  if (!isNumeric(value)) return null;
  const number = toDouble(value);
  return Number.isSafeInteger(number) ? number : null;
}

/** Sum in the wider of both types; null on overflow of a long. */
export function addNumbers(a: Numeric, b: Numeric): Numeric | null {
  if (typeof a === 'number' || typeof b === 'number') return toDouble(a) + toDouble(b);
  if (a instanceof Int32 && b instanceof Int32) {
    const sum = a.value + b.value;
    if (sum >= -2147483648 && sum <= 2147483647) return int32(sum);
  }
  const sum = whole(a) + whole(b);
  return sum >= MIN_LONG && sum <= MAX_LONG ? sum : null;
}

function whole(value: Int32 | bigint): bigint {
  return typeof value === 'bigint' ? value : BigInt(value.value);
}
