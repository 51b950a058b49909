import { isDoc, type Doc, type Value } from '../bson/bson-value';
import { MongoError } from '../mongo-error';
import { isArrayIndex } from '../query/matcher';
import { showValue } from '../query/shell-text';

/** MongoDB pads an array with at most this many nulls when an index beyond its end is set. */
const MAX_PADDING = 1_500_000;

/** New value of a field from its old one; undefined removes it, `unchanged` keeps it. */
export type Change = (old: Value | undefined, path: string) => Value | undefined | typeof unchanged;
export const unchanged = Symbol('unchanged');

/** @throws MongoError 56 or 52 for invalid paths. */
export function parseUpdatePath(path: string): string[] {
  if (path === '') throw new MongoError(56, 'An empty update path is not valid.');
  const parts = path.split('.');
  for (const part of parts) {
    if (part === '')
      throw new MongoError(
        56,
        `The update path '${path}' contains an empty field name, which is not allowed.`,
      );
  }
  const dollar = parts.find(
    (part) => part.startsWith('$') && !['$ref', '$id', '$db'].includes(part),
  );
  if (dollar !== undefined && /^\$(?:$|\[)/.test(dollar))
    throw new MongoError(115, `the positional operator ${dollar} is not supported`);
  if (dollar !== undefined) {
    throw new MongoError(
      52,
      `The dollar ($) prefixed field '${dollar}' in '${path}' is not allowed in the context of an update's replacement document. Consider using an aggregation pipeline with $replaceWith.`,
    );
  }
  return parts;
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
  if (isDoc(container)) return stepInto(container, part, at, path, walk);
  if (!isArrayIndex(part)) return blocked(walk, part, at, path, container);
  const index = Number(part);
  if (index >= container.length) {
    if (walk.onTheWay !== 'create') return false;
    if (index - container.length > MAX_PADDING) {
      throw new MongoError(2, `can't backfill more than ${MAX_PADDING} elements`);
    }
  }
  return stepInto(container, index, at, path, walk);
}

function get(container: Doc | Value[], key: string | number): Value | undefined {
  return isDoc(container) ? container.get(key as string) : container[key as number];
}

function put(container: Doc | Value[], key: string | number, value: Value): void {
  if (isDoc(container)) {
    container.set(key as string, value);
    return;
  }
  while (container.length < (key as number)) container.push(null);
  container[key as number] = value;
}

function stepInto(
  container: Doc | Value[],
  key: string | number,
  at: number,
  path: string[],
  walk: Walk,
): boolean {
  const here = [...path, String(key)];
  const old = get(container, key);
  if (at === walk.parts.length - 1) {
    const value = walk.change(old, here.join('.'));
    if (value === unchanged) return false;
    if (value === undefined) {
      if (old === undefined) return false;
      // Removing an array element leaves null, so that the others keep their positions.
      if (isDoc(container)) container.delete(key as string);
      else container[key as number] = null;
      return true;
    }
    put(container, key, value as Value);
    return true;
  }
  if (isDoc(old) || Array.isArray(old)) return step(old, at + 1, here, walk);
  const next = walk.parts[at + 1]!;
  if (old === undefined) {
    if (walk.onTheWay !== 'create') return false;
    const created: Doc = new Map();
    const changed = step(created, at + 1, here, walk);
    if (changed) put(container, key, created);
    return changed;
  }
  return blocked(walk, next, at + 1, here, old);
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
