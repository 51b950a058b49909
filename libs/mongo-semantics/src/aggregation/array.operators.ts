import { int32, isDoc, isNumeric, typeName, type Doc, type Value } from '../bson/bson-value';
import { integerOperand, toDouble } from '../bson/value-arithmetic';
import { compareValues } from '../bson/value-comparator';
import { MongoError } from '../mongo-error';
import { compareSortKeys, parseSort, sortKey } from '../query/sort-order';
import { isNullish } from './arithmetic.operators';
import {
  assertArguments,
  binary,
  isTruthy,
  namedArguments,
  operandsOf,
  unary,
  variadic,
  type Evaluate,
  type ExpressionOperator,
  type OperatorTable,
  type Scope,
} from './expression-scope';
import { assertVariableName, compareOptional } from './logic.operators';
import { setKey } from './value-set';

function whole(value: Value, code: number, message: string): number {
  const number = integerOperand(value);
  if (number === null) throw new MongoError(code, message);
  return number;
}

/** @throws MongoError with the code, whose message ends with the type that the value has instead */
function assertArray(
  value: Value | undefined,
  code: number,
  message: string,
): asserts value is Value[] {
  if (!Array.isArray(value)) throw new MongoError(code, `${message}${typeName(value)}`);
}

const arrayElemAt = binary((array, index) => {
  if (isNullish(array) || isNullish(index)) return null;
  assertArray(array, 28689, "$arrayElemAt's first argument must be an array, but is ");
  if (!isNumeric(index!))
    throw new MongoError(
      28690,
      `$arrayElemAt's second argument must be a numeric value, but is ${typeName(index)}`,
    );
  const at = whole(
    index,
    28691,
    `$arrayElemAt's second argument must be representable as a 32-bit integer: ${String(index)}`,
  );
  return array[at < 0 ? array.length + at : at];
});

function edge(first: boolean): ExpressionOperator {
  return unary((value, name) => {
    if (isNullish(value)) return null;
    assertArray(value, 28689, `${name}'s argument must be an array, but is `);
    return first ? value[0] : value[value.length - 1];
  });
}

const concatArrays = variadic((values) => {
  const result: Value[] = [];
  for (const value of values) {
    if (isNullish(value)) return null;
    assertArray(value, 28664, '$concatArrays only supports arrays, not ');
    result.push(...value);
  }
  return result;
});

/** A scope of its own, whose variables may be set again and again. */
function inner(scope: Scope): { scope: Scope; set(name: string, value: Value | undefined): void } {
  const variables = new Map(scope.variables);
  return {
    scope: { root: scope.root, current: scope.current, variables },
    set: (name, value) => variables.set(name, value),
  };
}

const filter: ExpressionOperator = (operand, context) => {
  const given = assertArguments(
    operand,
    '$filter',
    ['input', 'as', 'cond', 'limit'],
    ['input', 'cond'],
    { shape: 28646, unknown: 28647, missing: 28648 },
  );
  const input = context.compile(given.get('input')!);
  const name = given.has('as') ? String(given.get('as')) : 'this';
  assertVariableName(name);
  const condition = context.compile(given.get('cond')!, [name]);
  const limit = given.has('limit') ? context.compile(given.get('limit')!) : null;
  return (scope) => {
    const array = input(scope);
    if (isNullish(array)) return null;
    assertArray(array, 28651, 'input to $filter must be an array not ');
    let most = Infinity;
    const limited = limit?.(scope);
    if (limit && !isNullish(limited)) {
      most = whole(
        limited!,
        327391,
        `$filter: limit must be represented as a 32-bit integral value: ${String(limited)}`,
      );
      if (most < 1) throw new MongoError(327392, `$filter: limit must be greater than 0: ${most}`);
    }
    const at = inner(scope);
    const result: Value[] = [];
    for (const element of array) {
      if (result.length >= most) break;
      at.set(name, element);
      if (isTruthy(condition(at.scope))) result.push(element);
    }
    return result;
  };
};

const map: ExpressionOperator = (operand, context) => {
  const given = assertArguments(operand, '$map', ['input', 'as', 'in'], ['input', 'in'], {
    shape: 16878,
    unknown: 16879,
    missing: 16880,
  });
  const input = context.compile(given.get('input')!);
  const name = given.has('as') ? String(given.get('as')) : 'this';
  assertVariableName(name);
  const body = context.compile(given.get('in')!, [name]);
  return (scope) => {
    const array = input(scope);
    if (isNullish(array)) return null;
    assertArray(array, 16883, 'input to $map must be an array not ');
    const at = inner(scope);
    return array.map((element) => {
      at.set(name, element);
      return body(at.scope) ?? null;
    });
  };
};

const reduce: ExpressionOperator = (operand, context) => {
  const given = assertArguments(operand, '$reduce', ['input', 'initialValue', 'in'], [], {
    shape: 40075,
    unknown: 40076,
    missing: 40077,
  });
  if (!given.has('input')) throw new MongoError(40077, "$reduce requires 'input' to be specified");
  if (!given.has('initialValue'))
    throw new MongoError(40078, "$reduce requires 'initialValue' to be specified");
  if (!given.has('in')) throw new MongoError(40079, "$reduce requires 'in' to be specified");
  const input = context.compile(given.get('input')!);
  const initial = context.compile(given.get('initialValue')!);
  const body = context.compile(given.get('in')!, ['value', 'this']);
  return (scope) => {
    const array = input(scope);
    if (isNullish(array)) return null;
    assertArray(array, 40080, "$reduce requires that 'input' be an array, found: ");
    let value = initial(scope);
    const at = inner(scope);
    for (const element of array) {
      at.set('value', value);
      at.set('this', element);
      value = body(at.scope);
    }
    return value;
  };
};

const indexOfArray: ExpressionOperator = (operand, context, name) => {
  const parts = operandsOf(operand, context, name, 2, 4);
  return (scope) => {
    const array = parts[0]!(scope);
    if (isNullish(array)) return null;
    assertArray(array, 40090, '$indexOfArray requires an array as a first argument, found: ');
    const wanted = parts[1]!(scope);
    const bound = (evaluate: Evaluate | undefined, otherwise: number, which: string): number => {
      if (!evaluate) return otherwise;
      const value = evaluate(scope);
      const number = value === undefined ? null : integerOperand(value);
      if (number === null)
        throw new MongoError(
          40096,
          `$indexOfArray requires an integral ${which} index, found a value of type: ${typeName(value)}`,
        );
      if (number < 0)
        throw new MongoError(
          40097,
          `$indexOfArray requires a nonnegative ${which} index, found: ${number}`,
        );
      return number;
    };
    const start = bound(parts[2], 0, 'starting');
    const end = Math.min(bound(parts[3], array.length, 'ending'), array.length);
    for (let i = start; i < end; i++) if (compareOptional(array[i], wanted) === 0) return int32(i);
    return int32(-1);
  };
};

const inOperator = binary((value, array) => {
  assertArray(array, 40081, '$in requires an array as a second argument, found: ');
  return array.some((element) => compareOptional(element, value) === 0);
});

const slice: ExpressionOperator = (operand, context, name) => {
  const parts = operandsOf(operand, context, name, 2, 3);
  return (scope) => {
    const array = parts[0]!(scope);
    const second = parts[1]!(scope);
    const third = parts[2] ? parts[2](scope) : undefined;
    if (isNullish(array) || isNullish(second) || (parts[2] && isNullish(third))) return null;
    assertArray(array, 28724, 'First argument to $slice must be an array, but is of type: ');
    if (!isNumeric(second!))
      throw new MongoError(
        28725,
        `Second argument to $slice must be a numeric value, but is of type: ${typeName(second)}`,
      );
    const first = whole(
      second,
      28726,
      `Second argument to $slice can't be represented as a 32-bit integer: ${String(second)}`,
    );
    if (!parts[2]) return first >= 0 ? array.slice(0, first) : array.slice(first);
    if (!isNumeric(third!))
      throw new MongoError(
        28727,
        `Third argument to $slice must be numeric, but is of type: ${typeName(third)}`,
      );
    const count = whole(
      third,
      28728,
      `Third argument to $slice can't be represented as a 32-bit integer: ${String(third)}`,
    );
    if (count <= 0)
      throw new MongoError(28729, `Third argument to $slice must be positive: ${count}`);
    const from = first < 0 ? Math.max(0, array.length + first) : first;
    return array.slice(from, from + count);
  };
};

const range: ExpressionOperator = (operand, context, name) => {
  const parts = operandsOf(operand, context, name, 2, 3);
  return (scope) => {
    const number = (evaluate: Evaluate, code: number, which: string): number => {
      const value = evaluate(scope);
      if (value === undefined || !isNumeric(value))
        throw new MongoError(
          code,
          `$range requires a numeric ${which} value, found value of type: ${typeName(value)}`,
        );
      return whole(
        value,
        code + 1,
        `$range requires a ${which} value that can be represented as a 32-bit integer, found value: ${String(value)}`,
      );
    };
    const start = number(parts[0]!, 34443, 'starting');
    const end = number(parts[1]!, 34445, 'ending');
    const step = parts[2] ? number(parts[2], 34447, 'step') : 1;
    if (step === 0) throw new MongoError(34449, '$range requires a non-zero step value');
    if (Math.abs((end - start) / step) > 6_000_000)
      throw new MongoError(146, '$range would use too much memory');
    const result: Value[] = [];
    for (let i = start; step > 0 ? i < end : i > end; i += step) result.push(int32(i));
    return result;
  };
};

const zip: ExpressionOperator = (operand, context) => {
  if (!isDoc(operand))
    throw new MongoError(
      34460,
      `$zip only supports an object as an argument, found ${typeName(operand)}`,
    );
  for (const key of operand.keys()) {
    if (!['inputs', 'useLongestLength', 'defaults'].includes(key))
      throw new MongoError(34464, `$zip found an unknown argument: ${key}`);
  }
  const inputs = operand.get('inputs');
  if (inputs === undefined) throw new MongoError(34465, '$zip requires at least one input array');
  assertArray(inputs, 34461, 'inputs must be an array of expressions, found ');
  if (inputs.length === 0) throw new MongoError(34465, '$zip requires at least one input array');
  const longest = operand.get('useLongestLength') ?? false;
  if (typeof longest !== 'boolean')
    throw new MongoError(34463, `useLongestLength must be a bool, found ${typeName(longest)}`);
  const defaults = operand.get('defaults');
  if (defaults !== undefined && !Array.isArray(defaults))
    throw new MongoError(
      34462,
      `defaults must be an array of expressions, found ${typeName(defaults)}`,
    );
  if (defaults && !longest)
    throw new MongoError(34466, 'cannot specify defaults unless useLongestLength is true');
  if (defaults && defaults.length !== inputs.length)
    throw new MongoError(34467, 'defaults and inputs must have the same length');
  const arrays = inputs.map((input) => context.compile(input));
  const fill = defaults?.map((value) => context.compile(value));
  return (scope) => {
    const values = arrays.map((evaluate) => evaluate(scope));
    for (const value of values) {
      if (isNullish(value)) return null;
      assertArray(value, 34468, '$zip found a non-array expression in input: ');
    }
    const lists = values as Value[][];
    const lengths = lists.map((list) => list.length);
    const length = longest ? Math.max(...lengths) : Math.min(...lengths);
    return Array.from({ length }, (_, i) =>
      lists.map((list, at) => list[i] ?? fill?.[at]?.(scope) ?? null),
    );
  };
};

const sortArray: ExpressionOperator = (operand, context) => {
  const given = assertArguments(operand, '$sortArray', ['input', 'sortBy'], ['input', 'sortBy'], {
    shape: 2942500,
    unknown: 2942501,
    missing: 2942502,
  });
  const input = context.compile(given.get('input')!);
  const sortBy = given.get('sortBy')!;
  let compare: (a: Value, b: Value) => number;
  if (isDoc(sortBy)) {
    const fields = parseSort(sortBy);
    compare = (a, b) =>
      compareSortKeys(
        isDoc(a) ? sortKey(a, fields) : fields.map(() => null),
        isDoc(b) ? sortKey(b, fields) : fields.map(() => null),
        fields,
      );
  } else {
    const direction = isNumeric(sortBy) ? toDouble(sortBy) : NaN;
    if (direction !== 1 && direction !== -1)
      throw new MongoError(2942507, 'The $sort element value must be either 1 or -1');
    compare = (a, b) => compareValues(a, b) * direction;
  }
  return (scope) => {
    const array = input(scope);
    if (isNullish(array)) return null;
    assertArray(
      array,
      2942504,
      'The input argument to $sortArray must be an array, but was of type: ',
    );
    return [...array].sort(compare);
  };
};

/** `$firstN`, `$lastN`, `$minN` and `$maxN` of an array. */
function someOf(pick: (array: Value[], n: number) => Value[]): ExpressionOperator {
  return (operand, context, name) => {
    const given = namedArguments(operand, context, name, ['n', 'input'], ['n', 'input'], {
      shape: 5787801,
      unknown: 5787901,
      missing: 5787906,
    });
    return (scope) => {
      const count = given['n']!(scope);
      const n = count === undefined ? null : integerOperand(count);
      if (n === null)
        throw new MongoError(
          5787902,
          `Value for 'n' must be of integral type, but found ${typeName(count)}`,
        );
      if (n <= 0) throw new MongoError(5787908, `'n' must be greater than 0, found ${n}`);
      const array = given['input']!(scope);
      assertArray(array, 5788200, 'Input must be an array, found ');
      return pick(array, n);
    };
  };
}

const objectToArray = unary((value) => {
  if (isNullish(value)) return null;
  if (!isDoc(value))
    throw new MongoError(
      40390,
      `$objectToArray requires a document input, found: ${typeName(value)}`,
    );
  return [...value].map(
    ([k, v]) =>
      new Map<string, Value>([
        ['k', k],
        ['v', v],
      ]),
  );
});

const arrayToObject = unary((value) => {
  if (isNullish(value)) return null;
  assertArray(value, 40386, '$arrayToObject requires an array input, found: ');
  const result: Doc = new Map();
  const form = typeName(value[0]);
  if (value.length > 0 && form !== 'array' && form !== 'object')
    throw new MongoError(40398, `Unrecognised input type format for $arrayToObject: ${form}`);
  for (const element of value) {
    const found = typeName(element);
    if (found !== form)
      throw new MongoError(
        form === 'array' ? 40396 : 40391,
        `$arrayToObject requires a consistent input format. Elements must all be arrays or all be objects. ${form === 'array' ? 'Array' : 'Object'} was detected, now found: ${found}`,
      );
    if (Array.isArray(element)) {
      if (element.length !== 2)
        throw new MongoError(
          40397,
          `$arrayToObject requires an array of size 2 arrays,found array of size: ${element.length}`,
        );
      const [key, item] = element;
      if (typeof key !== 'string')
        throw new MongoError(
          40395,
          `$arrayToObject requires an array of key-value pairs, where the key must be of type string. Found key type: ${typeName(key)}`,
        );
      assertKey(key);
      result.set(key, item!);
    } else {
      const { size } = element as Doc;
      if (size !== 2)
        throw new MongoError(
          40392,
          `$arrayToObject requires an object keys of 'k' and 'v'. Found incorrect number of keys:${size}`,
        );
      const key = (element as Doc).get('k');
      const item = (element as Doc).get('v');
      if (key === undefined || item === undefined)
        throw new MongoError(
          40393,
          `$arrayToObject requires an object with keys 'k' and 'v'. Missing either or both keys from: object`,
        );
      if (typeof key !== 'string')
        throw new MongoError(
          40394,
          `$arrayToObject requires an object with keys 'k' and 'v', where the value of 'k' must be of type string. Found type: ${typeName(key)}`,
        );
      assertKey(key);
      result.set(key, item);
    }
  }
  return result;
});

function assertKey(key: string): void {
  if (key.includes('\0'))
    throw new MongoError(4940400, 'Key field cannot contain an embedded null byte');
}

function assertArrays(
  values: readonly (Value | undefined)[],
  name: string,
  code: number,
): Value[][] | null {
  for (const value of values) {
    if (isNullish(value)) return null;
    assertArray(value, code, `All operands of ${name} must be arrays. One argument is of type: `);
  }
  return values as Value[][];
}

function distinct(values: Iterable<Value>): Map<string, Value> {
  const result = new Map<string, Value>();
  for (const value of values) {
    const key = setKey(value);
    if (!result.has(key)) result.set(key, value);
  }
  return result;
}

function inOrder(set: Map<string, Value>): Value[] {
  return [...set.values()].sort((a, b) => compareValues(a, b));
}

const setUnion = variadic((values, name) => {
  const arrays = assertArrays(values, name, 17043);
  return arrays && inOrder(distinct(arrays.flat(1)));
});

const setIntersection = variadic((values, name) => {
  const arrays = assertArrays(values, name, 17047);
  if (!arrays) return null;
  if (arrays.length === 0) return [];
  let result = distinct(arrays[0]!);
  for (const array of arrays.slice(1)) {
    const other = distinct(array);
    result = new Map([...result].filter(([key]) => other.has(key)));
  }
  return inOrder(result);
});

const setDifference = binary((a, b) => {
  if (isNullish(a) || isNullish(b)) return null;
  assertArray(
    a,
    17048,
    'both operands of $setDifference must be arrays. First argument is of type: ',
  );
  assertArray(
    b,
    17049,
    'both operands of $setDifference must be arrays. Second argument is of type: ',
  );
  const other = distinct(b);
  return [...distinct(a)].filter(([key]) => !other.has(key)).map(([, value]) => value);
});

const setEquals: ExpressionOperator = (operand, context, name) => {
  const list = Array.isArray(operand) ? operand : [operand];
  if (list.length < 2)
    throw new MongoError(17045, `$setEquals needs at least two arguments had: ${list.length}`);
  return variadic((values) => {
    const sets = values.map((value) => {
      assertArray(
        value,
        17044,
        'All operands of $setEquals must be arrays. One argument is of type: ',
      );
      return distinct(value);
    });
    return sets.every(
      (set) => set.size === sets[0]!.size && [...set.keys()].every((key) => sets[0]!.has(key)),
    );
  })(operand, context, name);
};

const setIsSubset = binary((a, b) => {
  assertArray(
    a,
    17046,
    'both operands of $setIsSubset must be arrays. First argument is of type: ',
  );
  assertArray(
    b,
    17042,
    'both operands of $setIsSubset must be arrays. Second argument is of type: ',
  );
  const other = distinct(b);
  return a.every((value) => other.has(setKey(value)));
});

function elements(
  name: string,
  code: number,
  run: (array: Value[]) => boolean,
): ExpressionOperator {
  return unary((value) => {
    assertArray(value, code, `${name}'s argument must be an array, but is `);
    return run(value);
  });
}

export const ARRAY_OPERATORS: OperatorTable = {
  $arrayElemAt: arrayElemAt,
  $arrayToObject: arrayToObject,
  $objectToArray: objectToArray,
  $concatArrays: concatArrays,
  $filter: filter,
  $map: map,
  $reduce: reduce,
  $in: inOperator,
  $indexOfArray: indexOfArray,
  $isArray: unary((value) => Array.isArray(value)),
  $range: range,
  $reverseArray: unary((value) => {
    if (isNullish(value)) return null;
    assertArray(value, 34435, 'The argument to $reverseArray must be an array, but was of type: ');
    return [...value].reverse();
  }),
  $size: unary((value) => {
    assertArray(value, 17124, 'The argument to $size must be an array, but was of type: ');
    return int32(value.length);
  }),
  $slice: slice,
  $sortArray: sortArray,
  $zip: zip,
  $firstN: someOf((array, n) => array.slice(0, n)),
  $lastN: someOf((array, n) => array.slice(-n)),
  $minN: someOf((array, n) =>
    array
      .filter((value) => !isNullish(value))
      .sort((a, b) => compareValues(a, b))
      .slice(0, n),
  ),
  $maxN: someOf((array, n) =>
    array
      .filter((value) => !isNullish(value))
      .sort((a, b) => compareValues(b, a))
      .slice(0, n),
  ),
  $setUnion: setUnion,
  $setIntersection: setIntersection,
  $setDifference: setDifference,
  $setEquals: setEquals,
  $setIsSubset: setIsSubset,
  $allElementsTrue: elements('$allElementsTrue', 17040, (array) =>
    array.every((value) => isTruthy(value)),
  ),
  $anyElementTrue: elements('$anyElementTrue', 17041, (array) =>
    array.some((value) => isTruthy(value)),
  ),
};

export const EDGE_OF_ARRAY = { $first: edge(true), $last: edge(false) };
