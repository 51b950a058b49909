import { compileUpdatePipeline } from '../aggregation/update-pipeline';
import { BsonUndefined, doc, isDoc, typeName, type Doc, type Value } from '../bson/bson-value';
import { valuesEqual, valuesIdentical, type StringOrder } from '../bson/value-comparator';
import { badValue, failedToParse, MongoError } from '../mongo-error';
import { parseFilter } from '../query/filter-compiler';
import type { FilterNode } from '../query/filter-node';
import { isArrayIndex } from '../query/matcher';
import { showDocument, showValue } from '../query/shell-text';
import { fillTimestamps } from './timestamps';
import { compileOperator } from './update-operators';
import { changeAt, parseUpdatePath, valueAt, type PathContext } from './update-path';

export interface UpdateContext {
  /** Element that the filter matched, for `$`. */
  readonly position: number | null;
  /** Whether the document is being inserted by an upsert. */
  readonly inserting: boolean;
}

/** Changes a document in place, or returns another in its stead. */
export type CompiledUpdate = {
  readonly kind: 'operators' | 'replacement' | 'pipeline';
  apply(document: Doc, context: UpdateContext): Doc;
};

export interface UpdateOptions {
  /** Timestamps of zero stay what they are. */
  readonly keepTimestamps?: boolean;
  readonly arrayFilters?: readonly Doc[];
  /** `let` variables and `c` constants for pipelines. */
  readonly variables?: Doc;
  /** Order of strings when the operation has a collation. */
  readonly strings?: StringOrder | undefined;
}

/**
 * Compiles what the `u` of an update holds: operators, a replacement or a pipeline.
 * @throws MongoError for updates that MongoDB refuses, before any document is looked at.
 */
export function compileUpdate(update: Value, options: UpdateOptions = {}): CompiledUpdate {
  if (Array.isArray(update)) {
    if (options.arrayFilters && options.arrayFilters.length > 0)
      throw failedToParse('arrayFilters may not be specified for pipeline-syle updates');
    const run = compileUpdatePipeline(update, options.variables);
    return { kind: 'pipeline', apply: (document) => keepId(document, run(document)) };
  }
  if (!isDoc(update)) throw failedToParse('Update argument must be either an object or an array');
  const first = update.keys().next().value;
  if (first === undefined || !first.startsWith('$')) return compileReplacement(update, options);
  return compileOperators(update, options);
}

function compileReplacement(update: Doc, options: UpdateOptions): CompiledUpdate {
  if (options.arrayFilters && options.arrayFilters.length > 0) {
    throw failedToParse('arrayFilters may not be specified for replacement-style updates');
  }
  for (const name of update.keys()) {
    if (name.startsWith('$')) {
      throw new MongoError(
        52,
        `The dollar ($) prefixed field '${name}' in '${name}' is not allowed in the context of an update's replacement document. Consider using an aggregation pipeline with $replaceWith.`,
      );
    }
  }
  return {
    kind: 'replacement',
    apply: (document) =>
      keepId(document, options.keepTimestamps ? new Map(update) : fillTimestamps(new Map(update))),
  };
}

function keepId(before: Doc, after: Doc): Doc {
  const id = before.get('_id');
  if (id === undefined) return after;
  const given = after.get('_id');
  if (given !== undefined && !valuesIdentical(id, given)) {
    if (!isSameId(id, given)) {
      throw new MongoError(
        66,
        `After applying the update, the (immutable) field '_id' was found to have been altered to _id: ${showValue(given)}`,
      );
    }
  }
  const result: Doc = new Map([['_id', id]]);
  for (const [name, value] of after) if (name !== '_id') result.set(name, value);
  return result;
}

function isSameId(a: Value, b: Value): boolean {
  return valuesEqual(a, b);
}

interface PathUpdate {
  readonly path: string;
  readonly parts: readonly string[];
  readonly run: (document: Doc, context: PathContext, update: UpdateContext) => void;
}

const OPERATORS = new Set([
  '$set',
  '$unset',
  '$inc',
  '$mul',
  '$min',
  '$max',
  '$rename',
  '$currentDate',
  '$setOnInsert',
  '$push',
  '$addToSet',
  '$pull',
  '$pullAll',
  '$pop',
  '$bit',
]);

function compileOperators(update: Doc, options: UpdateOptions): CompiledUpdate {
  const updates: PathUpdate[] = [];
  const identifiers = new Set<string>();
  for (const [operator, fields] of update) {
    if (!OPERATORS.has(operator)) {
      throw failedToParse(
        operator.startsWith('$')
          ? `Unknown modifier: ${operator}. Expected a valid update modifier or pipeline-style update specified as an array`
          : `Unknown modifier: ${operator}. Expected a valid update modifier or pipeline-style update specified as an array`,
      );
    }
    if (!isDoc(fields)) {
      throw failedToParse(
        `Modifiers operate on fields but we found type ${typeName(fields)} instead. For example: {$mod: {<field>: ...}} not {${operator}: ${showValue(fields)}}`,
      );
    }
    for (const [path, operand] of fields) {
      const parts = parseUpdatePath(path);
      for (const part of parts) if (/^\$\[.+\]$/.test(part)) identifiers.add(part.slice(2, -1));
      if (operator === '$rename') updates.push(...renameUpdate(path, parts, operand));
      else updates.push(operatorUpdate(operator, path, parts, operand));
    }
  }
  assertNoConflict(updates);
  const arrayFilters = compileArrayFilters(
    options.arrayFilters ?? [],
    identifiers,
    update,
    options.strings,
  );
  updates.sort((a, b) => comparePaths(a.parts, b.parts));
  return {
    kind: 'operators',
    apply: (document, context) => {
      const pathContext: PathContext = { position: context.position, arrayFilters };
      for (const one of updates) one.run(document, pathContext, context);
      return document;
    },
  };
}

function operatorUpdate(
  operator: string,
  path: string,
  parts: readonly string[],
  operand: Value,
): PathUpdate {
  const { change, onTheWay } = compileOperator(operator, path, operand);
  return {
    path,
    parts,
    run: (document, context, update) => {
      if (operator === '$setOnInsert' && !update.inserting) return;
      const touchesId = parts[0] === '_id';
      const id = touchesId ? document.get('_id') : undefined;
      const before = touchesId && id !== undefined ? copyValue(id) : undefined;
      changeAt(document, parts, onTheWay, context, (old, at) => change(old, at, document));
      if (touchesId && before !== undefined) {
        const after = document.get('_id');
        if (after === undefined || !valuesEqual(before, after)) {
          throw new MongoError(
            66,
            `Performing an update on the path '${path}' would modify the immutable field '_id'`,
          );
        }
      }
    },
  };
}

function copyValue(value: Value): Value {
  if (isDoc(value)) return new Map([...value].map(([name, item]) => [name, copyValue(item)]));
  return Array.isArray(value) ? value.map(copyValue) : value;
}

function renameUpdate(path: string, parts: readonly string[], operand: Value): PathUpdate[] {
  if (typeof operand !== 'string')
    throw badValue(`The 'to' field for $rename must be a string: ${path}: ${showValue(operand)}`);
  const target = parseUpdatePath(operand);
  if (operand.includes('\0'))
    throw badValue(`The 'to' field for $rename cannot contain an embedded null byte`);
  if (path === operand)
    throw badValue(
      `The source and target field for $rename must differ: ${path}: ${showValue(operand)}`,
    );
  if (`${path}.`.startsWith(`${operand}.`) || `${operand}.`.startsWith(`${path}.`)) {
    throw badValue(
      `The source and target field for $rename must not be on the same path: ${path}: ${showValue(operand)}`,
    );
  }
  if (parts.some((part) => part === '$' || part.startsWith('$['))) {
    throw badValue(`The source field for $rename may not be dynamic: ${path}`);
  }
  if (target.some((part) => part === '$' || part.startsWith('$['))) {
    throw badValue(`The destination field for $rename may not be dynamic: ${operand}`);
  }
  const noop: PathUpdate = { path, parts, run: () => undefined };
  return [
    noop,
    {
      path: operand,
      parts: target,
      run: (document, context) => {
        assertNoArrayOnPath(document, parts, 'source', path);
        const value = valueAt(document, parts);
        if (value === undefined) return;
        if (parts[0] === '_id' || target[0] === '_id') {
          throw new MongoError(
            66,
            `Performing an update on the path '_id' would modify the immutable field '_id'`,
          );
        }
        assertNoArrayOnPath(document, target, 'destination', operand);
        changeAt(document, parts, 'leave', context, () => undefined);
        changeAt(document, target, 'create', context, () => value);
      },
    },
  ];
}

function assertNoArrayOnPath(
  document: Doc,
  parts: readonly string[],
  which: string,
  path: string,
): void {
  let value: Value | undefined = document;
  for (let i = 0; i < parts.length - 1; i++) {
    value = isDoc(value) ? value.get(parts[i]!) : undefined;
    if (Array.isArray(value)) {
      throw badValue(
        `The ${which} field cannot be an array element, '${path}' in doc with _id: ${showValue(document.get('_id') ?? null)} has an array field called '${parts[i]}'`,
      );
    }
  }
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

/** By parts; numbers by size. New fields appear in this order. */
function comparePaths(a: readonly string[], b: readonly string[]): number {
  for (let i = 0; i < Math.min(a.length, b.length); i++) {
    const x = a[i]!;
    const y = b[i]!;
    if (x === y) continue;
    if (isArrayIndex(x) && isArrayIndex(y)) return Number(x) - Number(y);
    return x < y ? -1 : 1;
  }
  return a.length - b.length;
}

function compileArrayFilters(
  filters: readonly Doc[],
  identifiers: ReadonlySet<string>,
  update: Doc,
  strings?: StringOrder,
): ReadonlyMap<string, (element: Value) => boolean> {
  const result = new Map<string, (element: Value) => boolean>();
  for (const filter of filters) {
    const identifier = identifierOf(filter);
    if (identifier === null)
      throw failedToParse(
        'Cannot use an expression without a top-level field name in arrayFilters',
      );
    if (!/^[a-z][a-zA-Z0-9]*$/.test(identifier)) {
      throw badValue(
        `Error parsing array filter :: caused by :: The top-level field name must be an alphanumeric string beginning with a lowercase letter, found '${identifier}'`,
      );
    }
    if (result.has(identifier))
      throw failedToParse(
        `Found multiple array filters with the same top-level field name ${identifier}`,
      );
    if (!identifiers.has(identifier)) {
      throw failedToParse(
        `The array filter for identifier '${identifier}' was not used in the update ${showDocument(update)}`,
      );
    }
    const node: FilterNode = parseFilter(filter, strings ? { strings } : {});
    result.set(identifier, (element) => node.matches(doc({ [identifier]: element })));
  }
  for (const identifier of identifiers) {
    if (!result.has(identifier)) {
      const path = [...update.values()]
        .flatMap((fields) => (isDoc(fields) ? [...fields.keys()] : []))
        .find((name) => name.includes(`$[${identifier}]`));
      throw badValue(
        `No array filter found for identifier '${identifier}' in path '${path ?? ''}'`,
      );
    }
  }
  return result;
}

function identifierOf(filter: Doc): string | null {
  let result: string | null = null;
  const visit = (part: Doc): void => {
    for (const [name, value] of part) {
      if (name === '$and' || name === '$or' || name === '$nor') {
        for (const child of Array.isArray(value) ? value : []) if (isDoc(child)) visit(child);
      } else if (!name.startsWith('$')) {
        const head = name.split('.')[0]!;
        if (result !== null && result !== head) {
          throw failedToParse(
            `Error parsing array filter :: caused by :: Expected a single top-level field name, found '${result}' and '${head}'`,
          );
        }
        result = head;
      }
    }
  };
  visit(filter);
  return result;
}

/**
 * The document that an upsert starts from: what the filter's equalities say.
 * @throws MongoError 54 when a field would get two values.
 */
export function documentOfFilter(filter: FilterNode): Doc {
  const result: Doc = new Map();
  const set = new Set<string>();
  const visit = (node: FilterNode): void => {
    if (node.kind === 'and') node.children.forEach(visit);
    else if (node.kind === 'or' && node.children.length === 1) visit(node.children[0]!);
    else if (node.kind === 'leaf') {
      let value: Value | undefined;
      if (node.operator === '$eq') value = node.operand;
      else if (node.operator === '$in' && (node.operand as Value[]).length === 1)
        value = (node.operand as Value[])[0];
      if (value === undefined || value instanceof BsonUndefined) return;
      if (node.operator === '$in' && typeName(value) === 'regex') return;
      for (const known of set) {
        if (known === node.path) {
          throw new MongoError(
            54,
            `cannot infer query fields to set, path '${node.path}' is matched twice`,
          );
        }
        if (known.startsWith(`${node.path}.`) || node.path.startsWith(`${known}.`)) {
          throw new MongoError(
            54,
            `cannot infer query fields to set, both paths '${node.path}' and '${known}' are matched`,
          );
        }
      }
      set.add(node.path);
      changeAt(
        result,
        node.path.split('.'),
        'create',
        { position: null, arrayFilters: new Map() },
        () => value,
      );
    }
  };
  visit(filter);
  return result;
}
