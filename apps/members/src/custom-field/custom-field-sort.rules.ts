import {
  CUSTOM_FIELD_LIMIT,
  foldText,
  type CustomFieldValue,
  type CustomFieldValues,
} from '@engawa/contracts';
import { fits, type StoredCustomField } from './custom-field.rules';

/**
 * Keys by which members are sorted by custom fields, one for each slot. A key begins with the id of
 * its field, so that keys of a deleted field never appear in a list by the next field of its slot.
 */
export type CustomSortKeys = Record<string, string>;

/** Longest text in a key; keeps index keys and cursors small. */
const MAX_TEXT_LENGTH = 16;
const ID_END = '\u0001';
const AFTER_ID_END = '\u0002';

export const customSortSlots = Array.from({ length: CUSTOM_FIELD_LIMIT }, (_, slot) => slot);

/** The field of member documents with the keys of a slot. */
export function customSortField(slot: number): `customSort.s${number}` {
  return `customSort.s${slot}`;
}

/** A slot that no field of the space has; there are as many as fields. */
export function freeSlot(fields: readonly StoredCustomField[]): number {
  const taken = new Set(fields.map(({ slot }) => slot));
  return customSortSlots.find((slot) => !taken.has(slot)) ?? 0;
}

/** The keys of a member's values. */
export function customSortKeys(
  fields: readonly StoredCustomField[],
  values: CustomFieldValues,
): CustomSortKeys {
  return Object.fromEntries(
    fields.flatMap((field) => {
      const value = values[field.id];
      if (field.slot === undefined || value === undefined || !fits(field, value)) return [];
      return [[`s${field.slot}`, field.id + ID_END + valueKey(value)]];
    }),
  );
}

/** The keys of all values of a field. */
export function customSortRange({ id }: StoredCustomField): { $gt: string; $lt: string } {
  return { $gt: id + ID_END, $lt: id + AFTER_ID_END };
}

/** The key of a choice. Choices that were added together may have the same. */
export function choiceSortKey({ id }: StoredCustomField, choiceId: string): string {
  return id + ID_END + valueKey(choiceId);
}

/** Texts of one kind sort as their values do; choices in the order in which they were added. */
function valueKey(value: CustomFieldValue): string {
  return typeof value === 'number' ? numberKey(value) : foldText(value).slice(0, MAX_TEXT_LENGTH);
}

/** The bits of a double, changed so that their text sorts as the number does. */
function numberKey(value: number): string {
  const bits = new DataView(new ArrayBuffer(8));
  bits.setFloat64(0, value === 0 ? 0 : value);
  const raw = bits.getBigUint64(0);
  const isNegative = raw >> 63n === 1n;
  const sorted = isNegative ? ~raw & 0xffff_ffff_ffff_ffffn : raw | (1n << 63n);
  return sorted.toString(16).padStart(16, '0');
}
