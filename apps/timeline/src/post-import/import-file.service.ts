import { createHash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { postCsvColumns, type PostCsvColumn } from '@engawa/contracts';
import { detectEncoding, type FoundEncoding, type UnreadableCsv } from '@engawa/csv';
import { FileImportFiles } from '@engawa/imports';
import { currentContext } from '@engawa/service-kit';
import { FILE_STORE, type FileStore } from '@engawa/storage';
import { ImportHeadingWrong, ImportNotCsv, ImportUnreadable } from './import.errors';
import { readHeading } from './import-heading.rules';

/** What a file says of itself before its rows are looked at. */
export interface BegunFile extends FoundEncoding {
  headings: string[];
  columns: (PostCsvColumn | null)[];
  /** SHA-256: the same file again makes the same posts. */
  hash: string;
}

@Injectable()
export class ImportFiles extends FileImportFiles {
  constructor(@Inject(FILE_STORE) store: FileStore) {
    super(store);
  }

  /** Reads encoding and heading; throws the problem that keeps the file from being used. */
  async begin(content: Buffer): Promise<BegunFile> {
    const how = detectEncoding(content);
    if (!how) throw new ImportNotCsv();
    const [first, second] = await this.beginningOf(content, how);
    if (!first) throw new ImportHeadingWrong('no-rows');
    const { columns, missing, repeated } = readHeading(first.cells);
    if (missing.length > 0) {
      const locale = currentContext()?.locale ?? 'ja';
      const texts = missing.map((column) => postCsvColumns[column][locale]);
      throw new ImportHeadingWrong('missing-columns', texts);
    }
    if (repeated.length > 0) throw new ImportHeadingWrong('repeated-columns', repeated);
    if (!second) throw new ImportHeadingWrong('no-rows');
    const hash = createHash('sha256').update(content).digest('hex');
    return { ...how, headings: first.cells, columns, hash };
  }

  protected problemOf({ reason, line }: UnreadableCsv): Error {
    return new ImportUnreadable(reason, line);
  }
}
