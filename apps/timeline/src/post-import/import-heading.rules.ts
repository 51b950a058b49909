import { foldText, postCsvColumns, type PostCsvColumn } from '@engawa/contracts';
import { restoreCell } from '@engawa/csv';

const columns = Object.keys(postCsvColumns) as PostCsvColumn[];
const byHeading: ReadonlyMap<string, PostCsvColumn> = new Map(
  columns.flatMap((column) =>
    [column, ...Object.values(postCsvColumns[column])].map((name) => [foldText(name), column]),
  ),
);

/** A parsed heading: the column of each cell, null for ignored ones. */
export interface CsvHeading {
  columns: (PostCsvColumn | null)[];
  repeated: string[];
  missing: PostCsvColumn[];
}

/** Columns are recognized in any language; only the memo is required. */
export function readHeading(cells: readonly string[]): CsvHeading {
  const heading: CsvHeading = { columns: [], repeated: [], missing: [] };
  for (const cell of cells) {
    const column = byHeading.get(foldText(cell.trim())) ?? null;
    if (column !== null && heading.columns.includes(column)) heading.repeated.push(cell.trim());
    heading.columns.push(column);
  }
  if (!heading.columns.includes('memo')) heading.missing.push('memo');
  return heading;
}

/** A row with its cells by column. */
export interface CsvRow {
  row: number;
  line: number;
  cells: Partial<Record<PostCsvColumn, string>>;
  /** A value beyond the last column, which is an error. */
  beyond: { column: string; value: string } | null;
}

export function rowOfRecord(
  record: { row: number; line: number; cells: readonly string[] },
  heading: readonly (PostCsvColumn | null)[],
): CsvRow {
  const cells: CsvRow['cells'] = {};
  heading.forEach((column, index) => {
    if (column === null) return;
    cells[column] = restoreCell(record.cells[index] ?? '')
      .trim()
      .replace(/\r\n/g, '\n');
  });
  const at = record.cells.findIndex((cell, index) => index >= heading.length && cell.trim() !== '');
  const beyond = at === -1 ? null : { column: String(at + 1), value: record.cells[at]! };
  return { row: record.row, line: record.line, cells, beyond };
}
