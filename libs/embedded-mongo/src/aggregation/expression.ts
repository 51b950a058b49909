import { isDoc, type Doc, type Value } from '../bson/bson-value';
import { dollarPath, emptyPathPart, MongoError } from '../mongo-error';
import { supported } from '../supported';

/** Computes a value from a document; undefined is a missing value. */
export type Evaluate = (document: Doc) => Value | undefined;

/**
 * Compiles an expression: a field path (`$a.b`), `$$ROOT`, a constant, or an object of
 * these.
 * @throws MongoError 115 for an operator, 17276 for a variable, and others for invalid paths
 */
export function compileExpression(expression: Value): Evaluate {
  if (typeof expression === 'string') {
    return expression.startsWith('$') ? compileReference(expression) : () => expression;
  }
  if (Array.isArray(expression)) {
    const items = expression.map(compileExpression);
    return (document) => items.map((item) => item(document) ?? null);
  }
  if (!isDoc(expression)) return () => expression;
  const [first] = expression.keys();
  // No operator is supported.
  if (first?.startsWith('$')) supported('expression', first);
  return compileObject(expression);
}

function compileObject(expression: Doc): Evaluate {
  const fields: [string, Evaluate][] = [];
  for (const [name, value] of expression) {
    assertPart(name);
    if (name.includes('.'))
      throw new MongoError(16412, `FieldPath field names may not contain '.'.`);
    fields.push([name, compileExpression(value)]);
  }
  return (document) => {
    const result: Doc = new Map();
    for (const [name, evaluate] of fields) {
      const value = evaluate(document);
      if (value !== undefined) result.set(name, value);
    }
    return result;
  };
}

function compileReference(text: string): Evaluate {
  let path = text.slice(1);
  if (path.startsWith('$')) {
    const [name, ...rest] = path.slice(1).split('.') as [string, ...string[]];
    supported('expression', `$$${name}`);
    if (rest.length === 0) return (document) => document;
    path = rest.join('.');
  }
  const parts = path.split('.');
  parts.forEach(assertPart);
  return (document) => valueAtPath(document, parts);
}

/** @throws MongoError 15998, 16410 or 16411 */
function assertPart(part: string): void {
  if (part === '') throw emptyPathPart();
  if (part.startsWith('$')) throw dollarPath();
  if (part.includes('\0'))
    throw new MongoError(16411, 'FieldPath field names may not contain null bytes.');
}

/**
 * The value at a path as expressions see it: an array on the path gives the array of its documents'
 * values.
 */
function valueAtPath(
  value: Value | undefined,
  parts: readonly string[],
  at = 0,
): Value | undefined {
  if (at === parts.length) return value;
  if (isDoc(value)) return valueAtPath(value.get(parts[at]!), parts, at + 1);
  if (!Array.isArray(value)) return undefined;
  return value
    .filter(isDoc)
    .map((element) => valueAtPath(element, parts, at))
    .filter((inner) => inner !== undefined);
}
