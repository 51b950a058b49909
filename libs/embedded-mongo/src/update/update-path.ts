import { isDoc, type Doc, type Value } from '../bson/bson-value';
import { MongoError } from '../mongo-error';
import { isArrayIndex } from '../query/matcher';
import { showValue } from '../query/shell-text';

/** MongoDB pads an array with at most this many nulls when an index beyond its end is set. */
const MAX_PADDING = 1_500_000;

/** New value of a field from its old one; undefined removes it, `unchanged` keeps it. */
export type Change = (old: Value | undefined, path: string) => Value | undefined | typeof unchanged;
export const unchanged = Symbol('unchanged');

/** 52: a field that starts with `$`. */
export const dollarField = (name: string, path: string): MongoError =>
  new MongoError(52, `The dollar ($) prefixed field '${name}' in '${path}' is not allowed.`);

/** @throws MongoError 56, 52, or 115 for a positional operator */
export function parseUpdatePath(path: string): string[] {
  if (path === '') throw new MongoError(56, 'An empty update path is not valid.');
  const parts = path.split('.');
  if (parts.includes(''))
    throw new MongoError(56, `The update path '${path}' contains an empty field name.`);
  const dollar = parts.find((part) => part.startsWith('$'));
  if (dollar === undefined) return parts;
  if (/^\$(?:$|\[)/.test(dollar))
    throw new MongoError(115, `the positional operator ${dollar} is not supported`);
  throw dollarField(dollar, path);
}

/**
 * What to do when documents on the path are missing: create them (`$set`), skip but require that
 * nothing else blocks the path (`$pull`), or skip (`$unset`).
 */
export type OnTheWay = 'create' | 'expect' | 'leave';

interface Walk {
  readonly parts: readonly string[];
  readonly onTheWay: OnTheWay;
  readonly change: Change;
}

/**
 * Applies a change at a path. Returns whether anything changed.
 * @throws MongoError 2 or 28 for a blocked path
 */
export function changeAt(
  document: Doc,
  parts: readonly string[],
  onTheWay: OnTheWay,
  change: Change,
): boolean {
  return step(document, 0, [], { parts, onTheWay, change });
}

function step(container: Doc | Value[], at: number, path: string[], walk: Walk): boolean {
  const part = walk.parts[at]!;
  if (Array.isArray(container)) {
    if (!isArrayIndex(part)) return blocked(walk, part, at, path, container);
    const beyond = Number(part) - container.length;
    if (beyond >= 0 && walk.onTheWay !== 'create') return false;
    if (beyond > MAX_PADDING)
      throw new MongoError(2, `can't backfill more than ${MAX_PADDING} elements`);
  }
  const here = [...path, part];
  const old = isDoc(container) ? container.get(part) : container[Number(part)];
  if (at === walk.parts.length - 1) {
    const value = walk.change(old, here.join('.'));
    if (value === unchanged || (value === undefined && old === undefined)) return false;
    put(container, part, value as Value | undefined);
    return true;
  }
  if (isDoc(old) || Array.isArray(old)) return step(old, at + 1, here, walk);
  if (old !== undefined) return blocked(walk, walk.parts[at + 1]!, at + 1, here, old);
  if (walk.onTheWay !== 'create') return false;
  const created: Doc = new Map();
  const changed = step(created, at + 1, here, walk);
  if (changed) put(container, part, created);
  return changed;
}

function put(container: Doc | Value[], part: string, value: Value | undefined): void {
  if (isDoc(container)) {
    if (value === undefined) container.delete(part);
    else container.set(part, value);
    return;
  }
  while (container.length < Number(part)) container.push(null);
  // A removed element leaves null, so that the others keep their positions.
  container[Number(part)] = value ?? null;
}

/**
 * The value at `path` cannot have the field `part` (number `at` of the path). @throws MongoError 28
 */
function blocked(
  { onTheWay, parts }: Walk,
  part: string,
  at: number,
  path: readonly string[],
  value: Value,
): boolean {
  if (onTheWay === 'leave') return false;
  const element = `{${path[path.length - 1] ?? ''}: ${showValue(value)}}`;
  const whole = [...path, part, ...parts.slice(at + 1)].join('.');
  throw new MongoError(
    28,
    onTheWay === 'create'
      ? `Cannot create field '${part}' in element ${element}`
      : `Cannot use the part (${part}) of (${whole}) to traverse the element (${element})`,
  );
}
