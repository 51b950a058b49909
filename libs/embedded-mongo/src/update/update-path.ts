import { isDoc, type Doc, type Value } from '../bson/bson-value';
import { MongoError } from '../mongo-error';
import { isArrayIndex } from '../query/matcher';
import { showValue } from '../query/shell-text';

/** MongoDB pads an array with at most this many nulls when an index beyond its end is set. */
const MAX_PADDING = 1_500_000;

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

/** What an operator does at a path. */
export interface PathChange {
  /**
   * What to do when documents on the path are missing: create them (`$set`), skip but require that
   * nothing else blocks the path (`$pull`), or skip (`$unset`).
   */
  readonly onTheWay: 'create' | 'expect' | 'leave';
  /**
   * New value of the field from its old one; undefined for a missing one.
   * @param document the whole document, for error texts
   */
  readonly change: (old: Value | undefined, document: Doc) => Value | undefined;
}

/** Applies a change at a path. @throws MongoError 2 or 28 for a blocked path */
export function changeAt(
  document: Doc,
  parts: readonly string[],
  { onTheWay, change }: PathChange,
): void {
  let container: Value | undefined = document;
  for (const [at, part] of parts.entries()) {
    if (container === undefined) return;
    if (!isDoc(container) && !(Array.isArray(container) && isArrayIndex(part))) {
      if (onTheWay === 'leave') return;
      throw blocked(parts, at, container, onTheWay === 'create');
    }
    if (Array.isArray(container)) {
      const beyond = Number(part) - container.length;
      if (beyond >= 0 && onTheWay !== 'create') return;
      if (beyond > MAX_PADDING)
        throw new MongoError(2, `can't backfill more than ${MAX_PADDING} elements`);
    }
    const old: Value | undefined = isDoc(container) ? container.get(part) : container[Number(part)];
    let value: Value | undefined = old;
    if (at === parts.length - 1) value = change(old, document);
    else if (old === undefined && onTheWay === 'create') value = new Map();
    put(container, part, value);
    container = value;
  }
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

/** 28: the value cannot have the field of the path's part `at`. */
function blocked(parts: readonly string[], at: number, value: Value, creates: boolean): MongoError {
  const element = `{${parts[at - 1]}: ${showValue(value)}}`;
  return new MongoError(
    28,
    creates
      ? `Cannot create field '${parts[at]}' in element ${element}`
      : `Cannot use the part (${parts[at]}) of (${parts.join('.')}) to traverse the element (${element})`,
  );
}
