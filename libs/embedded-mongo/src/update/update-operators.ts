import { isDoc, isNumeric, typeName, type Doc, type Value } from '../bson/bson-value';
import { addNumbers, integerOperand } from '../bson/value-arithmetic';
import { compareValues, valuesEqual } from '../bson/value-comparator';
import { badValue, typeMismatch } from '../mongo-error';
import { parseFilter } from '../query/filter-compiler';
import { showValue } from '../query/shell-text';
import { supported, type Names } from '../supported';
import type { PathChange } from './update-path';

/** Compile the operators of an update. @throws MongoError of the operand */
export const UPDATE_OPERATORS: {
  [name in Names['update']]: (operand: Value, path: string) => PathChange;
} = {
  $set: set,
  $setOnInsert: set,
  $unset: () => ({ onTheWay: 'leave', change: () => undefined }),
  $inc: increment,
  $max: (operand) => ({
    onTheWay: 'create',
    change: (old) => (old === undefined || compareValues(operand, old) > 0 ? operand : old),
  }),
  $push: push,
  $pull: pull,
};

function set(operand: Value): PathChange {
  return { onTheWay: 'create', change: () => operand };
}

function idText(document: Doc): string {
  const id = document.get('_id');
  return id === undefined ? '{}' : `{_id: ${showValue(id)}}`;
}

function increment(operand: Value, path: string): PathChange {
  if (!isNumeric(operand))
    throw typeMismatch(
      `Cannot increment with non-numeric argument: {${path}: ${showValue(operand)}}`,
    );
  return {
    onTheWay: 'create',
    change: (old, document) => {
      if (old === undefined) return operand;
      if (!isNumeric(old)) {
        throw typeMismatch(
          `Cannot apply $inc to a value of non-numeric type. ${idText(document)} has the field '${path.split('.').pop()}' of non-numeric type ${typeName(old)}`,
        );
      }
      const result = addNumbers(old, operand);
      if (result === null) {
        throw badValue(
          `Failed to apply $inc operations to current value ((NumberLong)${showValue(old)}) for document ${idText(document)}`,
        );
      }
      return result;
    },
  };
}

function push(operand: Value, path: string): PathChange {
  let values: readonly Value[] = [operand];
  let slice: number | null = null;
  if (isDoc(operand) && operand.has('$each')) {
    for (const [name, value] of operand) {
      supported('clause', `$push.${name}`);
      if (name === '$each') {
        if (!Array.isArray(value))
          throw badValue(`The argument to $each must be an array but was: ${typeName(value)}`);
        values = value;
      } else {
        slice = integerOperand(value);
        if (slice === null)
          throw badValue(
            `The value for $slice must be an integer value but was given type: ${typeName(value)}`,
          );
      }
    }
  }
  return {
    onTheWay: 'create',
    change: (old, document) => {
      if (old !== undefined && !Array.isArray(old)) {
        throw badValue(
          `The field '${path}' must be an array but is of type ${typeName(old)} in document ${idText(document)}`,
        );
      }
      const array = [...(old ?? []), ...values];
      if (slice === null) return array;
      return slice < 0 ? array.slice(slice) : array.slice(0, slice);
    },
  };
}

function pull(operand: Value): PathChange {
  const unwanted = pullCondition(operand);
  return {
    onTheWay: 'expect',
    change: (old) => {
      if (old === undefined) return undefined;
      if (!Array.isArray(old)) throw badValue('Cannot apply $pull to a non-array value');
      return old.filter((element) => !unwanted(element));
    },
  };
}

function pullCondition(operand: Value): (element: Value) => boolean {
  const [first] = isDoc(operand) ? operand.keys() : [];
  if (first?.startsWith('$') && !/^\$(?:and|or|nor)$/.test(first)) {
    const { matches } = parseFilter(new Map([['e', operand]]));
    return (element) => matches(new Map([['e', element]]));
  }
  if (!isDoc(operand)) return (element) => valuesEqual(element, operand);
  const { matches } = parseFilter(operand);
  return (element) => isDoc(element) && matches(element);
}
