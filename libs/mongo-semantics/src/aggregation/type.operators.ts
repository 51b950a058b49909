import { isDoc, isNumeric, typeName, typeNumberOfAlias, type Value } from '../bson/bson-value';
import { toDouble } from '../bson/value-arithmetic';
import { MongoError } from '../mongo-error';
import { isNullish } from './arithmetic.operators';
import { unary, type ExpressionOperator, type OperatorTable } from './expression-scope';
import { convert, type Target } from './type-conversion';

const TARGETS: { [type: number]: Target } = {
  1: 'double',
  2: 'string',
  7: 'objectId',
  8: 'bool',
  9: 'date',
  16: 'int',
  18: 'long',
  19: 'decimal',
};

function targetOf(value: Value): Target {
  let number: number | undefined;
  if (typeof value === 'string') {
    number = typeNumberOfAlias(value);
    if (number === undefined) throw new MongoError(2, `Unknown type name: ${value}`);
  } else if (isNumeric(value)) number = toDouble(value);
  else
    throw new MongoError(
      9,
      `$convert's 'to' argument must be a string or number, but is ${typeName(value)}`,
    );
  const target = TARGETS[number];
  if (!target) throw new MongoError(2, `$convert with unsupported 'to' type ${String(value)}`);
  return target;
}

const convertOperator: ExpressionOperator = (operand, context) => {
  if (!isDoc(operand))
    throw new MongoError(
      9,
      `$convert expects an object of named arguments but found: ${typeName(operand)}`,
    );
  for (const key of operand.keys())
    if (!['input', 'to', 'onError', 'onNull', 'format'].includes(key))
      throw new MongoError(9, `$convert found an unknown argument: ${key}`);
  if (!operand.has('input')) throw new MongoError(9, "Missing 'input' parameter to $convert");
  if (!operand.has('to')) throw new MongoError(9, "Missing 'to' parameter to $convert");
  const input = context.compile(operand.get('input')!);
  const to = context.compile(operand.get('to')!);
  const onError = operand.has('onError') ? context.compile(operand.get('onError')!) : null;
  const onNull = operand.has('onNull') ? context.compile(operand.get('onNull')!) : null;
  return (scope) => {
    const value = input(scope);
    const wanted = to(scope);
    if (isNullish(value)) return onNull ? onNull(scope) : null;
    if (isNullish(wanted)) return null;
    const target = targetOf(wanted!);
    try {
      return convert(value!, target);
    } catch (error) {
      if (onError && error instanceof MongoError && error.code === 241) return onError(scope);
      throw error;
    }
  };
};

function shorthand(target: Target): ExpressionOperator {
  return unary((value) => (isNullish(value) ? null : convert(value!, target)));
}

export const TYPE_OPERATORS: OperatorTable = {
  $convert: convertOperator,
  $toBool: shorthand('bool'),
  $toDate: shorthand('date'),
  $toDecimal: shorthand('decimal'),
  $toDouble: shorthand('double'),
  $toInt: shorthand('int'),
  $toLong: shorthand('long'),
  $toObjectId: shorthand('objectId'),
  $toString: shorthand('string'),
  $type: unary((value) => typeName(value)),
  $isNumber: unary((value) => value !== undefined && isNumeric(value)),
};
