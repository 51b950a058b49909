import {
  foldText,
  memberCsvColumns,
  type Locale,
  type MemberCsvColumn,
  type MemberImportMode,
} from '@engawa/contracts';

/** Read-only columns; an import ignores them. */
const ignored: readonly MemberCsvColumn[] = ['lastTalkedAt', 'error'];

const needed: Record<MemberImportMode, readonly MemberCsvColumn[]> = {
  add: ['familyName'],
  update: ['id'],
  updateType: ['id', 'typeOfContract'],
};

const written: readonly MemberCsvColumn[] = [
  'familyName',
  'firstName',
  'familyNameKana',
  'firstNameKana',
  'company',
  'title',
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

const keyOf = (heading: string) => foldText(heading).replace(/[\s()[\]（）_-]/g, '');
const byHeading = new Map<string, MemberCsvColumn>();
for (const [column, texts] of Object.entries(memberCsvColumns)) {
  for (const heading of [column, texts.ja, texts.en]) {
    byHeading.set(keyOf(heading), column as MemberCsvColumn);
  }
}
// Alternative headings.
for (const [heading, column] of [
  ['苗字', 'familyName'],
  ['名字', 'familyName'],
  ['姓カナ', 'familyNameKana'],
  ['セイ', 'familyNameKana'],
  ['名カナ', 'firstNameKana'],
  ['メイ', 'firstNameKana'],
  ['会社', 'company'],
  ['所属', 'company'],
  ['契約種別', 'typeOfContract'],
  ['備考', 'memo'],
] as const) {
  byHeading.set(keyOf(heading), column);
}

/** A parsed heading: the column of each cell, null for ignored ones. */
export interface CsvHeading {
  columns: (MemberCsvColumn | null)[];
  unknown: string[];
  repeated: string[];
  missing: MemberCsvColumn[];
}

/** Parses the first line of a file for the given mode. */
export function readHeading(cells: readonly string[], mode: MemberImportMode): CsvHeading {
  const seen = new Set<MemberCsvColumn>();
  const heading: CsvHeading = { columns: [], unknown: [], repeated: [], missing: [] };
  for (const cell of cells) {
    const column = byHeading.get(keyOf(cell));
    if (column === undefined) {
      // Empty headings come from trailing cells of spreadsheets.
      if (cell.trim() !== '') heading.unknown.push(cell.trim().slice(0, 100));
      heading.columns.push(null);
      continue;
    }
    if (seen.has(column)) heading.repeated.push(cell.trim());
    seen.add(column);
    const unused =
      ignored.includes(column) ||
      (mode === 'add' && column === 'id') ||
      (mode === 'updateType' && column !== 'id' && column !== 'typeOfContract');
    heading.columns.push(unused ? null : column);
  }
  heading.missing = needed[mode].filter((column) => !seen.has(column));
  return heading;
}

/** Headings in a language, in column order. */
export function headingsOf(columns: readonly MemberCsvColumn[], language: Locale): string[] {
  return columns.map((column) => memberCsvColumns[column][language]);
}
