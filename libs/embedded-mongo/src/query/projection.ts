import { compileExpression, type Evaluate } from '../aggregation/expression';
import { isDoc, type Doc, type Value } from '../bson/bson-value';
import { switchOf } from '../bson/value-arithmetic';
import { emptyPathPart, MongoError } from '../mongo-error';

/** Fields by name, whole or in part. */
type Tree = Map<string, Tree | 'whole'>;

export type Projection = (document: Doc) => Doc;

/**
 * Names, in bytes, of a valid projection that only includes (`keeps`) or only excludes top-level
 * fields; else null. It needs no decoding.
 */
export function plainFields(
  specification: Doc,
): { readonly names: readonly Buffer[]; readonly keeps: boolean } | null {
  const names = [...specification.keys()].filter((name) => name !== '_id');
  const modes = new Set(names.map((name) => switchOf(specification.get(name)!)));
  const [keeps = false] = modes;
  const idValue = specification.get('_id');
  const id = idValue === undefined || switchOf(idValue);
  if (modes.size > 1 || keeps === null || id === null || (names.length === 0 && id)) return null;
  if (names.some((name) => name.includes('.'))) return null;
  if (id === keeps) names.push('_id');
  return { names: names.map((name) => Buffer.from(name)), keeps };
}

/**
 * Compiles the projection of a find or of `$project`: fields to include or to exclude, and top-level
 * fields computed from paths and constants.
 * @throws MongoError 31253 and 31254 for inclusion mixed with exclusion, 31249 for paths that collide
 */
export function compileProjection(specification: Doc): Projection {
  const tree: Tree = new Map();
  const computed = new Map<string, Evaluate>();
  let keeps: boolean | null = null;
  for (const [path, value] of specification) {
    const on = switchOf(value);
    if (on === null) computed.set(path, compileComputed(path, value));
    put(tree, path);
    // Any other field determines the mode, `_id` only when it is alone.
    if (path === '_id' && on !== null) continue;
    if (keeps !== null && keeps !== (on !== false)) throw mixed(path, keeps);
    keeps = on !== false;
  }
  const id = switchOf(specification.get('_id') ?? null);
  keeps ??= id !== false;
  if (!keeps && id) throw mixed('_id', keeps);
  if (keeps && id === false) tree.delete('_id');
  else if (keeps) tree.set('_id', 'whole');
  for (const path of computed.keys()) tree.delete(path);
  const isKept = keeps;
  return (document) => {
    const result = cut(document, tree, isKept) as Doc;
    // Computed fields follow existing ones, in the order of the projection.
    for (const [name, evaluate] of computed) {
      const value = evaluate(document);
      if (value !== undefined) result.set(name, value);
    }
    return result;
  };
}

function compileComputed(path: string, value: Value): Evaluate {
  const isNested = isDoc(value) && ![...value.keys()][0]?.startsWith('$');
  if (path.includes('.') || isNested)
    throw new MongoError(115, `fields within a document are not supported here: ${path}`);
  return compileExpression(value);
}

function mixed(path: string, keeps: boolean): MongoError {
  return keeps
    ? new MongoError(31254, `Cannot do exclusion on field ${path} in inclusion projection`)
    : new MongoError(31253, `Cannot do inclusion on field ${path} in exclusion projection`);
}

function put(tree: Tree, path: string): void {
  const parts = path.split('.');
  for (const part of parts) {
    if (part === '') throw emptyPathPart();
    if (part.startsWith('$'))
      throw new MongoError(115, `${part} in the path of a projection is not supported`);
  }
  let at = tree;
  const last = parts.pop()!;
  for (const part of parts) {
    const next = at.get(part) ?? new Map<string, Tree | 'whole'>();
    if (next === 'whole') throw new MongoError(31249, `Path collision at ${path}`);
    at.set(part, next);
    at = next;
  }
  if (at.has(last)) throw new MongoError(31249, `Path collision at ${path}`);
  at.set(last, 'whole');
}

/** A value with only the fields of the tree, or without them. */
function cut(value: Value, tree: Tree, keeps: boolean): Value | undefined {
  if (Array.isArray(value))
    return value.map((inner) => cut(inner, tree, keeps)).filter((inner) => inner !== undefined);
  if (!isDoc(value)) return keeps ? undefined : value;
  const result: Doc = new Map();
  for (const [name, inner] of value) {
    const node = tree.get(name);
    if (node instanceof Map) {
      const kept = cut(inner, node, keeps);
      if (kept !== undefined) result.set(name, kept);
    } else if ((node === 'whole') === keeps) result.set(name, inner);
  }
  return result;
}
