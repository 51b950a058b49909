import { kanaRows, type KanaRow, type MemberSort } from '@engawa/contracts';
import type { IndexDefinition } from '@engawa/persistence';
import {
  customSortField,
  customSortRange,
  customSortSlots,
} from '../custom-field/custom-field-sort.rules';
import type { StoredCustomField } from '../custom-field/custom-field.rules';

/** How a list is sorted by a field; members without a value come last, in kana order. */
export interface ListSort {
  field: string;
  kind: 'string' | 'number' | 'date';
  /** The direction in which equal values are in kana order. */
  primary: 1 | -1;
  /** The condition on the field of members with a value. */
  has: Record<string, unknown>;
}

/** The first moment that a date can hold. */
export const EARLIEST = new Date(-8.64e15);

const fieldSorts: Record<Exclude<MemberSort, 'kana'>, ListSort> = {
  lastTalk: { field: 'lastTalkedAt', kind: 'date', primary: 1, has: { $gt: EARLIEST } },
  posts: { field: 'posts', kind: 'number', primary: -1, has: { $gt: 0 } },
  openIssues: { field: 'openIssues', kind: 'number', primary: -1, has: { $gt: 0 } },
  memberSince: { field: 'memberSince', kind: 'string', primary: 1, has: { $gt: '' } },
};

const CUSTOM = 'custom:';

/** Null: kana order; undefined: no such field. */
export function listSortOf(
  sort: string,
  customFields: readonly StoredCustomField[],
): ListSort | null | undefined {
  if (sort === 'kana') return null;
  if (!sort.startsWith(CUSTOM)) return fieldSorts[sort as keyof typeof fieldSorts];
  const custom = customFields.find(({ id }) => id === sort.slice(CUSTOM.length));
  if (custom?.slot === undefined) return undefined;
  const field = customSortField(custom.slot);
  return { field, kind: 'string', primary: 1, has: customSortRange(custom) };
}

/** The index of a list; lists by custom fields read the rows of all types. */
export function sortIndexOf({ field }: Pick<ListSort, 'field'>, ofType: boolean): string {
  return ofType && !field.startsWith('customSort.') ? `${field}Type` : `${field}List`;
}

/** Only members with a value are in them. */
export const sortIndexes: IndexDefinition[] = [
  ...Object.values(fieldSorts).flatMap((sort) => [sortIndex(sort, false), sortIndex(sort, true)]),
  ...customSortSlots.map((slot) =>
    sortIndex({ field: customSortField(slot), primary: 1, has: { $gt: '' } }, false),
  ),
];

function sortIndex(sort: Omit<ListSort, 'kind'>, ofType: boolean): IndexDefinition {
  return {
    name: sortIndexOf(sort, ofType),
    keys: {
      ...{ space: 1, deleted: 1, ...(ofType ? { typeId: 1 } : {}) },
      ...{ [sort.field]: sort.primary, sortKey: 1, id: 1 },
    } as IndexDefinition['keys'],
    partial: { [sort.field]: sort.has },
    serves: `MemberListRepository.findSortedPage${ofType ? ' with a type' : ''}`,
  };
}

/** Where each row begins among sort keys: names with kana have `0` before it, others `1`. */
const rowBegins: Record<KanaRow, string> = {
  ...{ a: '0あ', ka: '0か', sa: '0さ', ta: '0た', na: '0な', ha: '0は' },
  ...{ ma: '0ま', ya: '0や', ra: '0ら', wa: '0わ', other: '1' },
};

/** The sort keys of names in a row, which ends where the next one begins. */
export function sortKeysOf(row: KanaRow): { $gte: string; $lt: string } {
  const next = kanaRows[kanaRows.indexOf(row) + 1];
  return { $gte: rowBegins[row], $lt: next ? rowBegins[next] : '2' };
}
