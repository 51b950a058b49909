import { encode } from 'iconv-lite';
import { csvLine, restoreCell } from './csv-cell.rules';
import { codecs, type FoundEncoding } from './csv-encoding.rules';
import type { CsvRecord } from './csv-reader';

/** A file that was read; the report has the same format. */
export interface ReadFile extends FoundEncoding {
  headings: readonly string[];
  /** Its rows, without the heading. */
  batches: AsyncIterable<readonly CsvRecord[]>;
}

/**
 * Yields a CSV of the rejected rows in the columns and encoding of the file, each with its reason
 * in a last column. If the file is a corrected report, its reason column is reused. `refused` must
 * be in row order.
 */
export async function* refusedRowsCsv(
  { headings, batches, encoding, bom }: ReadFile,
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
  let next = await refused.next();
  for await (const records of batches) {
    if (next.done) break;
    const lines: string[] = [];
    for (const record of records) {
      if (next.done || record.row !== next.value.row) continue;
      lines.push(line(record.cells, next.value.reason));
      next = await refused.next();
    }
    if (lines.length > 0) yield write(lines.join(''));
  }
}
