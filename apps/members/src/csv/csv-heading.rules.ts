import {
  memberCsvColumns,
  memberField,
  memberFieldNames,
  type Locale,
  type MemberCsvColumn,
  type MemberImportMode,
} from '@engawa/contracts';
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
  const seen = new Set<ImportColumn>();
  const custom = new Map(
    customFields.map(({ id, name }) => [fieldNameKey(name), `custom:${id}` as const]),
  );
  const heading: CsvHeading = { columns: [], unknown: [], repeated: [], missing: [] };
  for (const cell of cells) {
    const key = fieldNameKey(cell);
    const column = byHeading.get(key) ?? custom.get(key);
    if (column === undefined) {
      // Empty headings come from trailing cells of spreadsheets.
      if (cell.trim() !== '') heading.unknown.push(cell.trim().slice(0, 100));
      heading.columns.push(null);
      continue;
    }
    if (seen.has(column)) heading.repeated.push(cell.trim());
    seen.add(column);
    const unused =
      (ignored as readonly string[]).includes(column) ||
      (mode === 'add' && column === 'id') ||
      (mode === 'updateType' && column !== 'id' && column !== 'typeOfContract');
    heading.columns.push(unused ? null : column);
  }
  heading.missing = needed[mode].filter((column) => !seen.has(column));
  return heading;
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
