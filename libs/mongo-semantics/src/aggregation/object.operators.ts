import { encodedLength } from '../bson/bson-encoder';
import { Binary, int32, isDoc, typeName, type Doc, type Value } from '../bson/bson-value';
import { MongoError } from '../mongo-error';
import { isNullish } from './arithmetic.operators';
import {
  unary,
  variadic,
  type CompileContext,
  type ExpressionOperator,
  type OperatorTable,
} from './expression-scope';

const mergeObjects = variadic((values) => mergeAll(values));

export function mergeAll(values: readonly (Value | undefined)[]): Doc {
  const result: Doc = new Map();
  for (const value of values) {
    if (isNullish(value)) continue;
    if (!isDoc(value))
      throw new MongoError(
        40400,
        `$mergeObjects requires object inputs, but input ${String(value)} is of type ${typeName(value)}`,
      );
    for (const [name, item] of value) result.set(name, item);
  }
  return result;
}

/** A field's name, which must be a constant string. */
function constantName(
  given: Value,
  context: CompileContext,
  operator: string,
  code: number,
): string {
  const isReference = typeof given === 'string' && given.startsWith('$');
  const value = isReference
    ? undefined
    : context.compile(given)({ root: new Map(), current: new Map(), variables: new Map() });
  if (isReference)
    throw new MongoError(
      code,
      `${operator} requires 'field' to evaluate to a constant, but got a non-constant argument`,
    );
  if (typeof value !== 'string')
    throw new MongoError(
      code - 1,
      `${operator} requires 'field' to evaluate to type String, but got ${typeName(value)}`,
    );
  return value;
}

const getField: ExpressionOperator = (operand, context) => {
  let field: Value;
  let input: Value = '$$CURRENT';
  if (isDoc(operand) && !String(operand.keys().next().value).startsWith('$')) {
    for (const key of operand.keys())
      if (key !== 'field' && key !== 'input')
        throw new MongoError(3041701, `$getField found an unknown argument: ${key}`);
    if (!operand.has('field'))
      throw new MongoError(3041702, "$getField requires 'field' to be specified");
    if (!operand.has('input'))
      throw new MongoError(3041703, "$getField requires 'input' to be specified");
    field = operand.get('field')!;
    input = operand.get('input')!;
  } else field = operand;
  const name = constantName(field, context, '$getField', 5654601);
  const from = context.compile(input);
  return (scope) => {
    const value = from(scope);
    if (isDoc(value)) return value.get(name);
    return value === null ? null : undefined;
  };
};

function setter(operator: '$setField' | '$unsetField'): ExpressionOperator {
  return (operand, context) => {
    if (!isDoc(operand))
      throw new MongoError(
        4161100,
        `${operator} requires an object as an argument, found: ${typeName(operand)}`,
      );
    const allowed = operator === '$setField' ? ['field', 'input', 'value'] : ['field', 'input'];
    for (const key of operand.keys())
      if (!allowed.includes(key))
        throw new MongoError(4161101, `${operator} found an unknown argument: ${key}`);
    for (const key of allowed)
      if (!operand.has(key))
        throw new MongoError(4161102, `${operator} requires '${key}' to be specified`);
    const name = constantName(operand.get('field')!, context, operator, 4161108);
    const from = context.compile(operand.get('input')!);
    const value = operator === '$setField' ? context.compile(operand.get('value')!) : null;
    return (scope) => {
      const input = from(scope);
      if (isNullish(input)) return null;
      if (!isDoc(input))
        throw new MongoError(4161105, `${operator} requires 'input' to evaluate to type Object`);
      const result = new Map(input);
      const set = value?.(scope);
      if (set === undefined) result.delete(name);
      else result.set(name, set);
      return result;
    };
  };
}

export const OBJECT_OPERATORS: OperatorTable = {
  $mergeObjects: mergeObjects,
  $getField: getField,
  $setField: setter('$setField'),
  $unsetField: setter('$unsetField'),
  $bsonSize: unary((value) => {
    if (isNullish(value)) return null;
    if (!isDoc(value))
      throw new MongoError(31393, `$bsonSize requires a document input, found: ${typeName(value)}`);
    return int32(encodedLength(value));
  }),
  $binarySize: unary((value) => {
    if (isNullish(value)) return null;
    if (typeof value === 'string') return int32(Buffer.byteLength(value));
    if (value instanceof Binary) return int32(value.position);
    throw new MongoError(
      51276,
      `$binarySize requires a string or BinData argument, found: ${typeName(value)}`,
    );
  }),
};
