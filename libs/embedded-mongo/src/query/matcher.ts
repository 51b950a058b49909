import { isDoc, type Doc, type Value } from '../bson/bson-value';

export type Matcher = (document: Doc) => boolean;

/** A condition on one value; `undefined` is a missing one. */
export type Condition = (value: Value | undefined) => boolean;

const INTEGER = /^(?:0|[1-9]\d*)$/;

/** Whether a part of a path may be an index of an array. */
export function isArrayIndex(part: string | undefined): boolean {
  return part !== undefined && INTEGER.test(part);
}

/**
 * Whether the condition holds for a value under the path, from its part `from` on. Arrays on the
 * path are entered; an array at the end is checked by its elements (if `expand`) and as a whole.
 */
export function matchPath(
  start: Value,
  parts: readonly string[],
  expand: boolean,
  condition: Condition,
  from = 0,
): boolean {
  let value: Value | undefined = start;
  for (let i = from; i < parts.length; i++) {
    if (isDoc(value)) value = value.get(parts[i]!);
    else if (Array.isArray(value)) return matchInArray(value, parts, i, expand, condition);
    else return condition(undefined);
  }
  return (expand && Array.isArray(value) && value.some(condition)) || condition(value);
}

function matchInArray(
  array: Value[],
  parts: readonly string[],
  at: number,
  expand: boolean,
  condition: Condition,
): boolean {
  if (array.some((item) => isDoc(item) && matchPath(item, parts, expand, condition, at)))
    return true;
  if (!isArrayIndex(parts[at])) return false;
  const element = array[Number(parts[at])];
  if (element === undefined) return false;
  // An array selected by its index is not expanded: `{ 'a.0': 3 }` does not match `{ a: [[3]] }`.
  if (at === parts.length - 1) return condition(element);
  return matchPath(element, parts, expand, condition, at + 1);
}
