import { isDoc, typeName, type Doc, type Value } from '../bson/bson-value';
import { valuesEqual } from '../bson/value-comparator';
import { failedToParse, MongoError } from '../mongo-error';
import { conjunctsOf } from '../query/filter-compiler';
import type { FilterNode } from '../query/filter-node';
import { isArrayIndex } from '../query/matcher';
import { showValue } from '../query/shell-text';
import { supported, type Names } from '../supported';
import { UPDATE_OPERATORS } from './update-operators';
import { changeAt, dollarField, parseUpdatePath } from './update-path';

/** Changes a document in place, or returns a replacement. */
export interface CompiledUpdate {
  readonly kind: 'operators' | 'replacement';
  /** @param inserting whether an upsert inserts the document */
  apply(document: Doc, inserting: boolean): Doc;
}

interface PathUpdate {
  readonly path: string;
  readonly parts: readonly string[];
  readonly run: (document: Doc, inserting: boolean) => void;
}

/**
 * Compiles the `u` of an update: operators or a replacement.
 * @throws MongoError for invalid updates, before any document is read; 115 for a pipeline
 */
export function compileUpdate(update: Value): CompiledUpdate {
  if (Array.isArray(update))
    throw new MongoError(115, 'updates by an aggregation pipeline are not supported');
  if (!isDoc(update)) throw failedToParse('Update argument must be either an object or an array');
  const [first] = update.keys();
  return first?.startsWith('$') ? compileOperators(update) : compileReplacement(update);
}

function compileReplacement(update: Doc): CompiledUpdate {
  for (const name of update.keys()) if (name.startsWith('$')) throw dollarField(name, name);
  return {
    kind: 'replacement',
    apply: (document) => keepId(document, update),
  };
}

function keepId(before: Doc, after: Doc): Doc {
  const id = before.get('_id');
  if (id === undefined) return after;
  const given = after.get('_id');
  if (given !== undefined && !valuesEqual(id, given)) {
    throw new MongoError(66, `the immutable field '_id' was altered to ${showValue(given)}`);
  }
  const result: Doc = new Map([['_id', id]]);
  for (const [name, value] of after) if (name !== '_id') result.set(name, value);
  return result;
}

function compileOperators(update: Doc): CompiledUpdate {
  const updates: PathUpdate[] = [];
  for (const [name, fields] of update) {
    const operator = supported('update', name);
    if (!isDoc(fields)) {
      throw failedToParse(
        `Modifiers operate on fields but we found type ${typeName(fields)} instead. For example: {$mod: {<field>: ...}} not {${operator}: ${showValue(fields)}}`,
      );
    }
    for (const [path, operand] of fields)
      updates.push(operatorUpdate(operator, path, parseUpdatePath(path), operand));
  }
  assertNoConflict(updates);
  // New fields are added in this order.
  updates.sort((a, b) => comparePaths(a.parts, b.parts));
  return {
    kind: 'operators',
    apply: (document, inserting) => {
      for (const one of updates) one.run(document, inserting);
      return document;
    },
  };
}

/** By parts; array indexes by size. */
function comparePaths(a: readonly string[], b: readonly string[]): number {
  const at = a.findIndex((part, i) => part !== b[i]);
  if (at < 0 || b[at] === undefined) return a.length - b.length;
  const [x, y] = [a[at]!, b[at]];
  if (isArrayIndex(x) && isArrayIndex(y)) return Number(x) - Number(y);
  return x < y ? -1 : 1;
}

function operatorUpdate(
  operator: Names['update'],
  path: string,
  parts: readonly string[],
  operand: Value,
): PathUpdate {
  const change = UPDATE_OPERATORS[operator](operand, path);
  return {
    path,
    parts,
    run: (document, inserting) => {
      if (operator === '$setOnInsert' && !inserting) return;
      const id = parts[0] === '_id' ? copyValue(document.get('_id')) : undefined;
      changeAt(document, parts, change);
      if (id === undefined) return;
      const after = document.get('_id');
      if (after === undefined || !valuesEqual(id, after)) {
        throw new MongoError(66, `an update of '${path}' would modify the immutable field '_id'`);
      }
    },
  };
}

/** A deep copy. */
export function copyValue<T extends Value | undefined>(value: T): T {
  if (value instanceof Map) {
    const result: Doc = new Map();
    for (const [name, inner] of value as Doc) result.set(name, copyValue(inner));
    return result as T;
  }
  return (Array.isArray(value) ? value.map(copyValue) : value) as T;
}

function assertNoConflict(updates: readonly PathUpdate[]): void {
  const seen = new Set<string>();
  const parents = new Set<string>();
  for (const { path, parts } of updates) {
    const conflict = (at: string): MongoError =>
      new MongoError(40, `Updating the path '${path}' would create a conflict at '${at}'`);
    if (seen.has(path) || parents.has(path)) throw conflict(path);
    for (let i = 1; i < parts.length; i++) {
      const parent = parts.slice(0, i).join('.');
      if (seen.has(parent)) throw conflict(parent);
      parents.add(parent);
    }
    seen.add(path);
  }
}

/**
 * The document of an upsert: the equality conditions of the filter.
 * @throws MongoError 54 when a field would get two values.
 */
export function documentOfFilter(filter: FilterNode): Doc {
  const result: Doc = new Map();
  const seen = new Set<string>();
  for (const node of conjunctsOf(filter)) {
    if (node.kind !== 'leaf' || node.operator !== '$eq') continue;
    const { path, operand } = node;
    for (const known of seen) {
      if (`${known}.`.startsWith(`${path}.`) || path.startsWith(`${known}.`))
        throw new MongoError(54, `both '${path}' and '${known}' are matched`);
    }
    seen.add(path);
    changeAt(result, path.split('.'), { onTheWay: 'create', change: () => operand });
  }
  return result;
}
