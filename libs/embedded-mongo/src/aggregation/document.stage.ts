import { encodedLength } from '../bson/bson-encoder';
import { doc, intOrLong, isDoc, typeName, type Doc, type Value } from '../bson/bson-value';
import { integerOperand } from '../bson/value-arithmetic';
import { MongoError } from '../mongo-error';
import { PAUSE, Stretch } from '../pause';
import { parseFilter } from '../query/filter-compiler';
import { compileProjection } from '../query/projection';
import { showValue } from '../query/shell-text';
import { parseSort, Sorter } from '../query/sort-order';
import { assertFields } from '../supported';
import { each, type Stage, type StageCompiler } from './stage';

/** `$match`. @throws MongoError 15959 for an invalid filter */
export const matchStage: StageCompiler = (specification) => {
  if (!isDoc(specification))
    throw new MongoError(15959, 'the match filter must be an expression in an object');
  const { matches } = parseFilter(specification);
  return (input) => each(input, (document) => (matches(document) ? [document] : []));
};

/** `$project`. @throws MongoError 15969 or 51272 for an invalid specification */
export const projectStage: StageCompiler = (specification) => {
  if (!isDoc(specification))
    throw new MongoError(15969, '$project specification must be an object');
  if (specification.size === 0) {
    throw new MongoError(
      51272,
      'Invalid $project :: caused by :: projection specification must have at least one field',
    );
  }
  const project = compileProjection(specification);
  return (input) => each(input, (document) => [project(document)]);
};

/** `$limit`. @throws MongoError 5107201 or 15958 for an invalid limit */
export const limitStage: StageCompiler = (specification) => {
  const limit = numberOfDocuments('$limit', 5107201, specification);
  if (limit === 0) throw new MongoError(15958, 'the limit must be positive');
  return function* (input) {
    let count = 0;
    for (const item of input) {
      yield item;
      if (item !== PAUSE && ++count >= limit) return;
    }
  };
};

/** `$skip`. @throws MongoError 5107200 for an invalid number */
export const skipStage: StageCompiler = (specification) => {
  const skip = numberOfDocuments('$skip', 5107200, specification);
  return (input) => {
    let count = 0;
    return each(input, (document) => (count++ < skip ? [] : [document]));
  };
};

/** @throws MongoError of the code for anything but a whole number from 0 on */
function numberOfDocuments(stage: string, code: number, operand: Value): number {
  const count = integerOperand(operand);
  if (count !== null && count >= 0) return count;
  throw new MongoError(
    code,
    `invalid argument to ${stage}: Expected a non-negative number in: ${showValue(operand)}`,
  );
}

/** `$count`. @throws MongoError 40156 or 40158 for an invalid field name */
export const countStage: StageCompiler = (specification) => {
  if (typeof specification !== 'string' || specification === '')
    throw new MongoError(40156, 'the count field must be a non-empty string');
  if (specification.startsWith('$') || specification.includes('.'))
    throw new MongoError(40158, 'the count field cannot be a path');
  return function* (input) {
    let count = 0;
    yield* each(input, () => {
      count++;
    });
    if (count > 0) yield doc({ [specification]: intOrLong(count) });
  };
};

/** `$sort`, which keeps only the first documents if a limit follows. @throws MongoError 15973 or 15976 */
export function sortStage(specification: Value, limit = 0): Stage {
  if (!isDoc(specification))
    throw new MongoError(15973, 'the $sort key specification must be an object');
  if (specification.size === 0)
    throw new MongoError(15976, '$sort stage must have at least one sort key');
  const fields = parseSort(specification);
  return function* (input) {
    const sorter = new Sorter<Doc>(fields, limit);
    yield* each(input, (document) => {
      sorter.add(document, document, 64 + encodedLength(document));
    });
    const stretch = new Stretch();
    for (const { item } of yield* sorter.finish()) {
      yield item;
      yield* stretch.rest();
    }
  };
}

/** The parts of the path that `$unwind` names, also as `{path}`. @throws MongoError 15981 or 28818 */
function unwoundPath(specification: Value): string[] {
  if (isDoc(specification)) assertFields('$unwind', specification.keys());
  const path = isDoc(specification) ? specification.get('path') : specification;
  if (typeof path !== 'string')
    throw new MongoError(15981, `expected a string as path of $unwind, got ${typeName(path)}`);
  if (!/^\$[^$]/.test(path))
    throw new MongoError(28818, `path option to $unwind should start with a '$': ${path}`);
  return path.slice(1).split('.');
}

/** `$unwind`: a document for each element; none for an empty array, null or a missing field. */
export const unwindStage: StageCompiler = (specification) => {
  const parts = unwoundPath(specification);
  return (input) => each(input, (document) => unwound(document, parts) as Iterable<Doc>);
};

/** Copies of a value, with each element of the array at a path in its place. */
function* unwound(value: Value | undefined, [name, ...rest]: readonly string[]): Iterable<Value> {
  if (name === undefined) {
    if (Array.isArray(value)) yield* value;
    else if (value !== null && value !== undefined) yield value;
  } else if (isDoc(value))
    for (const inner of unwound(value.get(name), rest)) yield new Map(value).set(name, inner);
}
