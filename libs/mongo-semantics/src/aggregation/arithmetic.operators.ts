import { Decimal128, Int32, int32, isNumeric, typeName, type Value } from '../bson/bson-value';
import {
  decimalOf,
  decodeDecimal,
  divideDecimal,
  doubleOfDecimal,
  encodeDecimal,
  isNegativeDecimal,
  negateDecimal,
  remainderDecimal,
  roundDecimal,
  type DecimalNumber,
  type Rounding,
} from '../bson/decimal-number';
import {
  addNumbers,
  fitsLong,
  multiplyNumbers,
  toDouble,
  type Numeric,
} from '../bson/value-arithmetic';
import { MongoError } from '../mongo-error';
import {
  binary,
  operandsOf,
  unary,
  variadic,
  type ExpressionOperator,
  type OperatorTable,
} from './expression-scope';

export function isNullish(value: Value | undefined): value is null | undefined {
  return value === null || value === undefined || typeName(value) === 'undefined';
}

function bigOf(value: Int32 | bigint): bigint {
  return typeof value === 'bigint' ? value : BigInt(value.value);
}

/** The sum as aggregation adds: whole numbers that overflow a long become doubles. */
export function addWidening(a: Numeric, b: Numeric): Numeric {
  return addNumbers(a, b) ?? toDouble(a) + toDouble(b);
}

function dateFrom(milliseconds: number): Date {
  const date = new Date(Math.trunc(milliseconds));
  if (Number.isNaN(date.getTime())) throw new MongoError(15, 'date overflow');
  return date;
}

const add: ExpressionOperator = variadic((values) => {
  let total: Numeric = int32(0);
  let date: Date | null = null;
  for (const value of values) {
    if (isNullish(value)) return null;
    if (value instanceof Date) {
      if (date) throw new MongoError(16612, 'only one date allowed in an $add expression');
      date = value;
    } else if (isNumeric(value!)) total = addWidening(total, value);
    else
      throw new MongoError(14, `$add only supports numeric or date types, not ${typeName(value)}`);
  }
  if (date) return dateFrom(date.getTime() + Math.round(toDouble(total)));
  return total;
});

const subtract = binary((a, b) => {
  if (isNullish(a) || isNullish(b)) return null;
  if (isNumeric(a!) && isNumeric(b!)) return addWidening(a, negate(b));
  if (a instanceof Date) {
    if (b instanceof Date) return BigInt(a.getTime() - b.getTime());
    if (isNumeric(b!)) return dateFrom(a.getTime() - Math.round(toDouble(b)));
  }
  throw new MongoError(14, `can't $subtract ${typeName(b)} from ${typeName(a)}`);
});

function negate(value: Numeric): Numeric {
  if (typeof value === 'number') return -value;
  if (value instanceof Decimal128) return encodeDecimal(negateDecimal(decimalOf(value)));
  if (typeof value === 'bigint') return fitsLong(-value) ? -value : -Number(value);
  return value.value === -2147483648 ? 2147483648n : int32(-value.value + 0);
}

const multiply = variadic((values) => {
  let total: Numeric = int32(1);
  for (const value of values) {
    if (isNullish(value)) return null;
    if (!isNumeric(value!))
      throw new MongoError(14, `$multiply only supports numeric types, not ${typeName(value)}`);
    total = multiplyNumbers(total, value) ?? toDouble(total) * toDouble(value);
  }
  return total;
});

const divide = binary((a, b) => {
  if (isNullish(a) || isNullish(b)) return null;
  if (!isNumeric(a!) || !isNumeric(b!)) {
    throw new MongoError(
      14,
      `$divide only supports numeric types, not ${typeName(a)} and ${typeName(b)}`,
    );
  }
  if (toDouble(b) === 0) throw new MongoError(2, "can't $divide by zero");
  if (a instanceof Decimal128 || b instanceof Decimal128)
    return encodeDecimal(divideDecimal(decimalOf(a), decimalOf(b)));
  return toDouble(a) / toDouble(b);
});

const mod = binary((a, b) => {
  if (isNullish(a) || isNullish(b)) return null;
  if (!isNumeric(a!) || !isNumeric(b!)) {
    throw new MongoError(
      14,
      `$mod only supports numeric types, not ${typeName(a)} and ${typeName(b)}`,
    );
  }
  if (a instanceof Decimal128 || b instanceof Decimal128) {
    if (toDouble(b) === 0) throw new MongoError(16610, "can't $mod by zero");
    return encodeDecimal(remainderDecimal(decimalOf(a), decimalOf(b)));
  }
  if (toDouble(b) === 0) throw new MongoError(16610, "can't $mod by zero");
  if (typeof a === 'number' || typeof b === 'number') return toDouble(a) % toDouble(b);
  const rest = bigOf(a) % bigOf(b);
  return a instanceof Int32 && b instanceof Int32 ? int32(Number(rest)) : rest;
});

const pow = binary((a, b) => {
  if (isNullish(a) || isNullish(b)) return null;
  if (!isNumeric(a!))
    throw new MongoError(28762, `$pow's base must be numeric, not ${typeName(a)}`);
  if (!isNumeric(b!))
    throw new MongoError(28763, `$pow's exponent must be numeric, not ${typeName(b)}`);
  if (toDouble(a) === 0 && toDouble(b) < 0)
    throw new MongoError(28764, '$pow cannot take a base of 0 and a negative exponent');
  if (a instanceof Decimal128 || b instanceof Decimal128)
    return decimalPower(decimalOf(a), decimalOf(b));
  if (typeof a === 'number' || typeof b === 'number') return Math.pow(toDouble(a), toDouble(b));
  const base = bigOf(a);
  const exponent = bigOf(b);
  if (exponent >= 0n && (exponent < 64n || base === 0n || base === 1n || base === -1n)) {
    const result =
      base === -1n
        ? exponent % 2n === 0n
          ? 1n
          : -1n
        : base === 0n || base === 1n
          ? exponent === 0n
            ? 1n
            : base
          : base ** exponent;
    if (fitsLong(result)) {
      const long = typeof a === 'bigint' || typeof b === 'bigint';
      return !long && result >= -2147483648n && result <= 2147483647n
        ? int32(Number(result))
        : result;
    }
  }
  return Math.pow(Number(base), Number(exponent));
});

function decimalPower(a: DecimalNumber, b: DecimalNumber): Decimal128 {
  const exponent = doubleOfDecimal(b);
  if (Number.isInteger(exponent) && Math.abs(exponent) <= 1000 && a.kind === 'finite') {
    const power: DecimalNumber = {
      kind: 'finite',
      coefficient: a.coefficient ** BigInt(Math.abs(exponent)),
      exponent: a.exponent * Math.abs(exponent),
    };
    return encodeDecimal(
      exponent >= 0
        ? power
        : divideDecimal({ kind: 'finite', coefficient: 1n, exponent: 0 }, power),
    );
  }
  return encodeDecimal(decimalOf(Math.pow(doubleOfDecimal(a), exponent)));
}

/** Rounding to whole numbers keeps the type; wholes stay as they are. */
function wholeNumber(mode: Rounding, double: (value: number) => number): ExpressionOperator {
  return unary((value, name) => {
    if (isNullish(value)) return null;
    if (!isNumeric(value!))
      throw new MongoError(28765, `${name} only supports numeric types, not ${typeName(value)}`);
    if (typeof value === 'number') return double(value);
    if (value instanceof Decimal128) return encodeDecimal(roundDecimal(decimalOf(value), 0, mode));
    return value;
  });
}

function roundTo(mode: Rounding): ExpressionOperator {
  return (operand, context, name) => {
    const [argument, placeArgument] = operandsOf(operand, context, name, 1, 2);
    return (scope) => {
      const value = argument!(scope);
      const place = placeArgument ? placeArgument(scope) : int32(0);
      if (isNullish(value) || isNullish(place)) return null;
      if (!isNumeric(value!))
        throw new MongoError(51081, `${name} only supports numeric types, not ${typeName(value)}`);
      if (!isNumeric(place!) || !Number.isInteger(toDouble(place)))
        throw new MongoError(51082, `precision argument to  ${name} must be a integral value`);
      const digits = toDouble(place);
      if (digits < -20 || digits > 100)
        throw new MongoError(
          51083,
          `cannot apply ${name} with precision value ${digits} value must be in [-20, 100]`,
        );
      return roundNumber(value, digits, mode);
    };
  };
}

function roundNumber(value: Numeric, digits: number, mode: Rounding): Numeric {
  if (value instanceof Decimal128)
    return encodeDecimal(roundDecimal(decimalOf(value), digits, mode));
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) return value;
    if (digits === 0 && mode === 'trunc') return Math.trunc(value);
    return doubleOfDecimal(roundDecimal(decimalOf(value, true), digits, mode));
  }
  if (digits >= 0) return value;
  const rounded = roundDecimal(
    { kind: 'finite', coefficient: bigOf(value), exponent: 0 },
    digits,
    mode,
  );
  if (rounded.kind !== 'finite') return value;
  const whole = rounded.coefficient * 10n ** BigInt(rounded.exponent);
  if (value instanceof Int32 && whole >= -2147483648n && whole <= 2147483647n)
    return int32(Number(whole));
  if (!fitsLong(whole))
    throw new MongoError(
      51080,
      'invalid conversion from Decimal128 result in $round resulting from arguments',
    );
  return whole;
}

const abs = unary((value) => {
  if (isNullish(value)) return null;
  if (!isNumeric(value!))
    throw new MongoError(28765, `$abs only supports numeric types, not ${typeName(value)}`);
  if (typeof value === 'number') return Math.abs(value);
  if (value instanceof Decimal128) {
    const decimal = decodeDecimal(value);
    return isNegativeDecimal(decimal) ? encodeDecimal(negateDecimal(decimal)) : value;
  }
  if (value instanceof Int32) return value.value < 0 ? negate(value) : value;
  if (value === -9223372036854775808n)
    throw new MongoError(28680, "can't take $abs of long long min");
  return value < 0n ? -value : value;
});

/** A function of doubles; of a Decimal128 it is computed as double, which keeps 15 digits. */
function real(
  run: (value: number) => number,
  check?: (value: number, name: string) => void,
): ExpressionOperator {
  return unary((value, name) => {
    if (isNullish(value)) return null;
    if (!isNumeric(value!))
      throw new MongoError(28765, `${name} only supports numeric types, not ${typeName(value)}`);
    const number = toDouble(value);
    check?.(number, name);
    const result = run(number);
    return value instanceof Decimal128 ? encodeDecimal(decimalOf(result)) : result;
  });
}

function within(low: number, high: number) {
  return (value: number, name: string): void => {
    if (value < low || value > high) {
      const show = (bound: number): string =>
        Number.isFinite(bound) ? String(bound) : bound < 0 ? '-inf' : 'inf';
      throw new MongoError(
        50989,
        `cannot apply ${name} to ${value}, value must be in [${show(low)},${show(high)}]`,
      );
    }
  };
}

function finite(value: number, name: string): void {
  if (value === Infinity || value === -Infinity) {
    throw new MongoError(
      50989,
      `cannot apply ${name} to ${value === Infinity ? 'inf' : '-inf'}, value must be in (-inf,inf)`,
    );
  }
}

function positive(code: number, shown: string) {
  return (value: number): void => {
    if (value <= 0)
      throw new MongoError(code, `${shown}'s argument must be a positive number, but is ${value}`);
  };
}

const log = binary((a, b) => {
  if (isNullish(a) || isNullish(b)) return null;
  if (!isNumeric(a!))
    throw new MongoError(28756, `$log's argument must be numeric, not ${typeName(a)}`);
  if (!isNumeric(b!))
    throw new MongoError(28757, `$log's base must be numeric, not ${typeName(b)}`);
  const argument = toDouble(a);
  const base = toDouble(b);
  if (argument <= 0)
    throw new MongoError(28758, `$log's argument must be a positive number, but is ${argument}`);
  if (base <= 0 || base === 1)
    throw new MongoError(
      28759,
      `$log's base must be a positive number not equal to 1, but is ${base}`,
    );
  const result =
    base === 10
      ? Math.log10(argument)
      : base === 2
        ? Math.log2(argument)
        : Math.log(argument) / Math.log(base);
  return a instanceof Decimal128 || b instanceof Decimal128
    ? encodeDecimal(decimalOf(result))
    : result;
});

function bits(start: bigint, run: (a: bigint, b: bigint) => bigint): ExpressionOperator {
  return variadic((values, name) => {
    let result = start;
    let long = false;
    for (const value of values) {
      if (isNullish(value)) return null;
      if (!(value instanceof Int32) && typeof value !== 'bigint') {
        throw new MongoError(14, `${name} only supports int and long operands.`);
      }
      if (typeof value === 'bigint') long = true;
      result = run(result, bigOf(value));
    }
    return long ? BigInt.asIntN(64, result) : int32(Number(BigInt.asIntN(32, result)));
  });
}

export const ARITHMETIC_OPERATORS: OperatorTable = {
  $add: add,
  $subtract: subtract,
  $multiply: multiply,
  $divide: divide,
  $mod: mod,
  $pow: pow,
  $abs: abs,
  $ceil: wholeNumber('ceil', Math.ceil),
  $floor: wholeNumber('floor', Math.floor),
  $round: roundTo('halfEven'),
  $trunc: roundTo('trunc'),
  $exp: real(Math.exp),
  $ln: real(Math.log, positive(28766, '$ln')),
  $log10: real(Math.log10, positive(28761, '$log10')),
  $log: log,
  $sqrt: real(Math.sqrt, (value) => {
    if (value < 0)
      throw new MongoError(28714, "$sqrt's argument must be greater than or equal to 0");
  }),
  $sin: real(Math.sin, finite),
  $cos: real(Math.cos, finite),
  $tan: real(Math.tan, finite),
  $asin: real(Math.asin, within(-1, 1)),
  $acos: real(Math.acos, within(-1, 1)),
  $atan: real(Math.atan),
  $atan2: binary((a, b) => {
    if (isNullish(a) || isNullish(b)) return null;
    if (!isNumeric(a!) || !isNumeric(b!))
      throw new MongoError(
        51044,
        `$atan2 only supports numeric types, not ${typeName(a)} and ${typeName(b)}`,
      );
    return Math.atan2(toDouble(a), toDouble(b));
  }),
  $sinh: real(Math.sinh),
  $cosh: real(Math.cosh),
  $tanh: real(Math.tanh),
  $asinh: real(Math.asinh),
  $acosh: real(Math.acosh, within(1, Infinity)),
  $atanh: real(Math.atanh, within(-1, 1)),
  $degreesToRadians: real((value) => (value * Math.PI) / 180),
  $radiansToDegrees: real((value) => (value * 180) / Math.PI),
  $bitAnd: bits(-1n, (a, b) => a & b),
  $bitOr: bits(0n, (a, b) => a | b),
  $bitXor: bits(0n, (a, b) => a ^ b),
  $bitNot: unary((value) => {
    if (isNullish(value)) return null;
    if (value instanceof Int32) return int32(~value.value);
    if (typeof value === 'bigint') return ~value;
    throw new MongoError(14, '$bitNot only supports int and long, not: ' + typeName(value) + '.');
  }),
};
