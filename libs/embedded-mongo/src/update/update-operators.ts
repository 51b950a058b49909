import { isDoc, isNumeric, typeName, type Doc, type Value } from '../bson/bson-value';
import { addNumbers, integerOperand } from '../bson/value-arithmetic';
import { compareValues, valuesEqual, valuesIdentical } from '../bson/value-comparator';
import { badValue, typeMismatch } from '../mongo-error';
import { parseFilter } from '../query/filter-compiler';
import { showValue } from '../query/shell-text';
import { supported, type Names } from '../supported';
import { unchanged, type Change, type OnTheWay } from './update-path';

interface CompiledOperator {
  /** @param document the whole document, for error texts */
  readonly change: (old: Value | undefined, path: string, document: Doc) => ReturnType<Change>;
  /** Whether missing documents on the path are created. */
  readonly onTheWay: OnTheWay;
}

type OperatorCompiler = (path: string, operand: Value) => CompiledOperator;

/** Compiles one operator of an update. @throws MongoError of its operand */
export function compileOperator(
  operator: Names['update'],
  path: string,
  operand: Value,
): CompiledOperator {
  return UPDATE_OPERATORS[operator](path, operand);
}

const UPDATE_OPERATORS: { [name in Names['update']]: OperatorCompiler } = {
  $set: set,
  $setOnInsert: set,
  $unset: unset,
  $inc: increment,
  $max: max,
  $push: push,
  $pull: pull,
};

function same(old: Value | undefined, value: Value): Value | typeof unchanged {
  return old !== undefined && valuesIdentical(old, value) ? unchanged : value;
}

function idText(document: Doc): string {
  const id = document.get('_id');
  return id === undefined ? '{}' : `{_id: ${showValue(id)}}`;
}

function set(_path: string, operand: Value): CompiledOperator {
  return { onTheWay: 'create', change: (old) => same(old, operand) };
}

function unset(): CompiledOperator {
  return { onTheWay: 'leave', change: (old) => (old === undefined ? unchanged : undefined) };
}

function max(_path: string, operand: Value): CompiledOperator {
  return {
    onTheWay: 'create',
    change: (old) => (old === undefined || compareValues(operand, old) > 0 ? operand : unchanged),
  };
}

function increment(path: string, operand: Value): CompiledOperator {
  if (!isNumeric(operand))
    throw typeMismatch(
      `Cannot increment with non-numeric argument: {${path}: ${showValue(operand)}}`,
    );
  return {
    onTheWay: 'create',
    change: (old, at, document) => {
      if (old === undefined) return operand;
      if (!isNumeric(old)) {
        throw typeMismatch(
          `Cannot apply $inc to a value of non-numeric type. ${idText(document)} has the field '${at.split('.').pop()}' of non-numeric type ${typeName(old)}`,
        );
      }
      const result = addNumbers(old, operand);
      if (result === null) {
        throw badValue(
          `Failed to apply $inc operations to current value ((NumberLong)${showValue(old)}) for document ${idText(document)}`,
        );
      }
      return same(old, result);
    },
  };
}

function push(_path: string, operand: Value): CompiledOperator {
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
    change: (old, at, document) => {
      if (old !== undefined && !Array.isArray(old)) {
        throw badValue(
          `The field '${at}' must be an array but is of type ${typeName(old)} in document ${idText(document)}`,
        );
      }
      const array = [...(old ?? []), ...values];
      if (slice === null) return same(old, array);
      return same(old, slice < 0 ? array.slice(slice) : array.slice(0, slice));
    },
  };
}

function pull(_path: string, operand: Value): CompiledOperator {
  const unwanted = pullCondition(operand);
  return {
    onTheWay: 'expect',
    change: (old) => {
      if (old === undefined) return unchanged;
      if (!Array.isArray(old)) throw badValue('Cannot apply $pull to a non-array value');
      const kept = old.filter((element) => !unwanted(element));
      return kept.length === old.length ? unchanged : kept;
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
