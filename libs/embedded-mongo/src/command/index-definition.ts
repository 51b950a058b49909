import { doc, int32, isDoc, isNumeric, typeName, type Doc, type Value } from '../bson/bson-value';
import { toDouble } from '../bson/value-arithmetic';
import { valuesEqual } from '../bson/value-comparator';
import { MongoError, typeMismatch } from '../mongo-error';
import { parseFilter } from '../query/filter-compiler';
import { showDocument } from '../query/shell-text';
import type { IndexMeta } from '../storage/catalog';
import { assertFields } from '../supported';

const cannotCreate = (message: string): MongoError => new MongoError(67, message);

/** Normalizes an index definition to its stored form. @throws MongoError 9, 14, 67, 197 or 13103 */
export function normalise(given: Doc): Doc {
  assertFields('createIndexes.indexes', given.keys());
  const key = required(given, 'key');
  if (!isDoc(key)) throw wrongType('key', key, 'object');
  const name = required(given, 'name');
  if (typeof name !== 'string') throw wrongType('name', name, 'string');
  if (name === '' || name === '*') throw cannotCreate(`The index name '${name}' is not valid.`);
  if (key.size === 0 || key.size > 32) throw cannotCreate('Index keys must have 1 to 32 fields.');
  for (const [path, direction] of key) assertKeyField(path, direction);
  const spec = doc({ v: int32(2), key, name });
  for (const option of ['unique', 'sparse']) {
    const value = given.get(option) ?? false;
    if (typeof value !== 'boolean') throw wrongType(option, value, 'bool');
    if (value) spec.set(option, true);
  }
  for (const option of ['partialFilterExpression', 'expireAfterSeconds'])
    if (given.has(option)) spec.set(option, given.get(option)!);
  assertPartial(spec, key);
  assertExpiry(spec, key);
  return spec;
}

function required(given: Doc, field: string): Value {
  const value = given.get(field);
  if (value !== undefined) return value;
  throw new MongoError(9, `The '${field}' field is a required property of an index specification`);
}

function wrongType(field: string, value: Value, expected: string): MongoError {
  return typeMismatch(`The field '${field}' must be a ${expected}, but got ${typeName(value)}`);
}

function assertKeyField(path: string, direction: Value): void {
  if (path.split('.').some((part) => part === '' || part.startsWith('$')))
    throw cannotCreate(`The index key has an invalid field name: '${path}'`);
  if (!isNumeric(direction) || !Math.abs(toDouble(direction)))
    throw cannotCreate('Values in the index key pattern must be numbers other than 0 and NaN.');
}

const isIdKey = (key: Doc): boolean => key.size === 1 && key.has('_id');

function assertPartial(spec: Doc, key: Doc): void {
  const filter = spec.get('partialFilterExpression');
  if (filter === undefined) return;
  if (!isDoc(filter)) throw wrongType('partialFilterExpression', filter, 'object');
  assertPartialFilter(filter);
  parseFilter(filter);
  if (spec.has('sparse'))
    throw cannotCreate('cannot mix "partialFilterExpression" and "sparse" options');
  if (isIdKey(key)) throw new MongoError(197, '_id index cannot be a partial index');
}

const PARTIAL_OPERATORS = new Set(['$eq', '$exists', '$gt', '$gte', '$lt', '$lte', '$type', '$in']);

function assertPartialFilter(filter: Doc): void {
  for (const [path, value] of filter) {
    if (path.startsWith('$')) throw cannotCreate(`${path} is not supported in partial index`);
    if (!isDoc(value) || !String(value.keys().next().value).startsWith('$')) continue;
    for (const [operator, operand] of value) {
      if (!PARTIAL_OPERATORS.has(operator) || (operator === '$exists' && operand === false))
        throw cannotCreate(`Expression not supported in partial index: ${path} ${operator}`);
    }
  }
}

function assertExpiry(spec: Doc, key: Doc): void {
  const expire = spec.get('expireAfterSeconds');
  if (expire === undefined) return;
  const seconds = isNumeric(expire) ? toDouble(expire) : NaN;
  if (!(seconds >= 0 && seconds <= 2147483647))
    throw cannotCreate(
      "TTL index 'expireAfterSeconds' option must be a number from 0 to 2147483647",
    );
  if (key.size > 1 || isIdKey(key))
    throw cannotCreate('TTL indexes are indexes of a single field other than _id');
}

/** The definition without its name; `expires`: with the time after which documents expire. */
function identityOf(spec: Doc, expires: boolean): Doc {
  const options = ['key', 'unique', 'sparse', 'partialFilterExpression'];
  if (expires) options.push('expireAfterSeconds');
  return new Map([...spec].filter(([option]) => options.includes(option)));
}

/** The index, if it exists. @throws MongoError 85 or 86 when it exists with another definition */
export function existing(indexes: readonly IndexMeta[], spec: Doc): IndexMeta | undefined {
  const key = spec.get('key') as Doc;
  if (isIdKey(key) && toDouble(key.get('_id') as number) === 1) return indexes[0];
  const isSame = (index: IndexMeta, expires = false): boolean =>
    valuesEqual(identityOf(index.spec, expires), identityOf(spec, expires));
  const sameName = indexes.find((index) => index.name === spec.get('name'));
  const found = sameName ?? indexes.find((index) => isSame(index));
  if (!found || (sameName && isSame(sameName, true))) return found;
  const shown = `Requested index: ${showDocument(spec)}, existing index: ${showDocument(found.spec)}`;
  throw isSame(found)
    ? new MongoError(85, `The index exists with a different name or different options. ${shown}`)
    : new MongoError(86, `An existing index has the name of the requested index. ${shown}`);
}
