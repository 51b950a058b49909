import { int32, isDoc, type Value } from '../bson/bson-value';
import { compareValues, typeClass } from '../bson/value-comparator';
import { MongoError } from '../mongo-error';
import { isNullish } from './arithmetic.operators';
import {
  binary,
  isTruthy,
  operandsOf,
  unary,
  type Evaluate,
  type ExpressionOperator,
  type OperatorTable,
} from './expression-scope';

/** Order of values in expressions: a missing one comes before everything but MinKey. */
export function compareOptional(a: Value | undefined, b: Value | undefined): number {
  if (a === undefined || b === undefined) {
    if (a === b) return 0;
    const present = (a === undefined ? b : a) as Value | null;
    const presentIsFirst = present !== null && typeClass(present) < 0x10;
    return (a === undefined) !== presentIsFirst ? -1 : 1;
  }
  return compareValues(a, b);
}

function comparing(accepts: (order: number) => boolean): ExpressionOperator {
  return binary((a, b) => accepts(compareOptional(a, b)));
}

const cond: ExpressionOperator = (operand, context, name) => {
  let parts: Evaluate[];
  if (isDoc(operand)) {
    const named = new Map<string, Evaluate>();
    for (const [key, value] of operand) {
      if (!['if', 'then', 'else'].includes(key))
        throw new MongoError(17083, `Unrecognized parameter to $cond: ${key}`);
      named.set(key, context.compile(value));
    }
    const missing = ['if', 'then', 'else'].find((key) => !named.has(key));
    if (missing)
      throw new MongoError(
        missing === 'if' ? 17080 : missing === 'then' ? 17081 : 17082,
        `Missing '${missing}' parameter to $cond`,
      );
    parts = ['if', 'then', 'else'].map((key) => named.get(key)!);
  } else parts = operandsOf(operand, context, name, 3);
  const [condition, yes, no] = parts as [Evaluate, Evaluate, Evaluate];
  return (scope) => (isTruthy(condition(scope)) ? yes(scope) : no(scope));
};

const switchOperator: ExpressionOperator = (operand, context) => {
  if (!isDoc(operand))
    throw new MongoError(
      40060,
      `$switch requires an object as an argument, found: ${typeof operand}`,
    );
  const branches: [Evaluate, Evaluate][] = [];
  let otherwise: Evaluate | null = null;
  for (const [key, value] of operand) {
    if (key === 'branches') {
      if (!Array.isArray(value))
        throw new MongoError(40061, "$switch expected an array for 'branches', found: object");
      for (const branch of value) {
        if (!isDoc(branch))
          throw new MongoError(40062, '$switch expected each branch to be an object');
        for (const name of branch.keys()) {
          if (name !== 'case' && name !== 'then')
            throw new MongoError(40063, `$switch found an unknown argument to a branch: ${name}`);
        }
        if (!branch.has('case'))
          throw new MongoError(40064, "$switch requires each branch have a 'case' expression");
        if (!branch.has('then'))
          throw new MongoError(40065, "$switch requires each branch have a 'then' expression.");
        branches.push([context.compile(branch.get('case')!), context.compile(branch.get('then')!)]);
      }
    } else if (key === 'default') otherwise = context.compile(value);
    else throw new MongoError(40067, `$switch found an unknown argument: ${key}`);
  }
  if (branches.length === 0) throw new MongoError(40068, '$switch requires at least one branch.');
  return (scope) => {
    for (const [condition, result] of branches)
      if (isTruthy(condition(scope))) return result(scope);
    if (!otherwise)
      throw new MongoError(
        40066,
        '$switch could not find a matching branch for an input, and no default was specified.',
      );
    return otherwise(scope);
  };
};

const letOperator: ExpressionOperator = (operand, context) => {
  if (!isDoc(operand)) throw new MongoError(16874, '$let only supports an object as its argument');
  for (const key of operand.keys()) {
    if (key !== 'vars' && key !== 'in')
      throw new MongoError(16875, `Unrecognized parameter to $let: ${key}`);
  }
  const vars = operand.get('vars');
  const inside = operand.get('in');
  if (vars === undefined) throw new MongoError(16876, "Missing 'vars' parameter to $let");
  if (inside === undefined) throw new MongoError(16877, "Missing 'in' parameter to $let");
  if (!isDoc(vars)) throw new MongoError(10065, 'invalid parameter: expected an object (vars)');
  const computed: [string, Evaluate][] = [];
  for (const [name, value] of vars) {
    assertVariableName(name);
    computed.push([name, context.compile(value)]);
  }
  const body = context.compile(
    inside,
    computed.map(([name]) => name),
  );
  return (scope) => {
    const variables = new Map(scope.variables);
    for (const [name, evaluate] of computed) variables.set(name, evaluate(scope));
    const current = variables.has('CURRENT') ? (variables.get('CURRENT') ?? null) : scope.current;
    return body({ root: scope.root, current, variables });
  };
};

/** @throws MongoError 16866 and others for names that no user variable may have */
export function assertVariableName(name: string): void {
  if (name === '') throw new MongoError(16866, 'empty variable names are not allowed');
  if (name === 'CURRENT') return;
  if (!/^[a-z\x80-\uffff]/.test(name))
    throw new MongoError(9, `'${name}' starts with an invalid character for a user variable name`);
  if (!/^[\w\x80-\uffff]*$/.test(name))
    throw new MongoError(9, `'${name}' contains an invalid character for a variable name`);
}

const ifNull: ExpressionOperator = (operand, context, name) => {
  const list = Array.isArray(operand) ? operand : [operand];
  if (list.length < 2)
    throw new MongoError(1257300, `$ifNull needs at least two arguments, had: ${list.length}`);
  const parts = operandsOf(operand, context, name, 2, Infinity);
  return (scope) => {
    let value: Value | undefined;
    for (let i = 0; i < parts.length; i++) {
      value = parts[i]!(scope);
      if (!isNullish(value)) return value;
    }
    return value;
  };
};

export const LOGIC_OPERATORS: OperatorTable = {
  $and: (operand, context, name) => {
    const parts = operandsOf(operand, context, name, 0, Infinity);
    return (scope) => parts.every((part) => isTruthy(part(scope)));
  },
  $or: (operand, context, name) => {
    const parts = operandsOf(operand, context, name, 0, Infinity);
    return (scope) => parts.some((part) => isTruthy(part(scope)));
  },
  $not: unary((value) => !isTruthy(value)),
  $eq: comparing((order) => order === 0),
  $ne: comparing((order) => order !== 0),
  $gt: comparing((order) => order > 0),
  $gte: comparing((order) => order >= 0),
  $lt: comparing((order) => order < 0),
  $lte: comparing((order) => order <= 0),
  $cmp: binary((a, b) => int32(Math.sign(compareOptional(a, b)))),
  $cond: cond,
  $switch: switchOperator,
  $ifNull: ifNull,
  $let: letOperator,
  $literal: (operand) => () => operand,
  $const: (operand) => () => operand,
  $rand: (operand) => {
    const empty = isDoc(operand)
      ? operand.size === 0
      : Array.isArray(operand) && operand.length === 0;
    if (!empty) throw new MongoError(3040501, '$rand does not currently accept arguments');
    return () => Math.random();
  },
};
