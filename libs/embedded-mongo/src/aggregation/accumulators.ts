import { Decimal128, Int32, int32, isNumeric, type Value } from '../bson/bson-value';
import { keyText } from '../bson/key-bytes.codec';
import { toDouble, type Numeric } from '../bson/value-arithmetic';
import { compareValues } from '../bson/value-comparator';
import { isNullish } from '../bson/bson-value';
import { MongoError } from '../mongo-error';

/** Takes the values of one group; undefined is a missing value. */
export interface Accumulator {
  add(value: Value | undefined): void;
  result(): Value;
}

/** Most values that `$push` and `$addToSet` collect per group. */
const MAX_COLLECTED = 5_000_000;

/** An exact sum: integers as bigint, doubles with compensation. */
class Total {
  private whole = 0n;
  private long = false;
  private double = 0;
  private compensation = 0;
  private hasDouble = false;
  count = 0;

  add(value: Value | undefined): void {
    if (value === undefined || !isNumeric(value)) return;
    if (value instanceof Decimal128)
      throw new MongoError(115, 'arithmetic with decimals is not supported');
    this.count++;
    if (value instanceof Int32) this.whole += BigInt(value.value);
    else if (typeof value === 'bigint') {
      this.whole += value;
      this.long = true;
    } else {
      this.hasDouble = true;
      const sum = this.double + value;
      this.compensation +=
        Math.abs(this.double) >= Math.abs(value)
          ? this.double - sum + value
          : value - sum + this.double;
      this.double = sum;
    }
  }

  sum(): Numeric {
    if (this.hasDouble) {
      const rest = Number.isFinite(this.compensation) ? this.compensation : 0;
      return this.double + rest + Number(this.whole);
    }
    if (!this.long && this.whole >= -2147483648n && this.whole <= 2147483647n)
      return int32(Number(this.whole));
    return BigInt.asIntN(64, this.whole) === this.whole ? this.whole : Number(this.whole);
  }
}

function sum(): Accumulator {
  const total = new Total();
  return { add: (value) => total.add(value), result: () => total.sum() };
}

function average(): Accumulator {
  const total = new Total();
  return {
    add: (value) => total.add(value),
    result: () => (total.count === 0 ? null : toDouble(total.sum()) / total.count),
  };
}

function extreme(sign: 1 | -1): () => Accumulator {
  return () => {
    let best: Value = null;
    return {
      add: (value) => {
        if (isNullish(value)) return;
        if (best === null || compareValues(value!, best) * sign > 0) best = value!;
      },
      result: () => best,
    };
  };
}

function first(): Accumulator {
  let found: { value: Value } | null = null;
  return {
    add: (value) => void (found ??= { value: value ?? null }),
    result: () => found?.value ?? null,
  };
}

function last(): Accumulator {
  let found: Value = null;
  return { add: (value) => void (found = value ?? null), result: () => found };
}

function push(): Accumulator {
  const values: Value[] = [];
  return {
    add: (value) => {
      if (value === undefined) return;
      assertRoom('$push', values.push(value));
    },
    result: () => values,
  };
}

function addToSet(): Accumulator {
  const values = new Map<string, Value>();
  return {
    add: (value) => {
      if (value === undefined) return;
      const key = keyText(value);
      if (!values.has(key)) assertRoom('$addToSet', values.set(key, value).size);
    },
    result: () => [...values.values()],
  };
}

/** @throws MongoError 146 */
function assertRoom(name: string, count: number): void {
  if (count > MAX_COLLECTED)
    throw new MongoError(146, `${name} used too much memory and cannot spill to disk.`);
}

/** The accumulators of `$group`. */
export const ACCUMULATORS: ReadonlyMap<string, () => Accumulator> = new Map([
  ['$sum', sum],
  ['$avg', average],
  ['$min', extreme(-1)],
  ['$max', extreme(1)],
  ['$first', first],
  ['$last', last],
  ['$push', push],
  ['$addToSet', addToSet],
]);
