import { encodedLength } from '../bson/bson-encoder';
import { doc, int32, intOrLong, isDoc, typeName, type Doc, type Value } from '../bson/bson-value';
import { integerOperand } from '../bson/value-arithmetic';
import type { StringOrder } from '../bson/value-comparator';
import { MongoError } from '../mongo-error';
import { PAUSE } from '../pause';
import { parseFilter } from '../query/filter-compiler';
import { compileProjection } from '../query/projection';
import { showValue } from '../query/shell-text';
import { parseSort, Sorter } from '../query/sort-order';
import { rootScope, type Evaluate, type Scope } from './expression-scope';
import { expressionIn, paced, perDocument, type StageCompiler, type StageContext } from './stage';

export const matchStage: StageCompiler = (specification, context) => {
  if (!isDoc(specification))
    throw new MongoError(15959, 'the match filter must be an expression in an object');
  const { matches } = parseFilter(specification, {
    variables: context.variables,
    ...(context.strings ? { strings: context.strings } : {}),
  });
  return perDocument((document) => (matches(document) ? document : null));
};

export const projectStage: StageCompiler = (specification, context) => {
  if (!isDoc(specification))
    throw new MongoError(15969, '$project specification must be an object');
  return perDocument(
    compileProjection(specification, { find: false, variables: context.variables }),
  );
};

type Node =
  | { readonly kind: 'value'; readonly evaluate: Evaluate }
  | { readonly kind: 'branch'; readonly children: Map<string, Node> };

/** Fields to add, as a tree of their paths. */
export function compileAddFields(
  specification: Doc,
  context: StageContext,
  name: string,
): (document: Doc) => Doc {
  const root: Map<string, Node> = new Map();
  const add = (path: string, value: Value): void => {
    if (path === '')
      throw new MongoError(40352, 'FieldPath cannot be constructed with empty string');
    const parts = path.split('.');
    for (const part of parts) {
      if (part === '')
        throw new MongoError(
          parts[parts.length - 1] === '' ? 40353 : 15998,
          parts[parts.length - 1] === ''
            ? "FieldPath must not end with a '.'."
            : 'FieldPath field names may not be empty strings.',
        );
      if (part.startsWith('$'))
        throw new MongoError(
          16410,
          `Invalid ${name} :: caused by :: FieldPath field names may not start with '$'. Consider using $getField or $setField.`,
        );
    }
    if (isDoc(value) && value.size > 0 && !value.keys().next().value!.startsWith('$')) {
      for (const [inner, deeper] of value) add(`${path}.${inner}`, deeper);
      return;
    }
    if (isDoc(value) && value.size === 0 && name === '$addFields') {
      // An empty object is a value like any other.
    }
    let children = root;
    for (let i = 0; i < parts.length - 1; i++) {
      let next = children.get(parts[i]!);
      if (!next) children.set(parts[i]!, (next = { kind: 'branch', children: new Map() }));
      if (next.kind === 'value')
        throw new MongoError(
          40176,
          `Invalid ${name} :: caused by :: specification contains two conflicting paths. Cannot specify both '${path}' and '${parts.slice(0, i + 1).join('.')}'`,
        );
      children = next.children;
    }
    const last = parts[parts.length - 1]!;
    if (children.has(last))
      throw new MongoError(
        40176,
        `Invalid ${name} :: caused by :: specification contains two conflicting paths. Cannot specify both '${path}' and '${path}'`,
      );
    children.set(last, { kind: 'value', evaluate: expressionIn(value, context) });
  };
  for (const [path, value] of specification) add(path, value);
  return (document) => addTo(document, root, rootScope(document, context.variables));
}

function addTo(document: Doc, children: Map<string, Node>, scope: Scope): Doc {
  const result = new Map(document);
  for (const [name, node] of children) {
    if (node.kind === 'value') {
      const value = node.evaluate(scope);
      if (value === undefined) result.delete(name);
      else result.set(name, value);
    } else result.set(name, addInside(result.get(name), node.children, scope));
  }
  return result;
}

function addInside(value: Value | undefined, children: Map<string, Node>, scope: Scope): Value {
  if (Array.isArray(value)) return value.map((element) => addInside(element, children, scope));
  return addTo(isDoc(value) ? value : new Map(), children, scope);
}

export const addFieldsStage: StageCompiler = (specification, context, name) => {
  if (!isDoc(specification))
    throw new MongoError(
      40272,
      `${name} specification stage must be an object, got ${typeName(specification)}`,
    );
  if (specification.size === 0)
    throw new MongoError(
      40177,
      `Invalid ${name} :: caused by :: specification must have at least one field`,
    );
  return perDocument(compileAddFields(specification, context, name));
};

export const unsetStage: StageCompiler = (specification) => {
  const paths = Array.isArray(specification) ? specification : [specification];
  if (paths.length === 0)
    throw new MongoError(
      31119,
      '$unset specification must be a string or an array with at least one field',
    );
  const exclusion: Doc = new Map();
  for (const path of paths) {
    if (typeof path !== 'string')
      throw new MongoError(
        Array.isArray(specification) ? 31120 : 31002,
        '$unset specification must be a string or an array containing only string values',
      );
    exclusion.set(path, int32(0));
  }
  return perDocument(compileProjection(exclusion, { find: false }));
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

export const sortStage: StageCompiler = (specification, context) =>
  sortWithLimit(specification, 0, context.strings);

/** A sort that keeps only the first documents when a limit follows it. */
export function sortWithLimit(
  specification: Value,
  limit: number,
  strings?: StringOrder,
): ReturnType<StageCompiler> {
  if (!isDoc(specification))
    throw new MongoError(15973, 'the $sort key specification must be an object');
  if (specification.size === 0)
    throw new MongoError(15976, '$sort stage must have at least one sort key');
  const fields = parseSort(specification);
  return function* (input) {
    const sorter = new Sorter<Doc>(fields, limit, strings);
    for (const item of input) {
      if (item === PAUSE) yield PAUSE;
      else sorter.add(item, item, 64 + encodedLength(item));
    }
    yield* paced(yield* sorter.finish());
  };
}

export const unwindStage: StageCompiler = (specification) => {
  let path: Value | undefined = specification;
  let indexField: string | null = null;
  let preserve = false;
  if (isDoc(specification)) {
    for (const [key, value] of specification) {
      if (key === 'path') path = value;
      else if (key === 'preserveNullAndEmptyArrays') {
        if (typeof value !== 'boolean')
          throw new MongoError(
            28809,
            `expected a boolean for the preserveNullAndEmptyArrays option to $unwind stage, got ${typeName(value)}`,
          );
        preserve = value;
      } else if (key === 'includeArrayIndex') {
        if (typeof value !== 'string' || value === '')
          throw new MongoError(
            28810,
            `expected a non-empty string for the includeArrayIndex  option to $unwind stage, got ${typeName(value)}`,
          );
        if (value.startsWith('$'))
          throw new MongoError(
            28822,
            `includeArrayIndex option to $unwind stage should not be prefixed with a '$': ${value}`,
          );
        indexField = value;
      } else throw new MongoError(28811, `unrecognized option to $unwind stage: ${key}`);
    }
    if (!specification.has('path'))
      throw new MongoError(28812, 'no path specified to $unwind stage');
  }
  if (typeof path !== 'string')
    throw new MongoError(
      isDoc(specification) ? 28808 : 15981,
      `expected either a string or an object as specification for $unwind stage, got ${typeName(path)}`,
    );
  if (!path.startsWith('$'))
    throw new MongoError(
      28818,
      `path option to $unwind stage should be prefixed with a '$': ${path}`,
    );
  const parts = path.slice(1).split('.');
  const indexParts = (indexField as string | null)?.split('.') ?? null;
  return function* (input) {
    for (const item of input) {
      if (item === PAUSE) {
        yield PAUSE;
        continue;
      }
      const value = valueOnPath(item, parts);
      const finish = (document: Doc, index: Value): Doc =>
        indexParts ? replaceAt(document, indexParts, index) : document;
      if (Array.isArray(value)) {
        for (let i = 0; i < value.length; i++)
          yield finish(replaceAt(item, parts, value[i]!), BigInt(i));
        if (value.length === 0 && preserve) yield finish(replaceAt(item, parts, undefined), null);
      } else if (value === undefined || value === null) {
        if (preserve) yield finish(item, null);
      } else yield finish(item, null);
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
export function replaceAt(document: Doc, parts: readonly string[], value: Value | undefined): Doc {
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

export const replaceRootStage: StageCompiler = (specification, context, name) => {
  let expression: Value | undefined = specification;
  if (name === '$replaceRoot') {
    if (!isDoc(specification))
      throw new MongoError(
        40229,
        `expected an object as specification for $replaceRoot stage, got ${typeName(specification)}`,
      );
    for (const key of specification.keys())
      if (key !== 'newRoot')
        throw new MongoError(40415, `BSON field '$replaceRoot.${key}' is an unknown field.`);
    expression = specification.get('newRoot');
    if (expression === undefined)
      throw new MongoError(40231, 'no newRoot specified for the $replaceRoot stage');
  }
  const evaluate = expressionIn(expression!, context);
  return perDocument((document) => {
    const value = evaluate(rootScope(document, context.variables));
    if (!isDoc(value)) {
      throw new MongoError(
        40228,
        `'${name === '$replaceRoot' ? 'newRoot' : 'replacement document'}' expression must evaluate to an object, but resulting value was: ${value === undefined ? 'MISSING' : showValue(value)}. Type of resulting value: '${typeName(value)}'. Input document: ${showValue(document)}`,
      );
    }
    return value;
  });
};

export const sampleStage: StageCompiler = (specification) => {
  if (!isDoc(specification))
    throw new MongoError(28745, 'the $sample stage specification must be an object');
  for (const key of specification.keys())
    if (key !== 'size') throw new MongoError(28748, `unrecognized option to $sample: ${key}`);
  const value = specification.get('size');
  if (value === undefined) throw new MongoError(28749, '$sample stage must specify a size');
  const size = integerOperand(value);
  if (size === null) throw new MongoError(28746, 'size argument to $sample must be a number');
  if (size < 0) throw new MongoError(28747, 'size argument to $sample must not be negative');
  if (size === 0)
    throw new MongoError(28747, 'size argument to $sample must be a positive integer');
  return function* (input) {
    const kept: Doc[] = [];
    let seen = 0;
    for (const item of input) {
      if (item === PAUSE) {
        yield PAUSE;
        continue;
      }
      seen++;
      if (kept.length < size) kept.push(item);
      else {
        const at = Math.floor(Math.random() * seen);
        if (at < size) kept[at] = item;
      }
    }
    for (let i = kept.length - 1; i > 0; i--) {
      const at = Math.floor(Math.random() * (i + 1));
      [kept[i], kept[at]] = [kept[at]!, kept[i]!];
    }
    yield* kept;
  };
};

export const redactStage: StageCompiler = (specification, context) => {
  const evaluate = expressionIn(specification, context);
  const redact = (document: Doc, root: Doc): Doc | null => {
    const decision = evaluate({ root, current: document, variables: context.variables });
    if (decision === 'keep') return document;
    if (decision === 'prune') return null;
    if (decision !== 'descend')
      throw new MongoError(
        17053,
        "$redact's expression should not return anything aside from the variables $$KEEP, $$DESCEND, and $$PRUNE, but returned " +
          (decision === undefined ? 'MISSING' : showValue(decision)),
      );
    const result: Doc = new Map();
    for (const [name, value] of document) {
      const kept = descend(value, root);
      if (kept !== undefined) result.set(name, kept);
    }
    return result;
  };
  const descend = (value: Value, root: Doc): Value | undefined => {
    if (isDoc(value)) return redact(value, root) ?? undefined;
    if (Array.isArray(value))
      return value
        .map((element) => descend(element, root))
        .filter((element) => element !== undefined);
    return value;
  };
  return perDocument((document) => redact(document, document));
};
