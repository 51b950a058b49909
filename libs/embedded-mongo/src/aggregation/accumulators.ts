import { Int32, int32, isNumeric, isNullish, type Numeric, type Value } from '../bson/bson-value';
import { keyText } from '../bson/key-bytes-codec';
import { toDouble } from '../bson/value-arithmetic';
import { compareValues } from '../bson/value-comparator';
import { MongoError } from '../mongo-error';
import type { Names } from '../supported';

/** Takes the values of one group; undefined is a missing value. */
export interface Accumulator {
  add(value: Value | undefined): void;
  /** The value for the group; valid once all values were added. */
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

function overTotal(resultOf: (total: Total) => Value): () => Accumulator {
  return () => {
    const total = new Total();
    return { add: (value) => total.add(value), result: () => resultOf(total) };
  };
}

function average(total: Total): Value {
  return total.count === 0 ? null : toDouble(total.sum()) / total.count;
}

/** Keeps one of the values, null for a missing one; `undefined` before the first. */
function choice(chosen: (kept: Value | undefined, next: Value) => Value): () => Accumulator {
  return () => {
    let kept: Value | undefined;
    return {
      add: (value) => void (kept = chosen(kept, value ?? null)),
      result: () => kept ?? null,
    };
  };
}

function extreme(sign: 1 | -1): () => Accumulator {
  return choice((kept, next) => {
    if (isNullish(kept)) return next;
    return next !== null && compareValues(next, kept!) * sign > 0 ? next : kept!;
  });
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
export const ACCUMULATORS: { [name in Names['accumulator']]: () => Accumulator } = {
  $sum: overTotal((total) => total.sum()),
  $avg: overTotal(average),
  $min: extreme(-1),
  $max: extreme(1),
  $first: choice((kept, next) => (kept === undefined ? next : kept)),
  $last: choice((_, next) => next),
  $push: push,
  $addToSet: addToSet,
};
