import { createHash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { postCsvColumns, type PostCsvColumn } from '@engawa/contracts';
import {
  FileImportFiles,
  ImportHeadingWrong,
  type FileBeginning,
  type SentFile,
} from '@engawa/imports';
import { currentContext } from '@engawa/service-kit';
import { FILE_STORE, type FileStore } from '@engawa/storage';
import { readHeading } from './import-heading.rules';

/** What is known of a file before its rows are read. */
export interface BegunFile extends FileBeginning {
  columns: (PostCsvColumn | null)[];
  /** SHA-256: the same file yields the same posts. */
  hash: string;
}

@Injectable()
export class ImportFiles extends FileImportFiles {
  constructor(@Inject(FILE_STORE) store: FileStore) {
    super('timeline', store);
  }

  /** Reads encoding and heading; throws the problem that makes the file unusable. */
  async begin(file: SentFile): Promise<BegunFile> {
    const beginning = await this.beginningOf(file);
    const { headings, hasRows } = beginning;
    if (headings.length === 0) throw new ImportHeadingWrong('timeline.import.no-rows');
    const { columns, missing, repeated } = readHeading(headings);
    if (missing.length > 0) {
      const locale = currentContext()?.locale ?? 'ja';
      const texts = missing.map((column) => postCsvColumns[column][locale]);
      throw new ImportHeadingWrong('timeline.import.missing-columns', texts);
    }
    if (repeated.length > 0) {
      throw new ImportHeadingWrong('timeline.import.repeated-columns', repeated);
    }
    if (!hasRows) throw new ImportHeadingWrong('timeline.import.no-rows');
    const hash = createHash('sha256').update(file.content).digest('hex');
    return { ...beginning, columns, hash };
  }
}
