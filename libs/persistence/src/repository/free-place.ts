import { z } from 'zod';
import { ChangeContended, DuplicateKey } from '../persistence.errors';
import type { IndexDefinition } from '../schema/define-store';

/**
 * The place of a document in a group that holds at most so many documents. Documents of earlier
 * versions, and those that were not added one by one, have none.
 */
export const place = z.int().min(1).optional();

/** Lets each place of a group be taken once. A removed document must leave its place, or match `where` no longer. */
export function placeIndex(
  group: readonly string[],
  { field = 'place', where = {} }: { field?: string; where?: Record<string, unknown> } = {},
): IndexDefinition {
  return {
    name: field,
    keys: { space: 1, ...Object.fromEntries(group.map((key) => [key, 1 as const])), [field]: 1 },
    unique: true,
    partial: { ...where, [field]: { $gt: 0 } },
    serves: 'inFreePlace: no place twice',
  };
}

/** Documents of which there may be so many. */
interface LimitedGroup<Doc extends { place?: number }> {
  limit: number;
  /** All of the group, in any order; more than `limit` are not needed. */
  find: () => Promise<readonly Doc[]>;
  full: () => Error;
  /** The field of the place, and the name of its index. */
  field?: keyof Doc & string;
}

/**
 * Writes a document to a group unless that is full: `write` stores the place that it gets. Of writes at
 * the same moment, the unique index lets one have the place; the others look at the group again. So
 * the group never exceeds its limit, without a lock.
 */
export async function inFreePlace<T, Doc extends { place?: number }>(
  { limit, find, full, field = 'place' }: LimitedGroup<Doc>,
  write: (place: number, group: readonly Doc[]) => Promise<T>,
): Promise<T> {
  // After a conflict the group has one more, or a removed document has not left its place.
  for (let conflicts = 0; conflicts <= limit; conflicts += 1) {
    const group = await find();
    if (group.length >= limit) throw full();
    const taken = group.map((one) => (one[field] as number | undefined) ?? 0);
    try {
      return await write(1 + Math.max(0, ...taken), group);
    } catch (error) {
      if (!(error instanceof DuplicateKey && error.index === field)) throw error;
    }
  }
  throw new ChangeContended(`Others took each of ${limit} places first`);
}
