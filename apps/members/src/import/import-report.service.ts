import { Injectable } from '@nestjs/common';
import { memberCsvColumns, memberImportReasons, type Locale } from '@engawa/contracts';
import { refusedRowsCsv } from '@engawa/csv';
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
  pieces(job: ImportDocument, language: Locale): AsyncGenerator<Buffer> {
    const { headings, encoding, bom } = job;
    const file = { headings, encoding, bom, records: this.files.rows(job) };
    return refusedRowsCsv(file, memberCsvColumns.error[language], this.reasons(job, language));
  }

  private async *reasons(job: ImportDocument, language: Locale) {
    for await (const row of this.refused(job)) {
      yield { row: row.row, reason: reasonOf(row, language) };
    }
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
