import { isDoc, isNumeric, typeName, type Doc, type Value } from '../bson/bson-value';
import { addNumbers, integerOperand } from '../bson/value-arithmetic';
import { compareValues, valuesEqual, valuesIdentical } from '../bson/value-comparator';
import { badValue, failedToParse, MongoError, typeMismatch } from '../mongo-error';
import { parseFilter } from '../query/filter-compiler';
import { showDocument, showValue } from '../query/shell-text';
import { unchanged, type Change, type OnTheWay } from './update-path';

interface CompiledOperator {
  /** @param document the whole document, for error texts */
  readonly change: (old: Value | undefined, path: string, document: Doc) => ReturnType<Change>;
  /** Whether missing documents on the path are created. */
  readonly onTheWay: OnTheWay;
}

type OperatorCompiler = (path: string, operand: Value) => CompiledOperator;

/** Compiles one operator of an update. @throws MongoError 9 for one that is not supported, and for its operand */
export function compileOperator(operator: string, path: string, operand: Value): CompiledOperator {
  return assertOperator(operator)(path, operand);
}

/** @throws MongoError 9 */
export function assertOperator(operator: string): OperatorCompiler {
  const compile = UPDATE_OPERATORS.get(operator);
  if (compile) return compile;
  throw failedToParse(
    `Unknown modifier: ${operator}. Expected a valid update modifier or pipeline-style update specified as an array`,
  );
}

export const UPDATE_OPERATORS: ReadonlyMap<string, OperatorCompiler> = new Map<
  string,
  OperatorCompiler
>([
  ['$set', set],
  ['$setOnInsert', set],
  ['$unset', unset],
  ['$inc', increment],
  ['$min', extreme(-1)],
  ['$max', extreme(1)],
  ['$push', push],
  ['$addToSet', addToSet],
  ['$pull', pull],
]);

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

function extreme(sign: 1 | -1): OperatorCompiler {
  return (_path, operand) => ({
    onTheWay: 'create',
    change: (old) =>
      old === undefined || compareValues(operand, old) * sign > 0 ? operand : unchanged,
  });
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
      if (name === '$each') values = arrayOf(value, '$push');
      else if (name === '$slice') {
        slice = integerOperand(value);
        if (slice === null)
          throw badValue(
            `The value for $slice must be an integer value but was given type: ${typeName(value)}`,
          );
      } else if (name === '$sort' || name === '$position')
        throw new MongoError(115, `${name} in $push is not supported`);
      else throw badValue(`Unrecognized clause in $push: ${name}`);
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

function arrayOf(each: Value, operator: string): readonly Value[] {
  if (Array.isArray(each)) return each;
  throw badValue(
    `The argument to $each in ${operator} must be an array but it was of type: ${typeName(each)}`,
  );
}

function addToSet(_path: string, operand: Value): CompiledOperator {
  let values: readonly Value[] = [operand];
  if (isDoc(operand) && operand.has('$each')) {
    if (operand.size > 1)
      throw badValue(`Found unexpected fields after $each in $addToSet: ${showDocument(operand)}`);
    values = arrayOf(operand.get('$each')!, '$addToSet');
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
  if (
    typeName(operand) === 'regex' ||
    (first?.startsWith('$') && !/^\$(?:and|or|nor)$/.test(first))
  ) {
    const { matches } = parseFilter(new Map([['e', operand]]));
    return (element) => matches(new Map([['e', element]]));
  }
  if (!isDoc(operand)) return (element) => valuesEqual(element, operand);
  const { matches } = parseFilter(operand);
  return (element) => isDoc(element) && matches(element);
}
