import type { KeyField } from '../query/key-values';
import type { IndexMeta } from '../storage/catalog';
import { arePoints, isPoint, type Bounds } from './index-bounds';

/** Paths among the index's arrays that the field passes through or ends in. */
export function arraysOf(index: IndexMeta, path: string): string[] {
  if (index.arrays.size === 0) return [];
  return [...index.arrays].filter((array) => path === array || path.startsWith(`${array}.`));
}

/**
 * Whether the index gives the sort's order, in which direction, and whether ranges must be merged.
 */
export function sortOrder(
  index: IndexMeta,
  bounds: readonly Bounds[],
  sort: readonly KeyField[],
): { reverse: boolean; merge: boolean } | null {
  if (sort.length === 0) return { reverse: false, merge: false };
  if (index.long) return null;
  const pinned = (i: number): boolean =>
    isPoint(bounds[i]!) && arraysOf(index, index.fields[i]!.path).length === 0;
  const plain = matchOrder(index, sort, 0, (i) => isPoint(bounds[i]!), pinned);
  if (plain) return { reverse: plain === -1, merge: false };
  let leading = 0;
  let combinations = 1;
  for (; leading < bounds.length && arePoints(bounds[leading]!); leading++)
    combinations *= bounds[leading]!.intervals.length;
  if (leading === 0 || combinations > 100) return null;
  const merged = matchOrder(index, sort, leading, (i) => i < leading || pinned(i), pinned);
  return merged ? { reverse: merged === -1, merge: true } : null;
}

function matchOrder(
  index: IndexMeta,
  sort: readonly KeyField[],
  from: number,
  skippable: (field: number) => boolean,
  pinned: (field: number) => boolean,
): 1 | -1 | null {
  let at = from;
  let direction: 1 | -1 | null = null;
  for (const wanted of sort) {
    const place = index.fields.findIndex((field) => field.path === wanted.path);
    if (place >= 0 && pinned(place)) continue;
    while (at < index.fields.length && index.fields[at]!.path !== wanted.path && skippable(at))
      at++;
    const field = index.fields[at];
    if (!field || field.path !== wanted.path || arraysOf(index, field.path).length > 0) return null;
    const way = field.descending === wanted.descending ? 1 : -1;
    if (direction !== null && direction !== way) return null;
    direction = way;
    at++;
  }
  return direction ?? 1;
}
