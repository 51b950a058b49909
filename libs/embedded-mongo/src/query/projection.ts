import { compileExpression, type Evaluate } from '../aggregation/expression';
import { isDoc, isNumeric, type Doc, type Value } from '../bson/bson-value';
import { toDouble } from '../bson/value-arithmetic';
import { MongoError } from '../mongo-error';

type Leaf =
  | { readonly kind: 'include' | 'exclude' }
  | { readonly kind: 'computed'; readonly evaluate: Evaluate };

interface Branch {
  readonly kind: 'branch';
  readonly children: Map<string, Leaf | Branch>;
}

export type Projection = (document: Doc) => Doc;

/** True or false for a switch, null for anything else. */
function switchOf(value: Value): boolean | null {
  if (typeof value === 'boolean') return value;
  return isNumeric(value) ? toDouble(value) !== 0 : null;
}

/**
 * Names, in bytes, of a projection that only excludes top-level fields; else null. It needs no
 * decoding.
 */
export function plainExclusion(specification: Doc): readonly Buffer[] | null {
  for (const [name, value] of specification) {
    if (switchOf(value) !== false || name === '' || name.includes('.') || name.startsWith('$'))
      return null;
  }
  return [...specification.keys()].map((name) => Buffer.from(name));
}

/** Top-level fields of a projection that only includes such; else null. Only these are decoded. */
export function plainInclusion(specification: Doc): ReadonlySet<string> | null {
  const wanted = new Set(['_id']);
  for (const [name, value] of specification) {
    if (name === '' || name.includes('.') || name.startsWith('$')) return null;
    const on = switchOf(value);
    if (on) wanted.add(name);
    else if (name !== '_id' || on === null) return null;
  }
  return wanted.size > 1 ? wanted : null;
}

/**
 * Compiles the projection of a find or of `$project`: fields to include or to exclude, and fields computed
 * from paths and constants.
 * @throws MongoError 31253 and 31254 for inclusion mixed with exclusion, 31249 and 31250 for paths that collide
 */
export function compileProjection(specification: Doc): Projection {
  const root: Branch = { kind: 'branch', children: new Map() };
  let mode: 'include' | 'exclude' | null = null;
  const add = (path: string, value: Value): void => {
    const on = switchOf(value);
    const [operator] = isDoc(value) ? value.keys() : [];
    if (isDoc(value) && value.size > 0 && !operator!.startsWith('$')) {
      for (const [name, inner] of value) add(`${path}.${name}`, inner);
      return;
    }
    const wanted = on === false ? 'exclude' : 'include';
    if (mode !== null && mode !== wanted) {
      if (on === null)
        throw new MongoError(31252, `Cannot use an expression ${path} in an exclusion projection`);
      throw mode === 'exclude'
        ? new MongoError(31253, `Cannot do inclusion on field ${path} in exclusion projection`)
        : new MongoError(31254, `Cannot do exclusion on field ${path} in inclusion projection`);
    }
    mode = wanted;
    put(
      root,
      path,
      on === null
        ? { kind: 'computed', evaluate: compileExpression(value) }
        : { kind: on ? 'include' : 'exclude' },
    );
  };
  // Any field except _id determines the mode, so _id comes last.
  for (const [path, value] of specification) if (path !== '_id') add(path, value);
  const id = specification.get('_id');
  const idSwitch = id === undefined ? null : switchOf(id);
  if (id !== undefined && (idSwitch === null || mode === null)) add('_id', id);
  else if (mode === 'exclude' && idSwitch === true)
    throw new MongoError(31253, 'Cannot do inclusion on field _id in exclusion projection');
  else if (mode === 'exclude' && idSwitch === false) put(root, '_id', { kind: 'exclude' });
  else if (mode === 'include' && idSwitch !== false) put(root, '_id', { kind: 'include' });
  return (mode as string | null) === 'include'
    ? (document) => include(document, root, document)
    : (document) => exclude(document, root);
}

function put(root: Branch, path: string, leaf: Leaf): void {
  const parts = path.split('.');
  for (const part of parts) {
    if (part === '') throw new MongoError(15998, 'FieldPath field names may not be empty strings.');
    if (part.startsWith('$'))
      throw new MongoError(115, `${part} in the path of a projection is not supported`);
  }
  let branch = root;
  for (const [i, part] of parts.slice(0, -1).entries()) {
    const next = branch.children.get(part);
    if (next?.kind === 'branch') branch = next;
    else if (next) {
      const rest = parts.slice(i + 1).join('.');
      throw new MongoError(31249, `Path collision at ${path} remaining portion ${rest}`);
    } else {
      const created: Branch = { kind: 'branch', children: new Map() };
      branch.children.set(part, created);
      branch = created;
    }
  }
  const last = parts[parts.length - 1]!;
  if (branch.children.has(last)) throw new MongoError(31250, `Path collision at ${path}`);
  branch.children.set(last, leaf);
}

function include(document: Doc, branch: Branch, whole: Doc): Doc {
  const result: Doc = new Map();
  for (const [name, value] of document) {
    const node = branch.children.get(name);
    if (node?.kind === 'include') result.set(name, value);
    else if (node?.kind === 'branch') {
      const inner = includeInside(value, node, whole);
      if (inner !== undefined) result.set(name, inner);
    }
  }
  // Computed fields follow existing ones, in the order of the projection.
  for (const [name, node] of branch.children) {
    if (node.kind === 'computed') {
      const value = node.evaluate(whole);
      if (value !== undefined) result.set(name, value);
    } else if (node.kind === 'branch' && !result.has(name) && isComputed(node))
      result.set(name, include(new Map(), node, whole));
  }
  return result;
}

function includeInside(value: Value, branch: Branch, whole: Doc): Value | undefined {
  if (isDoc(value)) return include(value, branch, whole);
  if (!Array.isArray(value)) return undefined;
  return value
    .map((element) => includeInside(element, branch, whole))
    .filter((element) => element !== undefined);
}

function isComputed(branch: Branch): boolean {
  return [...branch.children.values()].some((node) =>
    node.kind === 'branch' ? isComputed(node) : node.kind === 'computed',
  );
}

function exclude(document: Doc, branch: Branch): Doc {
  const result: Doc = new Map();
  for (const [name, value] of document) {
    const node = branch.children.get(name);
    if (!node) result.set(name, value);
    else if (node.kind === 'branch') result.set(name, excludeInside(value, node));
  }
  return result;
}

function excludeInside(value: Value, branch: Branch): Value {
  if (isDoc(value)) return exclude(value, branch);
  return Array.isArray(value) ? value.map((element) => excludeInside(element, branch)) : value;
}
