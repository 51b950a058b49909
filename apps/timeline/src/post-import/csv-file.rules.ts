import { TextDecoder } from 'node:util';
import { foldText, postCsvColumns, type PostCsvColumn } from '@engawa/contracts';
import { restoreCell } from '@engawa/csv';
import { parse } from 'csv-parse/sync';
import { decode } from 'iconv-lite';

/** One row of the file under its heading. */
export interface CsvRow {
  /** Line on which it begins, the heading being on the first. */
  line: number;
  cells: Partial<Record<PostCsvColumn, string>>;
  /** The number of cells differs from the heading. */
  misfit: boolean;
}

/** What can be wrong with the file as a whole. */
export type CsvFault = 'not-csv' | 'wrong-heading' | 'too-large';

/**
 * Reads a CSV file: UTF-8 with or without BOM, else Shift_JIS (CP932). Columns are found by their
 * heading in any language; others are passed over, and only the memo must be there.
 */
export function readCsv(content: Buffer, maxRows: number): CsvRow[] | CsvFault {
  const text = textOf(content);
  if (text === null) return 'not-csv';
  let records: { record: string[]; info: { lines: number } }[];
  try {
    records = parse(text, {
      bom: true,
      info: true,
      relax_column_count: true,
      skip_empty_lines: true,
      to: maxRows + 2,
    }) as unknown as typeof records;
  } catch {
    return 'not-csv';
  }
  const [heading, ...rows] = records;
  const columns = (heading?.record ?? []).map(columnOf);
  if (!columns.includes('memo')) return 'wrong-heading';
  if (rows.length > maxRows) return 'too-large';
  let before = heading!.info.lines;
  return rows.map(({ record, info }) => {
    const line = before + 1;
    before = info.lines;
    const cells: CsvRow['cells'] = {};
    columns.forEach((column, index) => {
      if (column !== null) cells[column] = restoreCell(record[index] ?? '').trim();
    });
    return { line, cells, misfit: record.length !== columns.length };
  });
}

function textOf(content: Buffer): string | null {
  if (content.includes(0)) return null;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(content);
  } catch {
    const text = decode(content, 'cp932');
    return text.includes('\ufffd') ? null : text;
  }
}

const byHeading = new Map(
  (Object.keys(postCsvColumns) as PostCsvColumn[]).flatMap((column) =>
    [column, ...Object.values(postCsvColumns[column])].map((name) => [foldText(name), column]),
  ),
) as ReadonlyMap<string, PostCsvColumn>;

function columnOf(heading: string): PostCsvColumn | null {
  return byHeading.get(foldText(heading.trim())) ?? null;
}
