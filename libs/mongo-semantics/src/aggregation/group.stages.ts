import { doc, int32, isDoc, isNumeric, typeName, type Doc, type Value } from '../bson/bson-value';
import { integerOperand, toDouble } from '../bson/value-arithmetic';
import { compareValues } from '../bson/value-comparator';
import { MongoError } from '../mongo-error';
import { PAUSE, pausingMap, pausingSort, Stretch } from '../pause';
import { Representatives } from '../query/collation-fold';
import { ACCUMULATORS, type Accumulator } from './accumulator.operators';
import { compileExpression } from './expression';
import { rootScope, type CompileContext, type Evaluate, type Scope } from './expression-scope';
import {
  blocking,
  expressionIn,
  MAX_HELD,
  paced,
  type Flow,
  type Stage,
  type StageCompiler,
  type StageContext,
} from './stage';
import { setKey } from './value-set';

interface Field {
  readonly name: string;
  readonly start: () => Accumulator;
}

export function compileContextOf(context: StageContext): CompileContext {
  return {
    compile: (expression, extra) =>
      compileExpression(
        expression,
        extra ? [...context.variables.keys(), ...extra] : context.variables.keys(),
      ),
  };
}

export function compileAccumulators(
  fields: Iterable<[string, Value]>,
  context: StageContext,
): Field[] {
  const result: Field[] = [];
  for (const [name, specification] of fields) {
    if (name.includes('.'))
      throw new MongoError(40235, `The field name '${name}' cannot contain '.'`);
    if (name.startsWith('$'))
      throw new MongoError(40236, `The field name '${name}' cannot be an operator name`);
    if (!isDoc(specification))
      throw new MongoError(40234, `The field '${name}' must be an accumulator object`);
    if (specification.size !== 1)
      throw new MongoError(40238, `The field '${name}' must specify one accumulator`);
    const [operator, operand] = specification.entries().next().value!;
    const factory = ACCUMULATORS[operator];
    if (!factory) {
      if (!operator.startsWith('$'))
        throw new MongoError(40234, `The field '${name}' must be an accumulator object`);
      if (operator === '$accumulator') throw new MongoError(115, '$accumulator is not supported');
      throw new MongoError(15952, `unknown group operator '${operator}'`);
    }
    result.push({ name, start: factory(operand, compileContextOf(context), operator) });
  }
  return result;
}

interface Group {
  readonly id: Value;
  readonly states: Accumulator[];
}

function groupBy(
  id: (scope: Scope) => Value,
  fields: readonly Field[],
  { variables, strings }: StageContext,
): (input: Flow) => Generator<typeof PAUSE, Group[]> {
  return function* (input) {
    const groups = new Map<string, Group>();
    const representatives = strings && new Representatives(strings, setKey);
    for (const item of input) {
      if (item === PAUSE) {
        yield PAUSE;
        continue;
      }
      const scope = rootScope(item, variables);
      const value = representatives ? representatives.of(id(scope)) : id(scope);
      const key = setKey(value);
      let group = groups.get(key);
      if (!group) {
        group = { id: value, states: fields.map((field) => field.start()) };
        groups.set(key, group);
        if (groups.size > MAX_HELD) throw new MongoError(146, '$group exceeded its memory limit');
      }
      for (const state of group.states) state.add(scope);
    }
    return [...groups.values()];
  };
}

function documentOf(group: Group, fields: readonly Field[]): Doc {
  const result: Doc = new Map([['_id', group.id]]);
  fields.forEach((field, i) => {
    const value = group.states[i]!.result();
    if (value !== undefined) result.set(field.name, value);
  });
  return result;
}

export const groupStage: StageCompiler = (specification, context) => {
  if (!isDoc(specification))
    throw new MongoError(15947, "a group's fields must be specified in an object");
  const id = specification.get('_id');
  if (id === undefined) throw new MongoError(15955, 'a group specification must include an _id');
  const evaluate = expressionIn(id, context);
  const fields = compileAccumulators(
    [...specification].filter(([name]) => name !== '_id'),
    context,
  );
  const run = groupBy((scope) => evaluate(scope) ?? null, fields, context);
  return function* (input) {
    const groups = yield* run(input);
    yield* paced(
      (function* () {
        for (const group of groups) yield documentOf(group, fields);
      })(),
    );
  };
};

export const sortByCountStage: StageCompiler = (specification, context) => {
  if (!isDoc(specification) && typeof specification !== 'string')
    throw new MongoError(
      40149,
      'the sortByCount field must be specified as a string or as an object',
    );
  const first = isDoc(specification) ? String(specification.keys().next().value) : specification;
  if (!first.startsWith('$'))
    throw new MongoError(
      isDoc(specification) ? 40147 : 40148,
      'the sortByCount field must be defined as a $-prefixed path or an expression inside an object',
    );
  const group = groupStage(
    doc({ _id: specification, count: doc({ $sum: int32(1) }) }),
    context,
    '$group',
  );
  return (input) =>
    blocking(function* (documents) {
      const count = (document: Doc): number => toDouble(document.get('count') as number);
      yield* yield* pausingSort(documents, (a, b) => count(b) - count(a));
    })(group(input));
};

export const bucketStage: StageCompiler = (specification, context) => {
  if (!isDoc(specification))
    throw new MongoError(
      40201,
      `Argument to $bucket stage must be an object, but found type: ${typeName(specification)}.`,
    );
  for (const key of specification.keys()) {
    if (!['groupBy', 'boundaries', 'default', 'output'].includes(key))
      throw new MongoError(40197, `Unrecognized option to $bucket: ${key}.`);
  }
  const by = specification.get('groupBy');
  const boundaries = specification.get('boundaries');
  if (by === undefined || boundaries === undefined)
    throw new MongoError(40198, "$bucket requires 'groupBy' and 'boundaries' to be specified.");
  if (!Array.isArray(boundaries))
    throw new MongoError(
      40200,
      `The $bucket 'boundaries' field must be an array, but found type: ${typeName(boundaries)}.`,
    );
  if (boundaries.length < 2)
    throw new MongoError(
      40192,
      `The $bucket 'boundaries' field must have at least 2 values, but found ${boundaries.length} value(s).`,
    );
  const bounds = boundaries.map(
    (boundary) => compileExpression(boundary)(rootScope(new Map())) ?? null,
  );
  for (let i = 1; i < bounds.length; i++) {
    if (compareValues(bounds[i - 1]!, bounds[i]!) >= 0) {
      throw new MongoError(
        40194,
        `The 'boundaries' option to $bucket must be sorted, but elements ${i - 1} and ${i} are not in ascending order.`,
      );
    }
  }
  const otherwise = specification.get('default');
  const evaluate = expressionIn(by, context);
  const output = specification.get('output');
  const fields = compileAccumulators(
    isDoc(output) ? output : new Map([['count', doc({ $sum: int32(1) })]]),
    context,
  );
  const run = groupBy(
    (scope) => {
      const value = evaluate(scope) ?? null;
      if (
        compareValues(value, bounds[0]!) >= 0 &&
        compareValues(value, bounds[bounds.length - 1]!) < 0
      ) {
        for (let i = bounds.length - 2; i >= 0; i--)
          if (compareValues(value, bounds[i]!) >= 0) return bounds[i]!;
      }
      if (otherwise === undefined) {
        throw new MongoError(
          40066,
          '$switch could not find a matching branch for an input, and no default was specified.',
        );
      }
      return otherwise;
    },
    fields,
    context,
  );
  return function* (input) {
    const groups = yield* run(input);
    const sorted = yield* pausingSort(groups, (a, b) => compareValues(a.id, b.id));
    for (const group of sorted) yield documentOf(group, fields);
  };
};

export const bucketAutoStage: StageCompiler = (specification, context) => {
  if (!isDoc(specification))
    throw new MongoError(
      40240,
      `The argument to $bucketAuto must be an object, but found type: ${typeName(specification)}.`,
    );
  for (const key of specification.keys()) {
    if (!['groupBy', 'buckets', 'output', 'granularity'].includes(key))
      throw new MongoError(40245, `Unrecognized option to $bucketAuto: ${key}.`);
  }
  const by = specification.get('groupBy');
  const bucketsValue = specification.get('buckets');
  if (by === undefined || bucketsValue === undefined)
    throw new MongoError(40246, "$bucketAuto requires 'groupBy' and 'buckets' to be specified.");
  if (!isNumeric(bucketsValue))
    throw new MongoError(
      40241,
      `The $bucketAuto 'buckets' field must be a numeric value, but found type: ${typeName(bucketsValue)}.`,
    );
  const buckets = integerOperand(bucketsValue);
  if (buckets === null)
    throw new MongoError(
      40242,
      `The $bucketAuto 'buckets' field must be representable as a 32-bit integer, but found ${String(bucketsValue)}.`,
    );
  if (buckets <= 0)
    throw new MongoError(
      40243,
      `The $bucketAuto 'buckets' field must be greater than 0, but found: ${buckets}.`,
    );
  if (specification.has('granularity'))
    throw new MongoError(115, '$bucketAuto with granularity is not supported');
  const evaluate = expressionIn(by, context);
  const output = specification.get('output');
  const fields = compileAccumulators(
    isDoc(output) ? output : new Map([['count', doc({ $sum: int32(1) })]]),
    context,
  );
  return blocking(function* (documents) {
    const unsorted = yield* pausingMap(documents, (document) => ({
      document,
      value: evaluate(rootScope(document, context.variables)) ?? null,
    }));
    const items = yield* pausingSort(unsorted, (a, b) => compareValues(a.value, b.value));
    const stretch = new Stretch();
    const size = Math.max(1, Math.round(items.length / buckets));
    let at = 0;
    for (let bucket = 0; bucket < buckets && at < items.length; bucket++) {
      let end = bucket === buckets - 1 ? items.length : Math.min(items.length, at + size);
      // Equal values stay together.
      while (end < items.length && compareValues(items[end]!.value, items[end - 1]!.value) === 0)
        end++;
      const states = fields.map((field) => field.start());
      for (const item of items.slice(at, end)) {
        for (const state of states) state.add(rootScope(item.document, context.variables));
        yield* stretch.rest();
      }
      const id = doc({
        min: items[at]!.value,
        max: end < items.length ? items[end]!.value : items[items.length - 1]!.value,
      });
      yield documentOf({ id, states }, fields);
      at = end;
    }
  });
};

export type { Evaluate, Stage };
