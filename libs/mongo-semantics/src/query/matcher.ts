import { isDoc, type Doc, type Value } from '../bson/bson-value';

/** What a match found out on the way; the positional operator `$` of updates and projections needs it. */
export interface MatchDetails {
  /** Index of the element through which the last array condition matched. */
  position: number | null;
}

export type Matcher = (document: Doc, details?: MatchDetails) => boolean;

/** A condition on one value; `undefined` is a missing one. */
export type Condition = (value: Value | undefined, details?: MatchDetails) => boolean;

const INTEGER = /^(?:0|[1-9]\d*)$/;

export function isArrayIndex(part: string): boolean {
  return INTEGER.test(part);
}

/**
 * Whether the condition holds for something under the path. Arrays on the way are entered, each document in
 * them stands for itself; an array at the end is tried by its elements (if `expand`) and as a whole.
 */
export function matchPath(
  document: Doc,
  parts: readonly string[],
  expand: boolean,
  condition: Condition,
  details?: MatchDetails,
  from = 0,
): boolean {
  let value: Value | undefined = document;
  for (let i = from; i < parts.length; i++) {
    if (isDoc(value)) value = value.get(parts[i]!);
    else if (Array.isArray(value)) return matchInArray(value, parts, i, expand, condition, details);
    else return condition(undefined, details);
  }
  return matchEnd(value, expand, condition, details);
}

function matchInArray(
  array: Value[],
  parts: readonly string[],
  at: number,
  expand: boolean,
  condition: Condition,
  details: MatchDetails | undefined,
): boolean {
  for (let i = 0; i < array.length; i++) {
    const element = array[i]!;
    if (isDoc(element) && matchPath(element, parts, expand, condition, details, at)) {
      if (details) details.position = i;
      return true;
    }
  }
  const part = parts[at]!;
  if (!isArrayIndex(part)) return false;
  const element = array[Number(part)];
  if (element === undefined) return false;
  if (at === parts.length - 1) return matchEnd(element, expand, condition, details);
  if (isDoc(element)) return matchPath(element, parts, expand, condition, details, at + 1);
  if (Array.isArray(element))
    return matchInArray(element, parts, at + 1, expand, condition, details);
  return condition(undefined, details);
}

function matchEnd(
  value: Value | undefined,
  expand: boolean,
  condition: Condition,
  details?: MatchDetails,
): boolean {
  if (expand && Array.isArray(value)) {
    for (let i = 0; i < value.length; i++) {
      if (condition(value[i], details)) {
        if (details) details.position = i;
        return true;
      }
    }
  }
  return condition(value, details);
}
