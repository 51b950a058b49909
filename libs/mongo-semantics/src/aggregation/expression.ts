import { isDoc, type Doc, type Value } from '../bson/bson-value';
import { MongoError } from '../mongo-error';
import { ACCUMULATOR_EXPRESSIONS } from './accumulator.operators';
import { ARITHMETIC_OPERATORS } from './arithmetic.operators';
import { ARRAY_OPERATORS } from './array.operators';
import { DATE_OPERATORS } from './date.operators';
import {
  pathIn,
  type CompileContext,
  type Evaluate,
  type ExpressionOperator,
  type OperatorTable,
} from './expression-scope';
import { LOGIC_OPERATORS } from './logic.operators';
import { OBJECT_OPERATORS } from './object.operators';
import { STRING_OPERATORS } from './string.operators';
import { TYPE_OPERATORS } from './type.operators';

export { isTruthy, pathIn, rootScope, type Evaluate, type Scope } from './expression-scope';

const OPERATORS = new Map<string, ExpressionOperator>(
  (
    [
      ARITHMETIC_OPERATORS,
      ARRAY_OPERATORS,
      DATE_OPERATORS,
      LOGIC_OPERATORS,
      OBJECT_OPERATORS,
      STRING_OPERATORS,
      TYPE_OPERATORS,
      ACCUMULATOR_EXPRESSIONS,
    ] as OperatorTable[]
  ).flatMap((table) => Object.entries(table)),
);

/** All operators of expressions. */
export const OPERATOR_NAMES: readonly string[] = [...OPERATORS.keys()];

const SYSTEM_VARIABLES = new Set([
  'ROOT',
  'CURRENT',
  'NOW',
  'CLUSTER_TIME',
  'REMOVE',
  'DESCEND',
  'PRUNE',
  'KEEP',
]);
const MAX_EXPRESSION_DEPTH = 100;

/**
 * Compiles an aggregation expression.
 * @param variables names that are defined besides MongoDB's own
 * @throws MongoError 168 for an unknown operator, 17276 for an undefined variable, and others
 */
export function compileExpression(expression: Value, variables: Iterable<string> = []): Evaluate {
  return compileIn(expression, new Set(variables), 0);
}

function compileIn(expression: Value, variables: ReadonlySet<string>, depth: number): Evaluate {
  if (depth > MAX_EXPRESSION_DEPTH) throw new MongoError(15, 'expression is nested too deeply');
  if (typeof expression === 'string') {
    return expression.startsWith('$') ? compileReference(expression, variables) : () => expression;
  }
  if (Array.isArray(expression)) {
    const items = expression.map((item) => compileIn(item, variables, depth + 1));
    return (scope) => items.map((item) => item(scope) ?? null);
  }
  if (!isDoc(expression)) return () => expression;
  const first = expression.keys().next().value;
  if (first === undefined) return () => expression;
  if (first.startsWith('$')) return compileOperator(first, expression, variables, depth);
  return compileObject(expression, variables, depth);
}

function compileOperator(
  first: string,
  expression: Doc,
  variables: ReadonlySet<string>,
  depth: number,
): Evaluate {
  if (expression.size > 1) {
    throw new MongoError(
      15983,
      `an expression specification must contain exactly one field, the name of the expression. Found ${expression.size} fields in { ${[...expression.keys()].join(', ')} }`,
    );
  }
  const operator = OPERATORS.get(first);
  if (!operator) {
    if (first === '$function' || first === '$accumulator' || first === '$meta')
      throw new MongoError(115, `${first} is not supported`);
    throw new MongoError(168, `Unrecognized expression '${first}'`);
  }
  const context: CompileContext = {
    compile: (inner, extra) =>
      compileIn(inner, extra ? new Set([...variables, ...extra]) : variables, depth + 1),
  };
  return operator(expression.get(first)!, context, first);
}

function compileObject(expression: Doc, variables: ReadonlySet<string>, depth: number): Evaluate {
  const fields: [string, Evaluate][] = [];
  for (const [name, value] of expression) {
    if (name === '') throw new MongoError(15998, 'FieldPath field names may not be empty strings.');
    if (name.startsWith('$'))
      throw new MongoError(
        16410,
        `FieldPath field names may not start with '$'. Consider using $getField or $setField.`,
      );
    if (name.includes('.'))
      throw new MongoError(
        16412,
        `FieldPath field names may not contain '.'. Consider using $getField or $setField.`,
      );
    fields.push([name, compileIn(value, variables, depth + 1)]);
  }
  return (scope) => {
    const result: Doc = new Map();
    for (const [name, evaluate] of fields) {
      const value = evaluate(scope);
      if (value !== undefined) result.set(name, value);
    }
    return result;
  };
}

function compileReference(text: string, variables: ReadonlySet<string>): Evaluate {
  if (text.startsWith('$$')) {
    const parts = text.slice(2).split('.');
    const name = parts.shift()!;
    if (name === '') throw new MongoError(9, 'empty variable names are not allowed');
    assertParts(parts);
    if (variables.has(name)) return (scope) => pathIn(scope.variables.get(name), parts, 0);
    if (!SYSTEM_VARIABLES.has(name)) {
      if (!/^[a-zA-Z_\x80-\uffff][\w\x80-\uffff]*$/.test(name))
        throw new MongoError(
          9,
          `'${name}' contains an invalid character for a variable name: '${name}'`,
        );
      throw new MongoError(17276, `Use of undefined variable: ${name}`);
    }
    return systemVariable(name, parts);
  }
  const path = text.slice(1);
  if (path === '') throw new MongoError(16872, "'$' by itself is not a valid FieldPath");
  if (path.endsWith('.')) throw new MongoError(40353, "FieldPath must not end with a '.'.");
  const parts = path.split('.');
  assertParts(parts);
  if (parts.length === 1) {
    const only = parts[0]!;
    return (scope) =>
      scope.current instanceof Map ? scope.current.get(only) : pathIn(scope.current, parts, 0);
  }
  return (scope) => pathIn(scope.current, parts, 0);
}

function assertParts(parts: readonly string[]): void {
  for (const part of parts) {
    if (part === '') throw new MongoError(15998, 'FieldPath field names may not be empty strings.');
    if (part.startsWith('$'))
      throw new MongoError(
        16410,
        `FieldPath field names may not start with '$'. Consider using $getField or $setField.`,
      );
    if (part.includes('\0'))
      throw new MongoError(16411, 'FieldPath field names may not contain null bytes.');
  }
}

function systemVariable(name: string, parts: readonly string[]): Evaluate {
  switch (name) {
    case 'ROOT':
      return (scope) => pathIn(scope.root, parts, 0);
    case 'CURRENT':
      return (scope) => pathIn(scope.current, parts, 0);
    case 'REMOVE':
      return () => undefined;
    case 'NOW':
      return (scope) => scope.variables.get('NOW') ?? new Date();
    case 'CLUSTER_TIME':
      throw new MongoError(51144, "Builtin variable '$$CLUSTER_TIME' is not available");
    default:
      return () => name.toLowerCase();
  }
}
