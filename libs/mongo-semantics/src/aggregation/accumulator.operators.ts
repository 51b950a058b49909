import {
  Decimal128,
  Int32,
  int32,
  isDoc,
  isNumeric,
  typeName,
  type Doc,
  type Value,
} from '../bson/bson-value';
import { addDecimal, decimalOf, divideDecimal, encodeDecimal } from '../bson/decimal-number';
import { integerOperand, toDouble, type Numeric } from '../bson/value-arithmetic';
import { compareValues } from '../bson/value-comparator';
import { MongoError } from '../mongo-error';
import { compareSortKeys, parseSort, sortKey } from '../query/sort-order';
import { isNullish } from './arithmetic.operators';
import { EDGE_OF_ARRAY } from './array.operators';
import type {
  CompileContext,
  Evaluate,
  ExpressionOperator,
  OperatorTable,
  Scope,
} from './expression-scope';
import { mergeAll } from './object.operators';
import { setKey } from './value-set';

/** Takes the values of one group one by one. */
export interface Accumulator {
  add(scope: Scope): void;
  result(): Value | undefined;
}

/** Compiles an accumulator's operand; each group gets its own state. */
export type AccumulatorFactory = (
  operand: Value,
  context: CompileContext,
  name: string,
) => () => Accumulator;

/** An accumulator of one expression's values. */
function overValues(
  start: () => { add(value: Value | undefined): void; result(): Value | undefined },
): AccumulatorFactory {
  return (operand, context, name) => {
    if (Array.isArray(operand) && operand.length !== 1)
      throw new MongoError(40237, `The ${name} accumulator is a unary operator`);
    const evaluate = context.compile(Array.isArray(operand) ? operand[0]! : operand);
    return () => {
      const state = start();
      return { add: (scope) => state.add(evaluate(scope)), result: () => state.result() };
    };
  };
}

/** Sums exactly: wholes as big integers, doubles with compensation, decimals apart. */
class Total {
  private whole = 0n;
  private long = false;
  private double = 0;
  private compensation = 0;
  private hasDouble = false;
  private decimal: Decimal128 | null = null;
  count = 0;

  add(value: Value | undefined): void {
    if (value === undefined || !isNumeric(value)) return;
    this.count++;
    if (value instanceof Int32) this.whole += BigInt(value.value);
    else if (typeof value === 'bigint') {
      this.whole += value;
      this.long = true;
    } else if (typeof value === 'number') {
      this.hasDouble = true;
      const sum = this.double + value;
      this.compensation +=
        Math.abs(this.double) >= Math.abs(value)
          ? this.double - sum + value
          : value - sum + this.double;
      this.double = sum;
    } else
      this.decimal = this.decimal
        ? encodeDecimal(addDecimal(decimalOf(this.decimal), decimalOf(value)))
        : value;
  }

  sum(): Numeric {
    const doubles = Number.isFinite(this.compensation)
      ? this.double + this.compensation
      : this.double;
    if (this.decimal) {
      const rest = addDecimal(decimalOf(this.whole), decimalOf(this.hasDouble ? doubles : 0n));
      return encodeDecimal(addDecimal(decimalOf(this.decimal), rest));
    }
    if (this.hasDouble) return doubles + Number(this.whole);
    if (!this.long && this.whole >= -2147483648n && this.whole <= 2147483647n)
      return int32(Number(this.whole));
    return this.whole >= -9223372036854775808n && this.whole <= 9223372036854775807n
      ? this.whole
      : Number(this.whole);
  }

  average(): Value {
    if (this.count === 0) return null;
    const sum = this.sum();
    if (sum instanceof Decimal128)
      return encodeDecimal(divideDecimal(decimalOf(sum), decimalOf(BigInt(this.count))));
    return toDouble(sum) / this.count;
  }
}

class Deviation {
  private values = 0;
  private mean = 0;
  private squares = 0;

  constructor(private readonly sample: boolean) {}

  add(value: Value | undefined): void {
    if (value === undefined || !isNumeric(value)) return;
    const number = toDouble(value);
    this.values++;
    const delta = number - this.mean;
    this.mean += delta / this.values;
    this.squares += delta * (number - this.mean);
  }

  result(): Value {
    const divisor = this.sample ? this.values - 1 : this.values;
    if (divisor <= 0) return null;
    if (!Number.isFinite(this.squares)) return NaN;
    return Math.sqrt(this.squares / divisor);
  }
}

function extreme(sign: 1 | -1): () => { add(value: Value | undefined): void; result(): Value } {
  return () => {
    let best: Value = null;
    return {
      add: (value) => {
        if (!isNullish(value) && (best === null || compareValues(value!, best) * sign > 0))
          best = value!;
      },
      result: () => best,
    };
  };
}

/** What `$push` and friends may gather, in bytes of keys or so. */
const MAX_GATHERED = 5_000_000;

/** `$topN`, `$bottom` and so on: by a sort of their own. */
function ranked(top: boolean, single: boolean): AccumulatorFactory {
  return (operand, context, name) => {
    if (!isDoc(operand))
      throw new MongoError(
        5788001,
        `specification must be an object; found ${name}: ${typeName(operand)}`,
      );
    for (const key of operand.keys())
      if (!['sortBy', 'output', 'n'].includes(key))
        throw new MongoError(5788002, `Unknown argument to ${name} '${key}'`);
    const sortBy = operand.get('sortBy');
    if (!isDoc(sortBy)) throw new MongoError(5788005, `Missing value for 'sortBy'`);
    if (!operand.has('output')) throw new MongoError(5788004, `Missing value for 'output'`);
    const fields = parseSort(sortBy);
    const output = context.compile(operand.get('output')!);
    const n = single ? null : countOf(operand, context, name);
    return () => {
      const items: { key: Value[]; value: Value; at: number }[] = [];
      let most = 1;
      const compare = (a: (typeof items)[0], b: (typeof items)[0]): number =>
        compareSortKeys(a.key, b.key, fields) || a.at - b.at;
      let at = 0;
      const cut = (): void => {
        items.sort(compare);
        if (top) items.length = Math.min(items.length, most);
        else items.splice(0, Math.max(0, items.length - most));
      };
      return {
        add: (scope) => {
          if (n) most = n(scope);
          const root = scope.current;
          items.push({
            key: sortKey(isDoc(root) ? root : new Map(), fields),
            value: output(scope) ?? null,
            at: at++,
          });
          if (items.length > most * 2 + 100) cut();
        },
        result: () => {
          cut();
          const values = items.map((item) => item.value);
          return single ? (values[0] ?? null) : values;
        },
      };
    };
  };
}

function countOf(operand: Doc, context: CompileContext, name: string): (scope: Scope) => number {
  if (!operand.has('n')) throw new MongoError(5787906, `Missing value for 'n'`);
  const evaluate = context.compile(operand.get('n')!);
  return (scope) => {
    const value = evaluate(scope);
    const n = value === undefined ? null : integerOperand(value);
    if (n === null)
      throw new MongoError(
        5787902,
        `Value for 'n' must be of integral type, but found ${typeName(value)}`,
      );
    if (n <= 0) throw new MongoError(5787908, `'n' must be greater than 0, found ${n} for ${name}`);
    return n;
  };
}

/** `$firstN`, `$lastN`, `$minN`, `$maxN` over a group. */
function some(
  keep: (values: Value[], n: number) => Value[],
  nullsCount: boolean,
): AccumulatorFactory {
  return (operand, context, name) => {
    if (!isDoc(operand))
      throw new MongoError(
        5787801,
        `specification must be an object; found ${name}: ${typeName(operand)}`,
      );
    for (const key of operand.keys())
      if (key !== 'n' && key !== 'input')
        throw new MongoError(5787901, `Unknown argument to ${name} '${key}'`);
    if (!operand.has('input')) throw new MongoError(5787907, `Missing value for 'input'`);
    const input = context.compile(operand.get('input')!);
    const n = countOf(operand, context, name);
    return () => {
      let values: Value[] = [];
      let most = 1;
      return {
        add: (scope) => {
          most = n(scope);
          const value = input(scope);
          if (!nullsCount && isNullish(value)) return;
          values.push(value ?? null);
          if (values.length > most * 2 + 100) values = keep(values, most);
        },
        result: () => keep(values, most),
      };
    };
  };
}

function percentile(median: boolean): AccumulatorFactory {
  return (operand, context, name) => {
    if (!isDoc(operand))
      throw new MongoError(
        7436100,
        `specification must be an object; found ${name}: ${typeName(operand)}`,
      );
    const input = operand.get('input');
    if (input === undefined)
      throw new MongoError(40414, `BSON field '${name}.input' is missing but a required field`);
    if (operand.get('method') !== 'approximate')
      throw new MongoError(2, `Currently only 'approximate' can be used as percentile 'method'.`);
    const points = median ? [0.5] : operand.get('p');
    if (!Array.isArray(points) || points.length === 0)
      throw new MongoError(
        7750301,
        `The $percentile 'p' field must be an array of numbers from [0.0, 1.0]`,
      );
    const wanted = points.map((point) => {
      const number = isNumeric(point) ? toDouble(point) : NaN;
      if (!(number >= 0 && number <= 1))
        throw new MongoError(
          7750303,
          `The $percentile 'p' field must be an array of numbers from [0.0, 1.0], but found: ${String(point)}`,
        );
      return number;
    });
    const evaluate = context.compile(input);
    return () => {
      const values: number[] = [];
      return {
        add: (scope) => {
          const value = evaluate(scope);
          if (value !== undefined && isNumeric(value)) values.push(toDouble(value));
        },
        result: () => {
          // Typed arrays sort many times faster, but put NaN last; MongoDB has it before all others.
          const sorted = Float64Array.from(values).sort();
          const { length } = sorted;
          let nans = 0;
          while (nans < length && Number.isNaN(sorted[length - 1 - nans])) nans++;
          const at = (p: number): Value => {
            if (length === 0) return null;
            const place = Math.max(0, Math.ceil(p * length) - 1) - nans;
            return place < 0 ? NaN : sorted[place]!;
          };
          return median ? at(0.5) : wanted.map(at);
        },
      };
    };
  };
}

const byValue = (a: Value, b: Value): number => compareValues(a, b);

/** Accumulators of `$group`. */
export const ACCUMULATORS: { readonly [name: string]: AccumulatorFactory } = {
  $sum: overValues(() => {
    const total = new Total();
    return { add: (value) => total.add(value), result: () => total.sum() };
  }),
  $avg: overValues(() => {
    const total = new Total();
    return { add: (value) => total.add(value), result: () => total.average() };
  }),
  $min: overValues(extreme(-1)),
  $max: overValues(extreme(1)),
  $first: overValues(() => {
    let value: Value | undefined;
    let any = false;
    return {
      add: (next) => {
        if (!any) value = next;
        any = true;
      },
      result: () => value ?? null,
    };
  }),
  $last: overValues(() => {
    let value: Value | undefined;
    return { add: (next) => void (value = next), result: () => value ?? null };
  }),
  $push: overValues(() => {
    const values: Value[] = [];
    return {
      add: (value) => {
        if (value === undefined) return;
        values.push(value);
        if (values.length > MAX_GATHERED)
          throw new MongoError(146, '$push used too much memory and cannot spill to disk.');
      },
      result: () => values,
    };
  }),
  $addToSet: overValues(() => {
    const values = new Map<string, Value>();
    return {
      add: (value) => {
        if (value === undefined) return;
        const key = setKey(value);
        if (!values.has(key)) values.set(key, value);
        if (values.size > MAX_GATHERED)
          throw new MongoError(146, '$addToSet used too much memory and cannot spill to disk.');
      },
      result: () => [...values.values()],
    };
  }),
  $mergeObjects: overValues(() => {
    let merged: Doc = new Map();
    return { add: (value) => void (merged = mergeAll([merged, value])), result: () => merged };
  }),
  $stdDevPop: overValues(() => new Deviation(false)),
  $stdDevSamp: overValues(() => new Deviation(true)),
  $count: (operand) => {
    if (!isDoc(operand) || operand.size > 0)
      throw new MongoError(9, '$count takes no arguments, i.e. $count:{}');
    return () => {
      let n = 0n;
      return { add: () => void n++, result: () => (n <= 2147483647n ? int32(Number(n)) : n) };
    };
  },
  $top: ranked(true, true),
  $topN: ranked(true, false),
  $bottom: ranked(false, true),
  $bottomN: ranked(false, false),
  $firstN: some((values, n) => values.slice(0, n), true),
  $lastN: some((values, n) => values.slice(-n), true),
  $minN: some((values, n) => [...values].sort(byValue).slice(0, n), false),
  $maxN: some((values, n) => [...values].sort((a, b) => byValue(b, a)).slice(0, n), false),
  $median: percentile(true),
  $percentile: percentile(false),
};

/** The accumulators that are also operators over their operands or over one array. */
function overOperands(
  start: () => { add(value: Value | undefined): void; result(): Value | undefined },
): ExpressionOperator {
  return (operand, context) => {
    const list: Evaluate[] = Array.isArray(operand)
      ? operand.map((item) => context.compile(item))
      : [context.compile(operand)];
    const unwrap = list.length === 1;
    return (scope) => {
      const state = start();
      for (const evaluate of list) {
        const value = evaluate(scope);
        if (unwrap && Array.isArray(value)) value.forEach((element) => state.add(element));
        else state.add(value);
      }
      return state.result();
    };
  };
}

/** A percentile over one array. */
function overArray(median: boolean): ExpressionOperator {
  return (operand, context, name) => {
    if (!isDoc(operand) || !operand.has('input'))
      throw new MongoError(
        7436100,
        `specification must be an object; found ${name}: ${typeName(operand)}`,
      );
    const factory = percentile(median)(
      new Map([...operand, ['input', '$$percentileElement']]),
      {
        compile: (value) =>
          value === '$$percentileElement' ? (scope) => scope.current : context.compile(value),
      },
      name,
    );
    const input = context.compile(operand.get('input')!);
    return (scope) => {
      const state = factory();
      const value = input(scope);
      for (const element of Array.isArray(value) ? value : [value ?? null])
        state.add({ ...scope, current: element });
      return state.result();
    };
  };
}

export const ACCUMULATOR_EXPRESSIONS: OperatorTable = {
  $sum: overOperands(() => {
    const total = new Total();
    return { add: (value) => total.add(value), result: () => total.sum() };
  }),
  $avg: overOperands(() => {
    const total = new Total();
    return { add: (value) => total.add(value), result: () => total.average() };
  }),
  $min: overOperands(extreme(-1)),
  $max: overOperands(extreme(1)),
  $stdDevPop: overOperands(() => new Deviation(false)),
  $stdDevSamp: overOperands(() => new Deviation(true)),
  $median: overArray(true),
  $percentile: overArray(false),
  ...EDGE_OF_ARRAY,
};
