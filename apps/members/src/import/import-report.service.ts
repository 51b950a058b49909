import { Injectable } from '@nestjs/common';
import { memberCsvColumns, memberImportReasons, type Locale } from '@engawa/contracts';
import { stringify } from 'csv-stringify/sync';
import { encode } from 'iconv-lite';
import { defuseCell, restoreCell } from '../csv/csv-cell.rules';
import { ImportChunkRepository } from './import-chunk.repository';
import { ImportFiles } from './import-file.service';
import type { ImportDocument, KeptRow } from './import.schema';

const CHUNKS_READ = 4;

/** The rows of an import that were refused or left out, as they came, each with its reason. */
@Injectable()
export class ImportReport {
  constructor(
    private readonly chunks: ImportChunkRepository,
    private readonly files: ImportFiles,
  ) {}

  /** Pieces of the CSV, in the columns and encoding of the file. */
  async *pieces(job: ImportDocument, language: Locale): AsyncGenerator<Buffer> {
    const write = writer(job);
    const errorHeading = memberCsvColumns.error[language];
    const at = job.headings.indexOf(errorHeading);
    const withError = (cells: readonly string[], error: string) => {
      const filled = job.headings.map((_, index) => cells[index] ?? '');
      if (at === -1) return [...filled, error];
      return filled.map((cell, index) => (index === at ? error : cell));
    };
    yield write([withError(job.headings, errorHeading)], true);
    const refused = this.refused(job);
    let next = await refused.next();
    let rows: string[][] = [];
    for await (const record of this.files.rows(job)) {
      if (next.done) break;
      if (record.row !== next.value.row) continue;
      rows.push(
        withError(
          record.cells.map((cell) => defuseCell(restoreCell(cell))),
          reasonOf(next.value, language),
        ),
      );
      next = await refused.next();
      if (rows.length === 500) yield write(rows.splice(0), false);
    }
    if (rows.length > 0) yield write(rows, false);
    rows = [];
  }

  private async *refused(job: ImportDocument): AsyncGenerator<KeptRow, undefined> {
    const phase = ['checking', 'checked'].includes(job.state) ? 'check' : 'run';
    for (let index = 0; ;) {
      const found = await this.chunks.findFrom(job.space, job.id, phase, index, null, CHUNKS_READ);
      for (const chunk of found) {
        for (const row of chunk.rows) {
          if (row.verdict === 'refused' || row.verdict === 'duplicate') yield row;
        }
      }
      if (found.length < CHUNKS_READ) return undefined;
      index = found.at(-1)!.index + 1;
    }
  }
}

function reasonOf(row: KeptRow, language: Locale): string {
  if (row.verdict === 'duplicate') {
    const words = { ja: '登録済みの会員と重複しています', en: 'A likely duplicate' }[language];
    return row.duplicateOfRow === null ? words : `${words} (${row.duplicateOfRow})`;
  }
  return row.problems
    .map(({ column, reason }) => `${column}: ${memberImportReasons[reason][language]}`)
    .join(' / ');
}

function writer(job: ImportDocument): (rows: string[][], first: boolean) => Buffer {
  return (rows, first) => {
    const text = stringify(rows, { record_delimiter: 'windows' });
    const mark = first && job.bom > 0 ? '\ufeff' : '';
    const name = { 'utf-8': 'utf8', 'utf-16le': 'utf16le', 'utf-16be': 'utf16be', cp932: 'cp932' };
    return encode(mark + text, name[job.encoding]);
  };
}
