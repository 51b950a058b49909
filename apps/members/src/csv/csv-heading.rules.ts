import {
  memberCsvColumns,
  memberField,
  memberFieldNames,
  type Locale,
  type MemberCsvColumn,
  type MemberImportMode,
} from '@engawa/contracts';
import { readColumns } from '@engawa/imports';
import { fieldNameKey, type StoredCustomField } from '../custom-field/custom-field.rules';

/** Read-only columns; an import ignores them. */
const ignored: readonly MemberCsvColumn[] = ['lastTalkedAt', 'error'];

const needed: Record<MemberImportMode, readonly MemberCsvColumn[]> = {
  add: ['familyName'],
  update: ['id'],
  updateType: ['id', 'typeOfContract'],
};

/** A memo may be long, so it comes last but for the photo. */
const written: readonly MemberCsvColumn[] = [
  ...memberFieldNames.filter((name) => name !== 'memo'),
  'typeOfContract',
  'memo',
  'photoFileName',
];

/** Columns of a template; adding needs no ids. */
export const templateColumns: Record<MemberImportMode, readonly MemberCsvColumn[]> = {
  add: written,
  update: ['id', ...written],
  updateType: ['id', 'familyName', 'firstName', 'typeOfContract'],
};

/** Columns of an export: those of an update, and read-only ones. */
export const exportColumns: readonly MemberCsvColumn[] = [
  ...templateColumns.update,
  'lastTalkedAt',
];

const byHeading = new Map<string, MemberCsvColumn>();
for (const [column, texts] of Object.entries(memberCsvColumns)) {
  for (const heading of [column, texts.ja, texts.en]) {
    byHeading.set(fieldNameKey(heading), column as MemberCsvColumn);
  }
}
byHeading.set(fieldNameKey('契約種別'), 'typeOfContract');
for (const name of memberFieldNames) {
  for (const heading of memberField(name).headings ?? [])
    byHeading.set(fieldNameKey(heading), name);
}

/** Whether a heading of a member CSV means one of the columns of every space. */
export function isCsvHeading(heading: string): boolean {
  return byHeading.has(fieldNameKey(heading));
}

/** A column of a file: one of every space, or a custom field by its id. */
export type ImportColumn = MemberCsvColumn | `custom:${string}`;

/** The id of the custom field of a column; null for other columns. */
export function customFieldIdOf(column: ImportColumn): string | null {
  return column.startsWith('custom:') ? column.slice('custom:'.length) : null;
}

/** A parsed heading: the column of each cell, null for ignored ones. */
export interface CsvHeading {
  columns: (ImportColumn | null)[];
  unknown: string[];
  repeated: string[];
  missing: MemberCsvColumn[];
}

/** Parses the first line of a file for the given mode. */
export function readHeading(
  cells: readonly string[],
  mode: MemberImportMode,
  customFields: readonly StoredCustomField[] = [],
): CsvHeading {
  const custom = new Map(
    customFields.map(({ id, name }) => [fieldNameKey(name), `custom:${id}` as const]),
  );
  const { columns, ...faults } = readColumns<ImportColumn>(cells, (cell) => {
    const key = fieldNameKey(cell);
    return byHeading.get(key) ?? custom.get(key);
  });
  return {
    ...faults,
    columns: columns.map((column) => (column !== null && isUsed(column, mode) ? column : null)),
    missing: needed[mode].filter((column) => !columns.includes(column)),
  };
}

function isUsed(column: ImportColumn, mode: MemberImportMode): boolean {
  if (mode === 'updateType') return needed.updateType.some((one) => one === column);
  if (mode === 'add' && column === 'id') return false;
  return !ignored.some((one) => one === column);
}

/** Headings in a language, in column order; custom fields follow. */
export function headingsOf(
  columns: readonly MemberCsvColumn[],
  language: Locale,
  customFields: readonly StoredCustomField[] = [],
): string[] {
  const own = columns.map((column) => memberCsvColumns[column][language]);
  return [...own, ...customFields.map(({ name }) => name)];
}
