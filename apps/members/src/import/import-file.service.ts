import { Inject, Injectable } from '@nestjs/common';
import type { MemberImportMode, MemberCsvColumn } from '@engawa/contracts';
import { detectEncoding, type FoundEncoding, type UnreadableCsv } from '@engawa/csv';
import { FileImportFiles } from '@engawa/imports';
import { FILE_STORE, type FileStore } from '@engawa/storage';
import { columnText } from '../csv/csv-row.rules';
import { readHeading } from '../csv/csv-heading.rules';
import { ImportHeadingWrong, ImportNotCsv, ImportUnreadable } from './import.errors';

/** What the beginning of a file says. */
export interface BegunFile {
  how: FoundEncoding;
  headings: string[];
  columns: (MemberCsvColumn | null)[];
}

@Injectable()
export class ImportFiles extends FileImportFiles {
  constructor(@Inject(FILE_STORE) store: FileStore) {
    super(store);
  }

  /** Reads encoding and heading; throws the problem that keeps the file from being used. */
  async begin(content: Buffer, mode: MemberImportMode): Promise<BegunFile> {
    const how = detectEncoding(content);
    if (!how) throw new ImportNotCsv();
    const [first, second] = await this.beginningOf(content, how);
    if (!first) throw new ImportHeadingWrong('no-rows');
    const heading = readHeading(first.cells, mode);
    if (heading.missing.length > 0) {
      throw new ImportHeadingWrong('missing-columns', heading.missing.map(columnText));
    }
    if (heading.unknown.length > 0) {
      throw new ImportHeadingWrong('unknown-columns', heading.unknown);
    }
    if (heading.repeated.length > 0) {
      throw new ImportHeadingWrong('repeated-columns', heading.repeated);
    }
    if (!second) throw new ImportHeadingWrong('no-rows');
    return { how, headings: first.cells, columns: heading.columns };
  }

  protected problemOf({ reason, line }: UnreadableCsv): Error {
    return new ImportUnreadable(reason, line);
  }
}
