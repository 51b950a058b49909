import { encodedLength } from '../bson/bson-encoder';
import { doc, intOrLong, isDoc, typeName, type Doc, type Value } from '../bson/bson-value';
import { integerOperand } from '../bson/value-arithmetic';
import { MongoError } from '../mongo-error';
import { PAUSE } from '../pause';
import { parseFilter } from '../query/filter-compiler';
import { compileProjection } from '../query/projection';
import { showValue } from '../query/shell-text';
import { parseSort, Sorter } from '../query/sort-order';
import { paced, perDocument, type Stage, type StageCompiler } from './stage';

export const matchStage: StageCompiler = (specification) => {
  if (!isDoc(specification))
    throw new MongoError(15959, 'the match filter must be an expression in an object');
  const { matches } = parseFilter(specification);
  return perDocument((document) => (matches(document) ? document : null));
};

export const projectStage: StageCompiler = (specification) => {
  if (!isDoc(specification))
    throw new MongoError(15969, '$project specification must be an object');
  if (specification.size === 0) {
    throw new MongoError(
      51272,
      'Invalid $project :: caused by :: projection specification must have at least one field',
    );
  }
  return perDocument(compileProjection(specification));
};

export const limitStage: StageCompiler = (specification) => {
  const limit = integerOperand(specification);
  if (limit === null || limit < 0)
    throw new MongoError(
      5107201,
      `invalid argument to $limit stage: Expected ${limit === null ? 'a number' : 'a non-negative number'} in: $limit: ${showValue(specification)}`,
    );
  if (limit === 0) throw new MongoError(15958, 'the limit must be positive');
  return function* (input) {
    let count = 0;
    for (const item of input) {
      yield item;
      if (item !== PAUSE && ++count >= limit) return;
    }
  };
};

export const skipStage: StageCompiler = (specification) => {
  const skip = integerOperand(specification);
  if (skip === null || skip < 0)
    throw new MongoError(
      5107200,
      `invalid argument to $skip stage: Expected ${skip === null ? 'a number' : 'a non-negative number'} in: $skip: ${showValue(specification)}`,
    );
  return function* (input) {
    let count = 0;
    for (const item of input) {
      if (item === PAUSE || count >= skip) yield item;
      else count++;
    }
  };
};

export const countStage: StageCompiler = (specification) => {
  if (typeof specification !== 'string')
    throw new MongoError(40156, 'the count field must be a non-empty string');
  if (specification === '')
    throw new MongoError(40156, 'the count field must be a non-empty string');
  if (specification.startsWith('$'))
    throw new MongoError(40158, 'the count field cannot be a $-prefixed path');
  if (specification.includes('\0'))
    throw new MongoError(40159, 'the count field cannot contain a null byte');
  if (specification.includes('.'))
    throw new MongoError(40160, "the count field cannot contain '.'");
  return function* (input) {
    let count = 0;
    for (const item of input) {
      if (item === PAUSE) yield PAUSE;
      else count++;
    }
    if (count > 0) yield doc({ [specification]: intOrLong(count) });
  };
};

export const sortStage: StageCompiler = (specification) => sortWithLimit(specification, 0);

/** A sort that keeps only the first documents if a limit follows. */
export function sortWithLimit(specification: Value, limit: number): Stage {
  if (!isDoc(specification))
    throw new MongoError(15973, 'the $sort key specification must be an object');
  if (specification.size === 0)
    throw new MongoError(15976, '$sort stage must have at least one sort key');
  const fields = parseSort(specification);
  return function* (input) {
    const sorter = new Sorter<Doc>(fields, limit);
    for (const item of input) {
      if (item === PAUSE) yield PAUSE;
      else sorter.add(item, item, 64 + encodedLength(item));
    }
    yield* paced(yield* sorter.finish());
  };
}

interface Unwind {
  readonly path: string;
  readonly indexField: string | null;
  readonly preserve: boolean;
}

/** @throws MongoError 15981, 28808 to 28812, 28818 or 28822 */
function parseUnwind(specification: Value): Unwind {
  const options: Doc = isDoc(specification) ? specification : new Map([['path', specification]]);
  let indexField: string | null = null;
  for (const [name, value] of options) {
    if (name === 'preserveNullAndEmptyArrays') {
      if (typeof value !== 'boolean')
        throw new MongoError(28809, `expected a boolean for ${name}, got ${typeName(value)}`);
    } else if (name === 'includeArrayIndex') {
      if (typeof value !== 'string' || value === '')
        throw new MongoError(28810, `expected a non-empty string for ${name}`);
      if (value.startsWith('$'))
        throw new MongoError(28822, `${name} should not be prefixed with a '$': ${value}`);
      indexField = value;
    } else if (name !== 'path')
      throw new MongoError(28811, `unrecognized option to $unwind stage: ${name}`);
  }
  const path = options.get('path');
  if (path === undefined) throw new MongoError(28812, 'no path specified to $unwind stage');
  if (typeof path !== 'string') {
    throw new MongoError(
      isDoc(specification) ? 28808 : 15981,
      `expected either a string or an object as specification for $unwind stage, got ${typeName(path)}`,
    );
  }
  if (!path.startsWith('$')) {
    throw new MongoError(
      28818,
      `path option to $unwind stage should be prefixed with a '$': ${path}`,
    );
  }
  const preserve = options.get('preserveNullAndEmptyArrays') === true;
  return { path: path.slice(1), indexField, preserve };
}

export const unwindStage: StageCompiler = (specification) => {
  const { path, indexField, preserve } = parseUnwind(specification);
  const parts = path.split('.');
  const withIndex = (document: Doc, index: Value): Doc =>
    indexField === null ? document : replaceAt(document, indexField.split('.'), index);
  return function* (input) {
    for (const item of input) {
      const value = item === PAUSE ? null : valueOnPath(item, parts);
      if (item === PAUSE) yield PAUSE;
      else if (Array.isArray(value) && value.length > 0) {
        for (let i = 0; i < value.length; i++)
          yield withIndex(replaceAt(item, parts, value[i]!), BigInt(i));
      } else if (Array.isArray(value)) {
        if (preserve) yield withIndex(replaceAt(item, parts, undefined), null);
      } else if (preserve || (value !== undefined && value !== null)) yield withIndex(item, null);
    }
  };
};

function valueOnPath(document: Doc, parts: readonly string[]): Value | undefined {
  let value: Value | undefined = document;
  for (const part of parts) {
    if (!isDoc(value)) return undefined;
    value = value.get(part);
  }
  return value;
}

/** A copy of the document with another value at a path. */
function replaceAt(document: Doc, parts: readonly string[], value: Value | undefined): Doc {
  const result = new Map(document);
  const [first, ...rest] = parts as [string, ...string[]];
  if (rest.length === 0) {
    if (value === undefined) result.delete(first);
    else result.set(first, value);
  } else {
    const inner = result.get(first);
    result.set(first, replaceAt(isDoc(inner) ? inner : new Map(), rest, value));
  }
  return result;
}
