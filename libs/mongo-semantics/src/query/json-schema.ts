import { isDoc, isNumeric, typeName, type Doc, type Value } from '../bson/bson-value';
import { toDouble } from '../bson/value-arithmetic';
import { compareValues, valuesEqual } from '../bson/value-comparator';
import { failedToParse, MongoError, typeMismatch } from '../mongo-error';
import type { Matcher } from './matcher';
import { compilePattern } from './pattern';

type Check = (value: Value) => boolean;

const JSON_TYPES: { readonly [type: string]: (value: Value) => boolean } = {
  object: isDoc,
  array: (value) => Array.isArray(value),
  string: (value) => typeof value === 'string',
  number: isNumeric,
  boolean: (value) => typeof value === 'boolean',
  null: (value) => value === null,
};
const ANNOTATIONS = new Set(['title', 'description']);

/**
 * Compiles `$jsonSchema` (draft 4 with MongoDB's `bsonType`).
 * @throws MongoError 9 for unknown keywords, 14 for operands of a wrong type
 */
export function compileJsonSchema(schema: Doc): Matcher {
  const check = compile(schema);
  return (document) => check(document);
}

function compile(schema: Doc): Check {
  const checks: Check[] = [];
  for (const [keyword, operand] of schema) {
    if (ANNOTATIONS.has(keyword)) continue;
    const check = compileKeyword(keyword, operand, schema);
    if (check) checks.push(check);
  }
  return (value) => checks.every((check) => check(value));
}

function number(keyword: string, operand: Value): number {
  if (!isNumeric(operand))
    throw typeMismatch(
      `$jsonSchema keyword '${keyword}' must be a number, but found an element of type ${typeName(operand)}`,
    );
  return toDouble(operand);
}

function count(keyword: string, operand: Value): number {
  const result = number(keyword, operand);
  if (!Number.isInteger(result) || result < 0)
    throw failedToParse(`$jsonSchema keyword '${keyword}' must be a non-negative integer`);
  return result;
}

function object(keyword: string, operand: Value): Doc {
  if (!isDoc(operand)) throw typeMismatch(`$jsonSchema keyword '${keyword}' must be an object`);
  return operand;
}

function list(keyword: string, operand: Value): Value[] {
  if (!Array.isArray(operand))
    throw typeMismatch(
      `$jsonSchema keyword '${keyword}' must be an array, but found an element of type ${typeName(operand)}`,
    );
  if (operand.length === 0)
    throw failedToParse(`$jsonSchema keyword '${keyword}' cannot be an empty array`);
  return operand;
}

function schemas(keyword: string, operand: Value): Check[] {
  return list(keyword, operand).map((item) => compile(object(keyword, item)));
}

const ofString =
  (run: (value: string) => boolean): Check =>
  (value) =>
    typeof value !== 'string' || run(value);
const ofArray =
  (run: (value: Value[]) => boolean): Check =>
  (value) =>
    !Array.isArray(value) || run(value);
const ofObject =
  (run: (value: Doc) => boolean): Check =>
  (value) =>
    !isDoc(value) || run(value);

function compileKeyword(keyword: string, operand: Value, schema: Doc): Check | null {
  switch (keyword) {
    case 'bsonType': {
      const names = (Array.isArray(operand) ? operand : [operand]).map(String);
      return (value) =>
        names.some((name) => typeName(value) === name || (name === 'number' && isNumeric(value)));
    }
    case 'type': {
      const types = (Array.isArray(operand) ? operand : [operand]).map((name) => {
        const type = JSON_TYPES[String(name)];
        if (!type)
          throw failedToParse(
            name === 'integer'
              ? `$jsonSchema type 'integer' is not currently supported.`
              : `Unknown type name alias: ${String(name)}`,
          );
        return type;
      });
      return (value) => types.some((type) => type(value));
    }
    case 'enum': {
      const values = list(keyword, operand);
      return (value) => values.some((item) => valuesEqual(item, value));
    }
    case 'allOf': {
      const all = schemas(keyword, operand);
      return (value) => all.every((check) => check(value));
    }
    case 'anyOf': {
      const any = schemas(keyword, operand);
      return (value) => any.some((check) => check(value));
    }
    case 'oneOf': {
      const one = schemas(keyword, operand);
      return (value) => one.filter((check) => check(value)).length === 1;
    }
    case 'not': {
      const inner = compile(object(keyword, operand));
      return (value) => !inner(value);
    }
    case 'multipleOf': {
      const divisor = number(keyword, operand);
      if (divisor <= 0)
        throw failedToParse(`$jsonSchema keyword 'multipleOf' must have a positive value`);
      return (value) => !isNumeric(value) || toDouble(value) % divisor === 0;
    }
    case 'minimum':
    case 'maximum': {
      number(keyword, operand);
      const exclusive =
        schema.get(keyword === 'minimum' ? 'exclusiveMinimum' : 'exclusiveMaximum') === true;
      const sign = keyword === 'minimum' ? 1 : -1;
      return (value) => {
        if (!isNumeric(value)) return true;
        const order = compareValues(value, operand) * sign;
        return exclusive ? order > 0 : order >= 0;
      };
    }
    case 'exclusiveMinimum':
    case 'exclusiveMaximum':
      return null;
    case 'minLength':
    case 'maxLength': {
      const limit = count(keyword, operand);
      return ofString((value) =>
        keyword === 'minLength' ? [...value].length >= limit : [...value].length <= limit,
      );
    }
    case 'pattern': {
      const pattern = compilePattern(String(operand), '');
      return ofString((value) => pattern.test(value));
    }
    case 'required': {
      const names = list(keyword, operand).map(String);
      return ofObject((value) => names.every((name) => value.has(name)));
    }
    case 'properties': {
      const properties = [...object(keyword, operand)].map(([name, inner]): [string, Check] => [
        name,
        compile(object(keyword, inner)),
      ]);
      return ofObject((value) =>
        properties.every(([name, check]) => !value.has(name) || check(value.get(name)!)),
      );
    }
    case 'patternProperties': {
      const patterns = compilePatterns(operand);
      return ofObject((value) =>
        [...value].every(([name, item]) =>
          patterns.every(([pattern, check]) => !pattern(name) || check(item)),
        ),
      );
    }
    case 'additionalProperties': {
      const known = new Set(
        isDoc(schema.get('properties')) ? (schema.get('properties') as Doc).keys() : [],
      );
      const patterns = schema.has('patternProperties')
        ? compilePatterns(schema.get('patternProperties')!)
        : [];
      const check: Check =
        typeof operand === 'boolean' ? () => operand : compile(object(keyword, operand));
      return ofObject((value) =>
        [...value].every(
          ([name, item]) =>
            known.has(name) || patterns.some(([pattern]) => pattern(name)) || check(item),
        ),
      );
    }
    case 'minProperties':
    case 'maxProperties': {
      const limit = count(keyword, operand);
      return ofObject((value) =>
        keyword === 'minProperties' ? value.size >= limit : value.size <= limit,
      );
    }
    case 'dependencies': {
      const dependencies = [...object(keyword, operand)].map(
        ([name, inner]): [string, (value: Doc) => boolean] => {
          if (isDoc(inner)) return [name, compile(inner)];
          const names = list(keyword, inner).map(String);
          return [name, (value) => names.every((other) => value.has(other))];
        },
      );
      return ofObject((value) =>
        dependencies.every(([name, check]) => !value.has(name) || check(value)),
      );
    }
    case 'minItems':
    case 'maxItems': {
      const limit = count(keyword, operand);
      return ofArray((value) =>
        keyword === 'minItems' ? value.length >= limit : value.length <= limit,
      );
    }
    case 'uniqueItems':
      if (operand !== true) return null;
      return ofArray((value) =>
        value.every((item, i) => value.findIndex((other) => valuesEqual(other, item)) === i),
      );
    case 'items': {
      if (isDoc(operand)) {
        const check = compile(operand);
        return ofArray((value) => value.every(check));
      }
      const checks = list(keyword, operand).map((item) => compile(object(keyword, item)));
      return ofArray((value) => value.every((item, i) => !checks[i] || checks[i](item)));
    }
    case 'additionalItems': {
      const from = Array.isArray(schema.get('items'))
        ? (schema.get('items') as Value[]).length
        : Infinity;
      const check: Check =
        typeof operand === 'boolean' ? () => operand : compile(object(keyword, operand));
      return ofArray((value) => value.every((item, i) => i < from || check(item)));
    }
    case '$ref':
    case '$schema':
    case 'default':
    case 'definitions':
    case 'format':
    case 'id':
      throw failedToParse(`$jsonSchema keyword '${keyword}' is not currently supported`);
    default:
      throw new MongoError(9, `Unknown $jsonSchema keyword: ${keyword}`);
  }
}

function compilePatterns(operand: Value): [(name: string) => boolean, Check][] {
  return [...object('patternProperties', operand)].map(([source, inner]) => {
    const pattern = compilePattern(source, '');
    return [(name) => pattern.test(name), compile(object('patternProperties', inner))];
  });
}
