import { BsonUndefined, isDoc, isNumeric, type Doc, type Value } from '../bson/bson-value';
import { toDouble } from '../bson/value-arithmetic';
import { MongoError } from '../mongo-error';

/** What an expression can see: the document and the variables. */
export interface Scope {
  readonly root: Value;
  readonly current: Value;
  readonly variables: ReadonlyMap<string, Value | undefined>;
}

/** Computes a value; undefined stands for a missing one. */
export type Evaluate = (scope: Scope) => Value | undefined;

export interface CompileContext {
  /** Compiles an inner expression, in which further variables may be known. */
  compile(expression: Value, extraVariables?: readonly string[]): Evaluate;
}

/** Compiles the operand of an operator. */
export type ExpressionOperator = (
  operand: Value,
  context: CompileContext,
  name: string,
) => Evaluate;

export type OperatorTable = { readonly [name: string]: ExpressionOperator };

const NO_VARIABLES: ReadonlyMap<string, Value | undefined> = new Map();

export function rootScope(
  document: Value,
  variables?: ReadonlyMap<string, Value | undefined>,
): Scope {
  return { root: document, current: document, variables: variables ?? NO_VARIABLES };
}

export function withVariable(scope: Scope, name: string, value: Value | undefined): Scope {
  const variables = new Map(scope.variables);
  variables.set(name, value);
  return { root: scope.root, current: scope.current, variables };
}

export function isTruthy(value: Value | undefined): boolean {
  if (value === undefined || value === null || value === false || value instanceof BsonUndefined)
    return false;
  return !(isNumeric(value) && toDouble(value) === 0);
}

/** The value at a path as expressions see it: an array on the way gives the array of what its documents hold. */
export function pathIn(
  value: Value | undefined,
  parts: readonly string[],
  from: number,
): Value | undefined {
  let at: Value | undefined = value;
  for (let i = from; i < parts.length; i++) {
    if (isDoc(at)) at = at.get(parts[i]!);
    else if (Array.isArray(at)) {
      const result: Value[] = [];
      for (const element of at) {
        if (!isDoc(element)) continue;
        const inner = pathIn(element, parts, i);
        if (inner !== undefined) result.push(inner);
      }
      return result;
    } else return undefined;
  }
  return at;
}

/** The operands of an operator, whose number must lie in a range. @throws MongoError 16020 or 28667 */
export function operandsOf(
  operand: Value,
  context: CompileContext,
  name: string,
  least: number,
  most = least,
): Evaluate[] {
  const list = Array.isArray(operand) ? operand : [operand];
  if (list.length < least || list.length > most) {
    if (least === most) {
      throw new MongoError(
        16020,
        `Expression ${name} takes exactly ${least} arguments. ${list.length} were passed in.`,
      );
    }
    throw new MongoError(
      28667,
      most === Infinity
        ? `Expression ${name} takes at least ${least} arguments, but ${list.length} were passed in.`
        : `Expression ${name} takes at least ${least} arguments, and at most ${most}, but ${list.length} were passed in.`,
    );
  }
  return list.map((item) => context.compile(item));
}

/** An operator of one operand. */
export function unary(
  run: (value: Value | undefined, name: string) => Value | undefined,
): ExpressionOperator {
  return (operand, context, name) => {
    const [argument] = operandsOf(operand, context, name, 1);
    return (scope) => run(argument!(scope), name);
  };
}

/** An operator of two operands. */
export function binary(
  run: (a: Value | undefined, b: Value | undefined, name: string) => Value | undefined,
): ExpressionOperator {
  return (operand, context, name) => {
    const [first, second] = operandsOf(operand, context, name, 2);
    return (scope) => run(first!(scope), second!(scope), name);
  };
}

/** An operator of any number of operands, all computed. */
export function variadic(
  run: (values: (Value | undefined)[], name: string) => Value | undefined,
): ExpressionOperator {
  return (operand, context, name) => {
    const list = operandsOf(operand, context, name, 0, Infinity);
    return (scope) =>
      run(
        list.map((argument) => argument(scope)),
        name,
      );
  };
}

/** MongoDB's codes for arguments that are no object, for one that is not known and for one that lacks. */
interface ArgumentCodes {
  readonly shape: number;
  readonly unknown: number;
  readonly missing: number;
}

/** The operand of an operator with named arguments. @throws MongoError with one of the codes */
export function assertArguments(
  operand: Value,
  name: string,
  allowed: readonly string[],
  required: readonly string[],
  codes: ArgumentCodes,
): Doc {
  if (!isDoc(operand))
    throw new MongoError(codes.shape, `${name} only supports an object as its argument`);
  for (const argument of operand.keys()) {
    if (!allowed.includes(argument))
      throw new MongoError(codes.unknown, `Unrecognized argument to ${name}: ${argument}`);
  }
  for (const argument of required) {
    if (!operand.has(argument))
      throw new MongoError(codes.missing, `Missing '${argument}' parameter to ${name}`);
  }
  return operand;
}

/** As {@link assertArguments}, with each argument compiled. */
export function namedArguments(
  operand: Value,
  context: CompileContext,
  name: string,
  allowed: readonly string[],
  required: readonly string[],
  codes: ArgumentCodes,
): { [argument: string]: Evaluate | undefined } {
  const given = assertArguments(operand, name, allowed, required, codes);
  return Object.fromEntries(
    [...given].map(([argument, value]) => [argument, context.compile(value)]),
  );
}

export type Fields = Doc;
