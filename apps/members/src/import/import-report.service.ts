import { Injectable, type StreamableFile } from '@nestjs/common';
import { memberCsvColumns, memberImportReasons, type Locale } from '@engawa/contracts';
import { ImportChunkRepository } from './import-chunk.repository';
import { ImportFiles } from './import-file.service';
import type { ImportDocument, KeptRow } from './import.schema';

/** Reports rejected and skipped rows with their reasons. */
@Injectable()
export class ImportReport {
  constructor(
    private readonly chunks: ImportChunkRepository,
    private readonly files: ImportFiles,
  ) {}

  download(job: ImportDocument, language: Locale): StreamableFile {
    return this.files.report(job, memberCsvColumns.error[language], this.reasons(job, language));
  }

  private async *reasons(job: ImportDocument, language: Locale) {
    for await (const row of this.chunks.findRows(job)) {
      if (row.verdict !== 'refused' && row.verdict !== 'duplicate') continue;
      yield { row: row.row, reason: reasonOf(row, language) };
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
