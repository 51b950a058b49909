import {
  Decimal128,
  Int32,
  int32,
  isDoc,
  isNumeric,
  typeName,
  type Doc,
  type Value,
} from '../bson/bson-value';
import {
  addNumbers,
  integerOperand,
  multiplyNumbers,
  toDouble,
  type Numeric,
} from '../bson/value-arithmetic';
import { compareValues, valuesEqual, valuesIdentical } from '../bson/value-comparator';
import { badValue, failedToParse, MongoError, typeMismatch } from '../mongo-error';
import { arrayAsDoc, compileFilter } from '../query/filter-compiler';
import { showDocument, showValue } from '../query/shell-text';
import { compareSortKeys, sortKey, type SortField } from '../query/sort-order';
import { nextTimestamp } from './timestamps';
import { unchanged, type OnTheWay } from './update-path';

type OperatorChange = (
  old: Value | undefined,
  path: string,
  document: Doc,
) => Value | undefined | typeof unchanged;

export interface CompiledOperator {
  readonly change: OperatorChange;
  /** Whether missing documents on the way to the field are made. */
  readonly onTheWay: OnTheWay;
}

function same(old: Value | undefined, value: Value): Value | typeof unchanged {
  return old !== undefined && valuesIdentical(old, value) ? unchanged : value;
}

function idText(document: Doc): string {
  const id = document.get('_id');
  return id === undefined ? '{}' : `{_id: ${showValue(id)}}`;
}

/** @throws MongoError for operands that the operator does not take. */
export function compileOperator(operator: string, path: string, operand: Value): CompiledOperator {
  switch (operator) {
    case '$set':
    case '$setOnInsert':
      return { onTheWay: 'create', change: (old) => same(old, operand) };
    case '$unset':
      return { onTheWay: 'leave', change: (old) => (old === undefined ? unchanged : undefined) };
    case '$inc':
    case '$mul':
      return arithmetic(operator, path, operand);
    case '$min':
    case '$max': {
      const sign = operator === '$min' ? -1 : 1;
      return {
        onTheWay: 'create',
        change: (old) =>
          old === undefined || compareValues(operand, old) * sign > 0 ? operand : unchanged,
      };
    }
    case '$currentDate':
      return currentDate(operand);
    case '$push':
      return push(operand);
    case '$addToSet':
      return addToSet(operand);
    case '$pull':
      return pull(operand);
    case '$pullAll': {
      if (!Array.isArray(operand))
        throw badValue(`$pullAll requires an array argument but was given a ${typeName(operand)}`);
      return removing((element) => operand.some((value) => valuesEqual(value, element)), '$pull');
    }
    case '$pop':
      return pop(operand);
    default:
      return bit(path, operand);
  }
}

function arithmetic(operator: '$inc' | '$mul', path: string, operand: Value): CompiledOperator {
  if (!isNumeric(operand)) {
    const verb = operator === '$inc' ? 'increment' : 'multiply';
    throw typeMismatch(
      `Cannot ${verb} with non-numeric argument: {${path}: ${showValue(operand)}}`,
    );
  }
  const combine = operator === '$inc' ? addNumbers : multiplyNumbers;
  return {
    onTheWay: 'create',
    change: (old, at, document) => {
      if (old === undefined) return operator === '$inc' ? operand : zeroLike(operand);
      if (!isNumeric(old)) {
        throw typeMismatch(
          `Cannot apply ${operator} to a value of non-numeric type. ${idText(document)} has the field '${at.split('.').pop()}' of non-numeric type ${typeName(old)}`,
        );
      }
      const result = combine(old, operand);
      if (result === null) {
        throw badValue(
          `Failed to apply ${operator} operations to current value ((NumberLong)${showValue(old)}) for document ${idText(document)}`,
        );
      }
      return same(old, result);
    },
  };
}

function zeroLike(value: Numeric): Numeric {
  if (value instanceof Int32) return int32(0);
  if (typeof value === 'bigint') return 0n;
  return value instanceof Decimal128 ? Decimal128.fromString('0') : 0;
}

function currentDate(operand: Value): CompiledOperator {
  let kind = 'date';
  if (typeof operand === 'boolean') kind = 'date';
  else if (isDoc(operand)) {
    for (const name of operand.keys())
      if (name !== '$type') throw badValue(`Unrecognized $currentDate option: ${name}`);
    const type = operand.get('$type');
    if (type !== 'date' && type !== 'timestamp') {
      throw badValue(
        "The '$type' string field is required to be 'date' or 'timestamp': {$currentDate: {field : {$type: 'date'}}}",
      );
    }
    kind = type;
  } else {
    throw badValue(
      `${typeName(operand)} is not valid type for $currentDate. Please use a boolean ('true') or a $type expression ({$type: 'timestamp/date'}).`,
    );
  }
  return { onTheWay: 'create', change: () => (kind === 'date' ? new Date() : nextTimestamp()) };
}

function push(operand: Value): CompiledOperator {
  let values: readonly Value[] = [operand];
  let position: number | null = null;
  let slice: number | null = null;
  let order: ((a: Value, b: Value) => number) | null = null;
  if (isDoc(operand) && operand.has('$each')) {
    const each = operand.get('$each')!;
    if (!Array.isArray(each))
      throw badValue(
        `The argument to $each in $push must be an array but it was of type: ${typeName(each)}`,
      );
    values = each;
    for (const [name, value] of operand) {
      switch (name) {
        case '$each':
          break;
        case '$slice':
          slice = integerOperand(value);
          if (slice === null)
            throw badValue(
              `The value for $slice must be an integer value but was given type: ${typeName(value)}`,
            );
          break;
        case '$position':
          position = integerOperand(value);
          if (position === null)
            throw badValue(
              `The value for $position must be an integer value, not of type: ${typeName(value)}`,
            );
          break;
        case '$sort':
          order = parsePushSort(value);
          break;
        default:
          throw badValue(`Unrecognized clause in $push: ${name}`);
      }
    }
  } else if (isDoc(operand)) {
    const strange = [...operand.keys()].find(
      (name) => name.startsWith('$') && !['$ref', '$id', '$db'].includes(name),
    );
    if (strange && ['$slice', '$sort', '$position'].includes(strange)) {
      throw new MongoError(
        52,
        `The dollar ($) prefixed field '${strange}' in '${strange}' is not valid for storage.`,
      );
    }
  }
  return {
    onTheWay: 'create',
    change: (old, at, document) => {
      if (old !== undefined && !Array.isArray(old)) {
        throw badValue(
          `The field '${at}' must be an array but is of type ${typeName(old)} in document ${idText(document)}`,
        );
      }
      const array = old ? [...old] : [];
      if (position === null) array.push(...values);
      else {
        const from =
          position < 0 ? Math.max(0, array.length + position) : Math.min(position, array.length);
        array.splice(from, 0, ...values);
      }
      if (order) array.sort(order);
      const result =
        slice === null
          ? array
          : slice === 0
            ? []
            : slice > 0
              ? array.slice(0, slice)
              : array.slice(slice);
      return same(old, result);
    },
  };
}

function parsePushSort(sort: Value): (a: Value, b: Value) => number {
  if (isDoc(sort)) {
    if (sort.size === 0)
      throw badValue('The $sort pattern is empty when it should be a set of fields.');
    const fields: SortField[] = [];
    for (const [path, direction] of sort) {
      const number = isNumeric(direction) ? toDouble(direction) : NaN;
      if (number !== 1 && number !== -1)
        throw badValue('The $sort element value must be either 1 or -1');
      if (path === '') throw badValue('The $sort field cannot be empty');
      if (path.split('.').includes(''))
        throw badValue(`The $sort field is a dotted field but has an empty part: ${path}`);
      fields.push({ path, parts: path.split('.'), descending: number < 0 });
    }
    const keyOf = (value: Value): Value[] => sortKey(isDoc(value) ? value : new Map(), fields);
    return (a, b) => compareSortKeys(keyOf(a), keyOf(b), fields);
  }
  const number = isNumeric(sort) ? toDouble(sort) : NaN;
  if (number !== 1 && number !== -1) {
    throw badValue(
      'The $sort is invalid: use 1/-1 to sort the whole element, or {field:1/-1} to sort embedded fields',
    );
  }
  return (a, b) => compareValues(a, b) * number;
}

function addToSet(operand: Value): CompiledOperator {
  let values: readonly Value[] = [operand];
  if (isDoc(operand) && operand.keys().next().value === '$each') {
    const each = operand.get('$each')!;
    if (!Array.isArray(each))
      throw typeMismatch(
        `The argument to $each in $addToSet must be an array but it was of type ${typeName(each)}`,
      );
    if (operand.size > 1) {
      const extra = [...operand].slice(1)[0]!;
      throw badValue(
        `Found unexpected fields after $each in $addToSet: ${showDocument(operand)}${extra ? '' : ''}`,
      );
    }
    values = each;
  }
  return {
    onTheWay: 'create',
    change: (old, at) => {
      if (old !== undefined && !Array.isArray(old)) {
        throw badValue(
          `Cannot apply $addToSet to non-array field. Field named '${at.split('.').pop()}' has non-array type ${typeName(old)}`,
        );
      }
      const array = old ? [...old] : [];
      for (const value of values)
        if (!array.some((element) => valuesEqual(element, value))) array.push(value);
      return old && array.length === old.length ? unchanged : array;
    },
  };
}

function removing(unwanted: (element: Value) => boolean, operator: string): CompiledOperator {
  return {
    onTheWay: 'expect',
    change: (old) => {
      if (old === undefined) return unchanged;
      if (!Array.isArray(old)) throw badValue(`Cannot apply ${operator} to a non-array value`);
      const kept = old.filter((element) => !unwanted(element));
      return kept.length === old.length ? unchanged : kept;
    },
  };
}

function pull(operand: Value): CompiledOperator {
  if (isDoc(operand)) {
    const first = operand.keys().next().value;
    if (
      first !== undefined &&
      first.startsWith('$') &&
      !['$and', '$or', '$nor', '$ref', '$id', '$db'].includes(first)
    ) {
      const matches = compileFilter(new Map([['e', operand]]));
      return removing((element) => matches(new Map([['e', element]])), '$pull');
    }
    const matches = compileFilter(operand);
    return removing((element) => {
      if (isDoc(element)) return matches(element);
      return Array.isArray(element) && operand.size > 0 && matches(arrayAsDoc(element));
    }, '$pull');
  }
  if (typeName(operand) === 'regex') {
    const matches = compileFilter(new Map([['e', operand]]));
    return removing(
      (element) => !Array.isArray(element) && matches(new Map([['e', element]])),
      '$pull',
    );
  }
  return removing((element) => valuesEqual(element, operand), '$pull');
}

function pop(operand: Value): CompiledOperator {
  const end = integerOperand(operand);
  if (end === null) throw failedToParse(`Expected a number in: $pop: ${showValue(operand)}`);
  if (end !== 1 && end !== -1)
    throw failedToParse(`$pop expects 1 or -1, found: ${showValue(operand)}`);
  return {
    onTheWay: 'expect',
    change: (old, at) => {
      if (old === undefined) return unchanged;
      if (!Array.isArray(old))
        throw typeMismatch(`Path '${at}' contains an element of non-array type '${typeName(old)}'`);
      if (old.length === 0) return unchanged;
      return end === 1 ? old.slice(0, -1) : old.slice(1);
    },
  };
}

function bit(path: string, operand: Value): CompiledOperator {
  if (!isDoc(operand)) {
    throw badValue(
      `The $bit modifier is not compatible with a ${typeName(operand)}. You must pass in an embedded document: {$bit: {field: {and/or/xor: #}}`,
    );
  }
  if (operand.size === 0) {
    throw badValue(
      `You must pass in at least one bitwise operation. The format is: {$bit: {field: {and/or/xor: #}}`,
    );
  }
  const steps: [string, bigint, boolean][] = [];
  for (const [name, value] of operand) {
    if (name !== 'and' && name !== 'or' && name !== 'xor') {
      throw badValue(
        `The $bit modifier only supports 'and', 'or', and 'xor', not '${name}' which is an unknown operator: {${name}: ${showValue(value)}}`,
      );
    }
    if (!(value instanceof Int32) && typeof value !== 'bigint') {
      throw badValue(
        `The $bit modifier field must be an Integer(32/64 bit); a '${typeName(value)}' is not supported here: {${name}: ${showValue(value)}}`,
      );
    }
    steps.push([
      name,
      BigInt(value instanceof Int32 ? value.value : value),
      typeof value === 'bigint',
    ]);
  }
  return {
    onTheWay: 'create',
    change: (old, _at, document) => {
      if (old !== undefined && !(old instanceof Int32) && typeof old !== 'bigint') {
        throw badValue(
          `Cannot apply $bit to a value of non-integral type.${idText(document)} has the field ${path} of non-integer type ${typeName(old)}`,
        );
      }
      let value = old === undefined ? 0n : BigInt(old instanceof Int32 ? old.value : old);
      let long = typeof old === 'bigint';
      for (const [name, mask, isLong] of steps) {
        long ||= isLong;
        value = name === 'and' ? value & mask : name === 'or' ? value | mask : value ^ mask;
      }
      return same(old, long ? BigInt.asIntN(64, value) : int32(Number(value)));
    },
  };
}
