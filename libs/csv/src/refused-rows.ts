import { encode } from 'iconv-lite';
import { csvLine, restoreCell } from './csv-cell.rules';
import { codecs, type FoundEncoding } from './csv-encoding.rules';
import type { CsvRecord } from './csv.reader';

/** Rows that go out together. */
const ROWS_PER_CHUNK = 500;

/** A file as it was read, for what is written in its likeness. */
export interface ReadFile extends FoundEncoding {
  headings: readonly string[];
  /** Its rows without the heading. */
  records: AsyncIterable<CsvRecord>;
}

/**
 * The refused rows of a file as they came, in its columns and encoding, each with its reason in a
 * last column. A report that was mended and is refused again has that column already: it is used.
 * `refused` comes in the order of the rows. Pieces of the new file.
 */
export async function* refusedRowsCsv(
  { headings, records, encoding, bom }: ReadFile,
  reasonHeading: string,
  refused: AsyncIterator<{ row: number; reason: string }>,
): AsyncGenerator<Buffer, void> {
  const at = headings.indexOf(reasonHeading);
  const line = (cells: readonly string[], reason: string) => {
    const filled = headings.map((_, index) => restoreCell(cells[index] ?? ''));
    filled[at === -1 ? headings.length : at] = reason;
    return csvLine(filled);
  };
  const write = (text: string) => encode(text, codecs[encoding]);
  yield write(`${bom > 0 ? '\ufeff' : ''}${line(headings, reasonHeading)}`);
  let lines: string[] = [];
  let next = await refused.next();
  for await (const record of records) {
    if (next.done) break;
    if (record.row !== next.value.row) continue;
    lines.push(line(record.cells, next.value.reason));
    next = await refused.next();
    if (lines.length < ROWS_PER_CHUNK) continue;
    yield write(lines.join(''));
    lines = [];
  }
  if (lines.length > 0) yield write(lines.join(''));
}
