import { doc, int32, isDoc, isNumeric, typeName, type Doc, type Value } from '../bson/bson-value';
import { integerOperand, toDouble } from '../bson/value-arithmetic';
import { compareValues } from '../bson/value-comparator';
import { failedToParse, MongoError, typeMismatch } from '../mongo-error';
import { pausingMap, pausingSort, settled, Stretch, type Pausing } from '../pause';
import { compareSortKeys, parseSort, sortKey, type SortField } from '../query/sort-order';
import { ACCUMULATORS, type Accumulator } from './accumulator.operators';
import { addUnits } from './date.operators';
import { replaceAt } from './document.stages';
import { rootScope, type Evaluate, type Scope } from './expression-scope';
import { compileContextOf } from './group.stages';
import { blocking, expressionIn, type StageCompiler, type StageContext } from './stage';
import { parseZone } from './time-zone';
import { setKey } from './value-set';

interface Partition {
  readonly documents: readonly Doc[];
  readonly scopes: readonly Scope[];
  /** The sort key of each document. */
  readonly keys: readonly (readonly Value[])[];
  readonly sort: readonly SortField[];
}

/** The value of an output field for a partition's documents, asked for one after the other. */
type WindowFunction = (partition: Partition) => (at: number) => Pausing<Value | undefined>;

const UTC = parseZone('UTC');

/**
 * The first and the last place (included) of a document's window, asked for one document after the
 * other; an empty one ends before it begins.
 */
type Bounds = (partition: Partition) => (at: number) => Pausing<[number, number]>;

const WHOLE: Bounds =
  ({ documents: { length } }) =>
  () =>
    settled([0, length - 1]);

function windowBounds(window: Value | undefined, sort: readonly SortField[]): Bounds {
  if (window === undefined) return WHOLE;
  if (!isDoc(window)) throw failedToParse("'window' field must be an object");
  for (const key of window.keys())
    if (!['documents', 'range', 'unit'].includes(key))
      throw failedToParse(
        "'window' field that specifies a document-based window can only contain 'documents'",
      );
  const documents = window.get('documents');
  const range = window.get('range');
  if (documents !== undefined && range !== undefined)
    throw failedToParse("'window' field can only contain one of 'documents' and 'range'");
  if (documents === undefined && range === undefined) return WHOLE;
  const pair = documents ?? range;
  if (!Array.isArray(pair) || pair.length !== 2)
    throw failedToParse('Window bounds must be a 2-element array');
  for (const bound of pair) {
    if (
      typeof bound === 'string' ? bound !== 'current' && bound !== 'unbounded' : !isNumeric(bound)
    ) {
      throw failedToParse("Window bounds must be 'unbounded', 'current', or a number.");
    }
  }
  if (documents !== undefined) {
    if (sort.length === 0 && !pair.every((bound) => bound === 'unbounded'))
      throw new MongoError(5339901, 'Document-based bounds require a sortBy');
    const [low, high] = pair.map((bound) =>
      bound === 'current' ? 0 : bound === 'unbounded' ? null : integerOperand(bound),
    );
    return ({ documents: { length } }) =>
      (at) =>
        settled([
          low === null || low === undefined ? 0 : Math.max(0, at + low),
          high === null || high === undefined ? length - 1 : Math.min(length - 1, at + high),
        ]);
  }
  if (sort.length !== 1)
    throw new MongoError(5339902, 'Range-based bounds require sortBy a single field');
  const unit = window.get('unit');
  const descending = sort[0]!.descending;
  if (descending && pair.some((bound) => isNumeric(bound as Value)))
    throw new MongoError(8947401, 'Range-based bounds require an ascending sortBy');
  const shifted = (value: Value, bound: Value): Value => {
    const amount = bound === 'current' ? 0 : toDouble(bound as number);
    if (unit !== undefined) {
      if (!(value instanceof Date))
        throw new MongoError(
          5429513,
          'Invalid range: Expected the sortBy field to be a Date, but it was ' + typeName(value),
        );
      return new Date(addUnits(value.getTime(), String(unit), amount, UTC));
    }
    if (!isNumeric(value))
      throw new MongoError(
        5429414,
        `Invalid range: Expected the sortBy field to be a number, but it was ${typeName(value)}`,
      );
    return toDouble(value) + amount;
  };
  const sign = descending ? -1 : 1;
  return ({ keys }) => {
    const stretch = new Stretch();
    const order = (at: number, limit: Value): number => compareValues(keys[at]![0]!, limit) * sign;
    // Both ends only go forward, as the sort key does.
    let first = 0;
    let last = pair[1] === 'unbounded' ? keys.length - 1 : -1;
    return function* (at) {
      const value = keys[at]![0]!;
      if (pair[0] !== 'unbounded') {
        const limit = shifted(value, pair[0]!);
        for (; first < keys.length && order(first, limit) < 0; first++) yield* stretch.rest();
      }
      if (pair[1] !== 'unbounded') {
        const limit = shifted(value, pair[1]!);
        for (; last + 1 < keys.length && order(last + 1, limit) <= 0; last++) yield* stretch.rest();
      }
      return [first, last];
    };
  };
}

function overWindow(start: () => Accumulator, bounds: Bounds): WindowFunction {
  return (partition) => {
    const boundsAt = bounds(partition);
    const stretch = new Stretch();
    // Windows that only grow share their state: the usual running totals stay linear.
    let state: Accumulator | null = null;
    let from = 0;
    let to = -1;
    return function* (at) {
      const [first, last] = yield* boundsAt(at);
      if (!state || first !== from || last < to) {
        state = start();
        from = first;
        to = first - 1;
      }
      while (to < last) {
        state.add(partition.scopes[++to]!);
        yield* stretch.rest();
      }
      return state.result();
    };
  };
}

function requireSort(sort: readonly SortField[], name: string): void {
  if (sort.length === 0)
    throw new MongoError(5371602, `${name} must be specified with a top level sortBy expression`);
}

function ranks(dense: boolean): WindowFunction {
  return (partition) => {
    let rank = 0;
    return (at) => {
      const tie =
        at > 0 &&
        compareSortKeys(partition.keys[at - 1]!, partition.keys[at]!, partition.sort) === 0;
      if (!tie) rank = dense ? rank + 1 : at + 1;
      return settled<Value>(int32(rank));
    };
  };
}

function shift(operand: Value, context: StageContext): WindowFunction {
  if (!isDoc(operand)) throw failedToParse('Argument to $shift must be an object');
  const output = operand.get('output');
  const by = operand.get('by');
  if (output === undefined || by === undefined)
    throw failedToParse("$shift requires 'output' and 'by'");
  const evaluate = expressionIn(output, context);
  const distance = integerOperand(by);
  if (distance === null) throw failedToParse("'$shift:by' field must be an integer");
  const otherwise = operand.has('default')
    ? expressionIn(operand.get('default')!, context)(rootScope(new Map(), context.variables))
    : null;
  return (partition) => (at) => {
    const other = partition.scopes[at + distance];
    return settled(other ? evaluate(other) : otherwise);
  };
}

/** The number that an expression gives for a document of the partition; computed once for each. */
function numberAt(evaluate: Evaluate, { scopes }: Partition): (at: number) => number | null {
  const known: (number | null)[] = [];
  return (at) => {
    const before = known[at];
    if (before !== undefined) return before;
    const value = evaluate(scopes[at]!);
    return (known[at] = value !== undefined && isNumeric(value) ? toDouble(value) : null);
  };
}

function movingAverage(operand: Value, context: StageContext): WindowFunction {
  if (!isDoc(operand) || !operand.has('input'))
    throw failedToParse("$expMovingAvg sub object must have 'input'");
  const evaluate = expressionIn(operand.get('input')!, context);
  const n = operand.get('N');
  const alphaValue = operand.get('alpha');
  if ((n === undefined) === (alphaValue === undefined))
    throw failedToParse("$expMovingAvg sub object must have exactly one of 'N' and 'alpha'");
  const alpha =
    n !== undefined ? 2 / ((integerOperand(n) ?? NaN) + 1) : toDouble(alphaValue as number);
  if (!(alpha > 0 && (alpha < 1 || n !== undefined)))
    throw failedToParse("'alpha' must be between 0 and 1 (exclusive)");
  return (partition) => {
    let average: number | null = null;
    const number = numberAt(evaluate, partition);
    return (at) => {
      const value = number(at);
      if (value !== null)
        average = average === null ? value : value * alpha + average * (1 - alpha);
      return settled(average);
    };
  };
}

const UNIT_MILLISECONDS: { [unit: string]: number } = {
  week: 604_800_000,
  day: 86_400_000,
  hour: 3_600_000,
  minute: 60_000,
  second: 1000,
  millisecond: 1,
};

/** `$derivative` and `$integral`: how a value changes along the sort key, or the area under it. */
function calculus(
  kind: 'derivative' | 'integral',
  operand: Value,
  bounds: Bounds,
  context: StageContext,
): WindowFunction {
  if (!isDoc(operand) || !operand.has('input'))
    throw failedToParse(`$${kind} requires an 'input' expression`);
  const evaluate = expressionIn(operand.get('input')!, context);
  const unit = operand.get('unit');
  const scale = unit === undefined ? 1 : UNIT_MILLISECONDS[String(unit)];
  if (scale === undefined) throw failedToParse(`unit must be 'week' or smaller`);
  return (partition) => {
    const boundsAt = bounds(partition);
    const stretch = new Stretch();
    const y = numberAt(evaluate, partition);
    const x = (at: number): number => {
      const key = partition.keys[at]![0]!;
      return key instanceof Date ? placeOf(key) / scale : placeOf(key);
    };
    return function* (at) {
      const [first, last] = yield* boundsAt(at);
      if (last < first) return null;
      if (kind === 'derivative') {
        const [low, high] = [y(first), y(last)];
        if (last === first || low === null || high === null || x(last) === x(first)) return null;
        return (high - low) / (x(last) - x(first));
      }
      let area = 0;
      for (let i = first + 1; i <= last; i++) {
        area += ((y(i)! + y(i - 1)!) / 2) * (x(i) - x(i - 1));
        yield* stretch.rest();
      }
      return area;
    };
  };
}

function covariance(
  sample: boolean,
  operand: Value,
  bounds: Bounds,
  context: StageContext,
): WindowFunction {
  if (!Array.isArray(operand) || operand.length !== 2)
    throw failedToParse('$covariance needs an array of two expressions');
  const [first, second] = operand.map((expression) => expressionIn(expression, context)) as [
    Evaluate,
    Evaluate,
  ];
  return (partition) => {
    const boundsAt = bounds(partition);
    const stretch = new Stretch();
    const x = numberAt(first, partition);
    const y = numberAt(second, partition);
    return function* (at) {
      const [from, to] = yield* boundsAt(at);
      let n = 0;
      let meanX = 0;
      let meanY = 0;
      let moment = 0;
      for (let i = from; i <= to; i++) {
        yield* stretch.rest();
        const [left, right] = [x(i), y(i)];
        if (left === null || right === null) continue;
        n++;
        const delta = left - meanX;
        meanX += delta / n;
        meanY += (right - meanY) / n;
        moment += delta * (right - meanY);
      }
      const divisor = sample ? n - 1 : n;
      return divisor <= 0 ? null : moment / divisor;
    };
  };
}

/** Where a sort key lies on the line of all of them; NaN for what is no date and no number. */
function placeOf(key: Value): number {
  if (key instanceof Date) return key.getTime();
  return isNumeric(key) ? toDouble(key) : NaN;
}

/** Gaps filled on the straight line between their neighbours along the sort key. */
function linearFill(evaluate: Evaluate): WindowFunction {
  return (partition) => {
    const { scopes, keys } = partition;
    const stretch = new Stretch();
    const x = (at: number): number => placeOf(keys[at]![0]!);
    const valueAt = (at: number): Value => evaluate(scopes[at]!) ?? null;
    // The neighbours of the gap in which we are, with their values.
    let before: [number, Value] | null = null;
    let after: [number, Value] = [-1, null];
    return function* (at) {
      if (after[0] < at) {
        let next = at;
        let value: Value = null;
        for (; next < scopes.length && (value = valueAt(next)) === null; next++)
          yield* stretch.rest();
        after = [next, value];
      }
      const [next, high] = after;
      if (next === at) {
        before = after;
        return high;
      }
      if (!before || next >= scopes.length) return null;
      const low = toDouble(before[1] as number);
      const rise = toDouble(high as number) - low;
      return low + (rise * (x(at) - x(before[0]))) / (x(next) - x(before[0]));
    };
  };
}

function carryForward(evaluate: Evaluate): WindowFunction {
  return (partition) => {
    let last: Value = null;
    return (at) => {
      const value = evaluate(partition.scopes[at]!);
      if (value !== undefined && value !== null) last = value;
      return settled(last);
    };
  };
}

function compileFunction(
  specification: Doc,
  sort: readonly SortField[],
  context: StageContext,
): WindowFunction {
  const names = [...specification.keys()].filter((key) => key !== 'window');
  if (names.length !== 1) throw failedToParse('Expected exactly one $-prefixed window function');
  const name = names[0]!;
  const operand = specification.get(name)!;
  const bounds = windowBounds(specification.get('window'), sort);
  const noWindow = (): void => {
    if (specification.has('window'))
      throw new MongoError(5371601, `Rank style window functions take no other arguments: ${name}`);
    requireSort(sort, name);
  };
  switch (name) {
    case '$rank':
    case '$denseRank':
      noWindow();
      return ranks(name === '$denseRank');
    case '$documentNumber':
      noWindow();
      return () => (at) => settled<Value>(int32(at + 1));
    case '$shift':
      requireSort(sort, name);
      return shift(operand, context);
    case '$expMovingAvg':
      requireSort(sort, name);
      return movingAverage(operand, context);
    case '$derivative':
    case '$integral':
      requireSort(sort, name);
      return calculus(name.slice(1) as 'derivative', operand, bounds, context);
    case '$covariancePop':
    case '$covarianceSamp':
      return covariance(name === '$covarianceSamp', operand, bounds, context);
    case '$linearFill':
      requireSort(sort, name);
      return linearFill(expressionIn(operand, context));
    case '$locf':
      return carryForward(expressionIn(operand, context));
    default: {
      const factory = ACCUMULATORS[name];
      if (!factory || name === '$mergeObjects')
        throw failedToParse(`Unrecognized window function, ${name}`);
      return overWindow(factory(operand, compileContextOf(context), name), bounds);
    }
  }
}

export const setWindowFieldsStage: StageCompiler = (specification, context) => {
  if (!isDoc(specification))
    throw failedToParse(
      `the $setWindowFields stage specification must be an object, found ${typeName(specification)}`,
    );
  for (const key of specification.keys()) {
    if (!['partitionBy', 'sortBy', 'output'].includes(key))
      throw new MongoError(40415, `BSON field '$setWindowFields.${key}' is an unknown field.`);
  }
  const output = specification.get('output');
  if (!isDoc(output))
    throw output === undefined
      ? new MongoError(
          40414,
          "BSON field '$setWindowFields.output' is missing but a required field",
        )
      : typeMismatch(
          `BSON field '$setWindowFields.output' is the wrong type '${typeName(output)}', expected type 'object'`,
        );
  const sort = parseSort(specification.get('sortBy'));
  const by = specification.has('partitionBy')
    ? expressionIn(specification.get('partitionBy')!, context)
    : null;
  const functions = [...output].map(([path, definition]): [string[], WindowFunction] => {
    if (!isDoc(definition)) throw failedToParse(`The field '${path}' must be an object`);
    if (/(?:^|\.)\$/.test(path))
      throw new MongoError(
        16410,
        `FieldPath field names may not start with '$'. Consider using $getField or $setField.`,
      );
    return [path.split('.'), compileFunction(definition, sort, context)];
  });
  return blocking(function* (documents) {
    for (const group of yield* groupsOf(documents, by, context)) {
      const partition = yield* partitionOf(group, sort, context);
      const columns = functions.map(([path, run]) => ({ path, valueAt: run(partition) }));
      for (let i = 0; i < partition.documents.length; i++) {
        let result = partition.documents[i]!;
        for (const { path, valueAt } of columns)
          result = replaceAt(result, path, yield* valueAt(i));
        yield result;
      }
    }
  });
};

/** The documents that a partition is made of, in the order of what they share. */
function* groupsOf(
  documents: readonly Doc[],
  by: Evaluate | null,
  context: StageContext,
): Pausing<Doc[][]> {
  const stretch = new Stretch();
  const groups = new Map<string, { id: Value; documents: Doc[] }>();
  for (const document of documents) {
    yield* stretch.rest();
    const id = by?.(rootScope(document, context.variables)) ?? null;
    if (Array.isArray(id))
      throw new MongoError(
        14,
        'An expression used to partition cannot evaluate to value of type array',
      );
    const key = setKey(id);
    const group = groups.get(key);
    if (group) group.documents.push(document);
    else groups.set(key, { id, documents: [document] });
  }
  const sorted = yield* pausingSort([...groups.values()], (a, b) => compareValues(a.id, b.id));
  return sorted.map((group) => group.documents);
}

function* partitionOf(
  group: readonly Doc[],
  sort: readonly SortField[],
  context: StageContext,
): Pausing<Partition> {
  let keyed = yield* pausingMap(group, (document) => ({
    document,
    scope: rootScope(document, context.variables),
    key: sortKey(document, sort),
  }));
  if (sort.length > 0)
    keyed = yield* pausingSort(keyed, (a, b) => compareSortKeys(a.key, b.key, sort));
  return {
    documents: keyed.map(({ document }) => document),
    scopes: keyed.map(({ scope }) => scope),
    keys: keyed.map(({ key }) => key),
    sort,
  };
}

/** `$fill` is `$setWindowFields` and `$addFields` by a shorter name. */
export const fillStage: StageCompiler = (specification, context) => {
  if (!isDoc(specification)) throw failedToParse('the $fill stage specification must be an object');
  const output = specification.get('output');
  if (!isDoc(output) || output.size === 0)
    throw new MongoError(40414, "BSON field '$fill.output' is missing but a required field");
  const window: Doc = new Map();
  const constants: Doc = new Map();
  for (const [path, how] of output) {
    if (!isDoc(how)) throw failedToParse(`$fill output of '${path}' must be an object`);
    if (how.has('value')) constants.set(path, doc({ $ifNull: [`$${path}`, how.get('value')!] }));
    else if (how.get('method') === 'linear') window.set(path, doc({ $linearFill: `$${path}` }));
    else if (how.get('method') === 'locf') window.set(path, doc({ $locf: `$${path}` }));
    else throw new MongoError(6050202, 'Method must be either locf or linear');
  }
  const partitionBy: Value | undefined = specification.get('partitionBy');
  const byFields = specification.get('partitionByFields');
  const by = Array.isArray(byFields)
    ? doc(Object.fromEntries(byFields.map((field) => [String(field), `$${String(field)}`])))
    : partitionBy;
  const stages: Value[] = [];
  if (window.size > 0)
    stages.push(
      doc({
        $setWindowFields: doc({
          partitionBy: by,
          sortBy: specification.get('sortBy'),
          output: window,
        }),
      }),
    );
  if (constants.size > 0) stages.push(doc({ $addFields: constants }));
  return context.compilePipeline(stages);
};

export const densifyStage: StageCompiler = (specification) => {
  if (!isDoc(specification))
    throw failedToParse('the $densify stage specification must be an object');
  const field = specification.get('field');
  const range = specification.get('range');
  if (typeof field !== 'string' || !isDoc(range))
    throw new MongoError(40414, "BSON field '$densify.range' is missing but a required field");
  const by = specification.get('partitionByFields') ?? [];
  if (!Array.isArray(by) || !by.every((path) => typeof path === 'string'))
    throw typeMismatch(
      "BSON field '$densify.partitionByFields' is the wrong type, expected type 'array'",
    );
  const stepValue = range.get('step');
  const step = stepValue !== undefined && isNumeric(stepValue) ? toDouble(stepValue) : NaN;
  if (!(step > 0 && step < Infinity))
    throw new MongoError(
      5733401,
      'The step parameter in a range statement must be a strictly positive numeric value',
    );
  const unit = range.get('unit') as string | undefined;
  const bounds = range.get('bounds');
  const parts = field.split('.');
  const assertSteps = (value: Value): void => {
    if (unit !== undefined && !(value instanceof Date))
      throw new MongoError(6053600, `Densify field type must be a date, found ${typeName(value)}`);
    if (unit === undefined && !isNumeric(value))
      throw new MongoError(5733201, `Densify field type must be numeric, found ${typeName(value)}`);
  };
  const next = (value: Value, count: number): Value =>
    value instanceof Date
      ? new Date(addUnits(value.getTime(), unit ?? 'millisecond', step * count, UTC))
      : isWhole(value) && Number.isInteger(step)
        ? int32(toDouble(value as number) + step * count)
        : toDouble(value as number) + step * count;
  return blocking(function* (documents) {
    const valueOf = (document: Doc): Value | undefined =>
      parts.reduce<Value | undefined>(
        (at, part) => (isDoc(at) ? at.get(part) : undefined),
        document,
      );
    interface Placed {
      readonly document: Doc;
      readonly value: Value;
    }
    const stretch = new Stretch();
    const groups = new Map<string, Placed[]>();
    const unplaced: Doc[] = [];
    let least: Value | undefined;
    let greatest: Value | undefined;
    for (const document of documents) {
      yield* stretch.rest();
      const value = valueOf(document);
      if (value === undefined || value === null) {
        unplaced.push(document);
        continue;
      }
      assertSteps(value);
      if (least === undefined || compareValues(value, least) < 0) least = value;
      if (greatest === undefined || compareValues(value, greatest) > 0) greatest = value;
      const key = setKey(by.map((path) => document.get(path) ?? null));
      const group = groups.get(key);
      if (group) group.push({ document, value });
      else groups.set(key, [{ document, value }]);
    }
    yield* unplaced;
    for (const group of groups.values()) {
      const own = yield* pausingSort(group, (a, b) => compareValues(a.value, b.value));
      const explicit = Array.isArray(bounds);
      const low = explicit ? bounds[0]! : bounds === 'full' ? least! : own[0]!.value;
      const high = explicit
        ? bounds[1]!
        : bounds === 'full'
          ? greatest!
          : own[own.length - 1]!.value;
      let at = 0;
      let made = 0;
      for (let count = 0; ; count++) {
        const value = next(low, count);
        const over = compareValues(value, high);
        while (at < own.length && compareValues(own[at]!.value, value) < 0)
          yield own[at++]!.document;
        if (explicit ? over >= 0 : over > 0) break;
        if (at < own.length && compareValues(own[at]!.value, value) === 0) {
          while (at < own.length && compareValues(own[at]!.value, value) === 0)
            yield own[at++]!.document;
        } else {
          if (++made > 500_000)
            throw new MongoError(
              5897900,
              'Generated 500001 documents in $densify, which is over the limit of 500000',
            );
          let document: Doc = new Map();
          const like = own[0]!.document;
          for (const path of by) if (like.has(path)) document.set(path, like.get(path)!);
          document = replaceAt(document, parts, value);
          yield document;
        }
      }
      while (at < own.length) yield own[at++]!.document;
    }
  });
};

function isWhole(value: Value): boolean {
  return typeName(value) === 'int';
}
