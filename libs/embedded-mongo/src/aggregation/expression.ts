import { BsonUndefined, isDoc, isNumeric, type Doc, type Value } from '../bson/bson-value';
import { toDouble } from '../bson/value-arithmetic';
import { MongoError } from '../mongo-error';
import { EXPRESSION_OPERATORS } from './expression-operators';

/** What an expression can see: the document and the variables. */
export interface Scope {
  readonly root: Value;
  readonly current: Value;
  readonly variables: ReadonlyMap<string, Value | undefined>;
}

/** Computes a value; undefined stands for a missing one. */
export type Evaluate = (scope: Scope) => Value | undefined;

export interface CompileContext {
  readonly variables: ReadonlySet<string>;
  compile(expression: Value, extraVariables?: readonly string[]): Evaluate;
}

const NO_VARIABLES: ReadonlyMap<string, Value | undefined> = new Map();
const SYSTEM_VARIABLES = new Set(['ROOT', 'CURRENT', 'NOW', 'CLUSTER_TIME', 'REMOVE', 'DESCEND', 'PRUNE', 'KEEP']);

export function rootScope(document: Value, variables?: ReadonlyMap<string, Value | undefined>): Scope {
  return { root: document, current: document, variables: variables ?? NO_VARIABLES };
}

export function isTruthy(value: Value | undefined): boolean {
  if (value === undefined || value === null || value === false || value instanceof BsonUndefined) return false;
  return !(isNumeric(value) && toDouble(value) === 0);
}

/**
 * Compiles an aggregation expression.
 * @param variables names that are defined besides MongoDB's own
 * @throws MongoError 168 for an unknown operator, 17276 for an undefined variable, and others
 */
export function compileExpression(expression: Value, variables: Iterable<string> = []): Evaluate {
  return compileIn(expression, new Set(variables));
}

function compileIn(expression: Value, variables: ReadonlySet<string>): Evaluate {
  if (typeof expression === 'string') {
    return expression.startsWith('$') ? compileReference(expression, variables) : () => expression;
  }
  if (Array.isArray(expression)) {
    const items = expression.map((item) => compileIn(item, variables));
    return (scope) => items.map((item) => item(scope) ?? null);
  }
  if (!isDoc(expression)) return () => expression;
  const first = expression.keys().next().value;
  if (first === undefined) return () => expression;
  if (first.startsWith('$')) {
    if (expression.size > 1) {
      throw new MongoError(15983, `An object representing an expression must have exactly one field: ${[...expression.keys()].join(', ')}`);
    }
    const operator = EXPRESSION_OPERATORS.get(first);
    if (!operator) throw new MongoError(168, `Unrecognized expression '${first}'`);
    const context: CompileContext = {
      variables,
      compile: (inner, extra) => compileIn(inner, extra ? new Set([...variables, ...extra]) : variables),
    };
    return operator(expression.get(first)!, context, first);
  }
  const fields: [string, Evaluate][] = [];
  for (const [name, value] of expression) {
    if (name.startsWith('$')) throw new MongoError(16410, `FieldPath field names may not start with '$'. Consider using $getField or $setField.`);
    if (name.includes('.')) throw new MongoError(16412, "FieldPath field names may not contain '.'. Consider using $getField or $setField.");
    fields.push([name, compileIn(value, variables)]);
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
    if (!variables.has(name)) {
      if (name === 'SEARCH_META' || !SYSTEM_VARIABLES.has(name)) {
        throw new MongoError(17276, `Use of undefined variable: ${name}`);
      }
      return systemVariable(name, parts);
    }
    return (scope) => pathIn(scope.variables.get(name), parts, 0);
  }
  const path = text.slice(1);
  if (path === '') throw new MongoError(16872, "'$' by itself is not a valid FieldPath");
  const parts = path.split('.');
  assertParts(parts);
  if (parts.length === 1) {
    const only = parts[0]!;
    return (scope) => (scope.current instanceof Map ? scope.current.get(only) : pathIn(scope.current, parts, 0));
  }
  return (scope) => pathIn(scope.current, parts, 0);
}

function assertParts(parts: readonly string[]): void {
  for (const part of parts) {
    if (part === '') throw new MongoError(15998, 'FieldPath field names may not be empty strings.');
    if (part.startsWith('$')) throw new MongoError(16410, `FieldPath field names may not start with '$'. Consider using $getField or $setField.`);
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

/** The value at a path as expressions see it: an array on the way gives the array of what its documents hold. */
export function pathIn(value: Value | undefined, parts: readonly string[], from: number): Value | undefined {
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
