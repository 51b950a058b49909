import { Injectable, type StreamableFile } from '@nestjs/common';
import {
  postCsvColumns,
  postCsvErrorHeading,
  postImportReasons,
  type Locale,
  type PostCsvColumn,
  type PostImportProblem,
} from '@engawa/contracts';
import { ImportChunkRepository } from './import-chunk.repository';
import { ImportFiles } from './import-file.service';
import type { ImportDocument } from './import.schema';

/** Reports rejected rows with their reasons. */
@Injectable()
export class ImportReport {
  constructor(
    private readonly chunks: ImportChunkRepository,
    private readonly files: ImportFiles,
  ) {}

  download(job: ImportDocument, locale: Locale): StreamableFile {
    return this.files.report(job, postCsvErrorHeading[locale], this.reasons(job, locale));
  }

  private async *reasons(job: ImportDocument, locale: Locale) {
    for await (const { row, problems } of this.chunks.findRows(job)) {
      yield { row, reason: problems.map((problem) => wordsOf(problem, locale)).join(' / ') };
    }
  }
}

function wordsOf({ column, reason }: PostImportProblem, locale: Locale): string {
  const heading = postCsvColumns[column as PostCsvColumn]?.[locale] ?? column;
  return `${heading}: ${postImportReasons[reason][locale]}`;
}
