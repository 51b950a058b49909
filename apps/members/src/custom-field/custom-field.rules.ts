import { isDeepStrictEqual } from 'node:util';
import {
  day,
  foldText,
  isCleanText,
  CUSTOM_FIELD_MAX_NUMBER,
  CUSTOM_FIELD_TEXT_MAX_LENGTH,
  type CustomField,
  type CustomFieldChanges,
  type CustomFieldKind,
  type CustomFieldValue,
  type CustomFieldValues,
  type MemberImportReason,
} from '@engawa/contracts';

/** A field in its space's set. */
export interface StoredCustomField {
  id: string;
  name: string;
  kind: CustomFieldKind;
  choices: { id: string; name: string }[];
  version: number;
  /** Which of the sorting indexes of members has its values; no other field of the space has it. */
  slot?: number;
}

type ReadValue = { value: CustomFieldValue | null } | { reason: MemberImportReason };

/** Names are equal if their keys are: ignores width, case, kana, spaces and brackets. */
export function fieldNameKey(name: string): string {
  return foldText(name).replace(/[\s()[\]（）_-]/g, '');
}

/** Whether each choice has a name of its own, and only a choice field has choices. */
export function choicesFit(kind: CustomFieldKind, choices: readonly { name: string }[]): boolean {
  if (kind !== 'choice') return choices.length === 0;
  const names = new Set(choices.map(({ name }) => fieldNameKey(name)));
  return choices.length > 0 && names.size === choices.length;
}

/** Whether a value is one that the field can hold now. */
export function fits(field: StoredCustomField, value: CustomFieldValue): boolean {
  switch (field.kind) {
    case 'text':
      return typeof value === 'string' && value !== '';
    case 'number':
      return typeof value === 'number';
    case 'date':
      return day.safeParse(value).success;
    case 'choice':
      return field.choices.some(({ id }) => id === value);
  }
}

/**
 * The stored values that the fields of the space can hold, in the order of the fields: those of
 * deleted fields and choices are hidden at once and removed in the background.
 */
export function shownValues(
  fields: readonly StoredCustomField[],
  stored: CustomFieldValues | undefined,
): CustomFieldValues {
  const values = stored ?? {};
  return Object.fromEntries(
    fields.flatMap((field) => {
      const value = Object.hasOwn(values, field.id) ? values[field.id] : undefined;
      return value !== undefined && fits(field, value) ? [[field.id, value]] : [];
    }),
  );
}

/** The values after changes; `null` and the empty text remove one. */
export function changedValues(
  stored: CustomFieldValues | undefined,
  changes: CustomFieldChanges,
): CustomFieldValues {
  const values = new Map(Object.entries(stored ?? {}));
  for (const [id, value] of Object.entries(changes)) {
    if (value === null || value === '') values.delete(id);
    else values.set(id, value);
  }
  return Object.fromEntries([...values].sort(([one], [other]) => (one < other ? -1 : 1)));
}

export function sameValues(
  one: CustomFieldValues | undefined,
  other: CustomFieldValues | undefined,
): boolean {
  return isDeepStrictEqual(one ?? {}, other ?? {});
}

/** A value in words, as a file shows it. */
export function valueText(field: StoredCustomField, value: CustomFieldValue | undefined): string {
  if (value === undefined) return '';
  if (field.kind !== 'choice') return String(value);
  return field.choices.find(({ id }) => id === value)?.name ?? '';
}

/** Reads the cell of a file; an empty one removes the value. */
export function readValue(field: StoredCustomField, text: string): ReadValue {
  if (text === '') return { value: null };
  switch (field.kind) {
    case 'text':
      if (text.length > CUSTOM_FIELD_TEXT_MAX_LENGTH) return { reason: 'too-long' };
      return isCleanText(text) ? { value: text } : { reason: 'control-character' };
    case 'number': {
      const number = readNumber(text);
      return number === null ? { reason: 'not-number' } : { value: number };
    }
    case 'date': {
      const date = readDay(text);
      return date === null ? { reason: 'not-date' } : { value: date };
    }
    case 'choice': {
      const key = fieldNameKey(text);
      const choice = field.choices.find(({ name }) => fieldNameKey(name) === key);
      return choice ? { value: choice.id } : { reason: 'unknown-choice' };
    }
  }
}

/** `1,200`, `１２００` and `-3.5`; null for anything else. */
function readNumber(text: string): number | null {
  const plain = text.normalize('NFKC').replaceAll(',', '').trim();
  if (!/^[+-]?(\d+(\.\d*)?|\.\d+)$/.test(plain)) return null;
  const number = Number(plain);
  return Math.abs(number) <= CUSTOM_FIELD_MAX_NUMBER ? number : null;
}

/** `1985-04-01`, `1985/4/1`, `1985.4.1` and `1985年4月1日`; null for anything else. */
export function readDay(text: string): string | null {
  const parts = /^(\d{4})\s*[-/.年]\s*(\d{1,2})\s*[-/.月]\s*(\d{1,2})\s*日?$/.exec(
    text.normalize('NFKC').trim(),
  );
  if (!parts) return null;
  const [, year, month, dayOfMonth] = parts as unknown as [string, string, string, string];
  const found = `${year}-${month.padStart(2, '0')}-${dayOfMonth.padStart(2, '0')}`;
  return day.safeParse(found).success ? found : null;
}

export function toCustomFields(fields: readonly StoredCustomField[]): CustomField[] {
  return fields.map(({ id, version, name, kind, choices }, order) => ({
    id,
    version,
    name,
    kind,
    choices: choices.map((choice) => ({ id: choice.id, name: choice.name })),
    order,
  }));
}

/** Values that a member is found by. Choices are not: renaming one would change every member. */
export function foundTexts(
  fields: readonly StoredCustomField[],
  stored: CustomFieldValues | undefined,
): string[] {
  const values = shownValues(fields, stored);
  return fields.flatMap((field) =>
    field.kind !== 'choice' && field.id in values ? [valueText(field, values[field.id])] : [],
  );
}
