import { int32, isDoc, isNumeric, typeName, type Doc, type Value } from '../bson/bson-value';
import { toDouble } from '../bson/value-arithmetic';
import { valuesEqual } from '../bson/value-comparator';
import { badValue, MongoError, typeMismatch } from '../mongo-error';
import { parseFilter } from '../query/filter-compiler';
import { showDocument, showValue } from '../query/shell-text';
import { samePattern } from '../plan/planner';
import type { IndexMeta } from '../storage/catalog';

const INDEX_OPTIONS = new Set(
  'v key name unique sparse partialFilterExpression expireAfterSeconds background ns'.split(' '),
);

/** Options that are omitted when false. */
const FALSE_BY_DEFAULT = new Set(['unique', 'sparse', 'background']);

/** Normalizes an index definition to its stored form. @throws MongoError 67 and others */
export function normalise(given: Doc): Doc {
  const key = given.get('key');
  if (!isDoc(key)) {
    throw key === undefined
      ? new MongoError(9, `The 'key' field is a required property of an index specification`)
      : typeMismatch(`The field 'key' must be an object, but got ${typeName(key)}`);
  }
  const name = given.get('name');
  if (name === undefined)
    throw new MongoError(9, `The 'name' field is a required property of an index specification`);
  if (typeof name !== 'string')
    throw typeMismatch(`The field 'name' must be a string, but got ${typeName(name)}`);
  if (name === '') throw new MongoError(67, 'index name cannot be empty');
  if (name === '*') throw badValue(`The index name '*' is not valid.`);
  if (key.size === 0) throw new MongoError(67, 'Index keys cannot be empty.');
  if (key.size > 32) throw new MongoError(13103, 'too many compound keys');
  for (const [path, direction] of key) assertKeyField(path, direction);
  const spec: Doc = new Map();
  spec.set('v', int32(2));
  spec.set('key', key);
  spec.set('name', name);
  for (const [option, value] of given) {
    if (['v', 'key', 'name', 'ns'].includes(option)) continue;
    if (!INDEX_OPTIONS.has(option)) {
      throw new MongoError(
        197,
        `The field '${option}' is not valid for an index specification. Specification: ${showDocument(given)}`,
      );
    }
    if (FALSE_BY_DEFAULT.has(option)) {
      if (typeof value !== 'boolean' && !isNumeric(value))
        throw typeMismatch(
          `The field '${option}' has value ${option}: ${showValue(value)}, which is not convertible to bool`,
        );
      const on = typeof value === 'boolean' ? value : toDouble(value) !== 0;
      if (on) spec.set(option, true);
      continue;
    }
    spec.set(option, value);
  }
  assertOptions(spec, key);
  return spec;
}

function assertKeyField(path: string, direction: Value): void {
  if (path === '') throw new MongoError(67, 'Index keys cannot be an empty field.');
  if (path.startsWith('.') || path.endsWith('.') || path.includes('..'))
    throw new MongoError(67, 'Index keys cannot contain an empty field.');
  if (path.split('.').some((part) => part.startsWith('$') && !/^\$(?:id|ref|db)$/.test(part))) {
    throw new MongoError(
      67,
      `Index key contains an illegal field name: field name starts with '$'.`,
    );
  }
  if (typeof direction === 'string')
    throw new MongoError(67, `Index type '${direction}' is not supported`);
  if (!isNumeric(direction)) {
    throw new MongoError(
      67,
      `Values in v:2 index key pattern cannot be of type ${typeName(direction)}. Only numbers > 0, numbers < 0, and strings are allowed.`,
    );
  }
  const number = toDouble(direction);
  if (Number.isNaN(number))
    throw new MongoError(67, 'Values in the index key pattern cannot be NaN.');
  if (number === 0) throw new MongoError(67, 'Values in the index key pattern cannot be 0.');
}

function assertOptions(spec: Doc, key: Doc): void {
  const isId = key.size === 1 && key.has('_id');
  const filter = spec.get('partialFilterExpression');
  if (filter !== undefined) {
    if (!isDoc(filter))
      throw typeMismatch(
        `The field 'partialFilterExpression' must be an object, but got ${typeName(filter)}`,
      );
    assertPartialFilter(filter);
    parseFilter(filter);
    if (spec.get('sparse') === true)
      throw new MongoError(67, 'cannot mix "partialFilterExpression" and "sparse" options');
    if (isId) throw new MongoError(197, '_id index cannot be a partial index');
  }
  const expire = spec.get('expireAfterSeconds');
  if (expire !== undefined) {
    if (!isNumeric(expire))
      throw new MongoError(
        67,
        `TTL index 'expireAfterSeconds' option must be numeric, but received a type of '${typeName(expire)}'. Index spec: ${showDocument(spec)}`,
      );
    const seconds = toDouble(expire);
    if (!(seconds >= 0 && seconds <= 2147483647))
      throw new MongoError(
        67,
        `TTL index 'expireAfterSeconds' option must be within an acceptable range, try a different number. Index spec: ${showDocument(spec)}`,
      );
    if (key.size > 1)
      throw new MongoError(
        67,
        `TTL indexes are single-field indexes, compound indexes do not support TTL. Index spec: ${showDocument(spec)}`,
      );
    if (isId)
      throw new MongoError(
        67,
        `The field 'expireAfterSeconds' is not valid for an _id index specification. Specification: ${showDocument(spec)}`,
      );
  }
}

const PARTIAL_OPERATORS = new Set(['$eq', '$exists', '$gt', '$gte', '$lt', '$lte', '$type', '$in']);

function assertPartialFilter(filter: Doc): void {
  for (const [name, value] of filter) {
    if (name === '$and') {
      for (const part of Array.isArray(value) ? value : [])
        if (isDoc(part)) assertPartialFilter(part);
      continue;
    }
    if (name.startsWith('$'))
      throw new MongoError(
        67,
        `Expression not supported in partial index: ${showDocument(filter)}`,
      );
    if (isDoc(value) && String(value.keys().next().value).startsWith('$')) {
      for (const [operator, operand] of value) {
        if (!PARTIAL_OPERATORS.has(operator) || (operator === '$exists' && operand === false)) {
          throw new MongoError(
            67,
            `Expression not supported in partial index: ${name} ${operator}`,
          );
        }
      }
    }
  }
}

/** Options that, with the key pattern, identify an index. */
const IDENTITY = ['unique', 'sparse', 'partialFilterExpression'];

/** Options that may differ between definitions of one index. */
const DETAILS = ['expireAfterSeconds'];

function sameOptions(a: Doc, b: Doc, options: readonly string[]): boolean {
  return options.every((option) => {
    const x = a.get(option);
    const y = b.get(option);
    return x === undefined || y === undefined ? x === y : valuesEqual(x, y);
  });
}

/** Whether the index exists. @throws MongoError 85 or 86 when it exists with another definition */
export function existing(indexes: readonly IndexMeta[], spec: Doc): boolean {
  const key = spec.get('key') as Doc;
  if (key.size === 1 && key.has('_id') && toDouble(key.get('_id') as number) === 1) return true;
  const isSame = (index: IndexMeta): boolean =>
    samePattern(index.spec.get('key') as Doc, key) && sameOptions(index.spec, spec, IDENTITY);
  const shown = (index: IndexMeta): string =>
    `Requested index: ${showDocument(spec)}, existing index: ${showDocument(index.spec)}`;
  const sameName = indexes.find((index) => index.name === spec.get('name'));
  if (sameName) {
    if (!isSame(sameName)) {
      throw new MongoError(
        86,
        `An existing index has the same name as the requested index. When index names are not specified, they are auto generated and can cause conflicts. Please refer to our documentation. ${shown(sameName)}`,
      );
    }
    if (sameOptions(sameName.spec, spec, DETAILS)) return true;
    throw new MongoError(
      85,
      `An equivalent index already exists with the same name but different options. ${shown(sameName)}`,
    );
  }
  const equivalent = indexes.find(isSame);
  if (!equivalent) return false;
  throw new MongoError(
    85,
    sameOptions(equivalent.spec, spec, DETAILS)
      ? `Index already exists with a different name: ${equivalent.name}`
      : `An equivalent index already exists with a different name and options. ${shown(equivalent)}`,
  );
}
