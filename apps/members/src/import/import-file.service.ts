import { Inject, Injectable } from '@nestjs/common';
import type { MemberImportMode, MemberCsvColumn } from '@engawa/contracts';
import {
  FileImportFiles,
  ImportHeadingWrong,
  type FileBeginning,
  type SentFile,
} from '@engawa/imports';
import { FILE_STORE, type FileStore } from '@engawa/storage';
import { columnText } from '../csv/csv-row.rules';
import { readHeading } from '../csv/csv-heading.rules';

/** Start of a file with its parsed heading. */
export interface BegunFile extends FileBeginning {
  columns: (MemberCsvColumn | null)[];
}

@Injectable()
export class ImportFiles extends FileImportFiles {
  constructor(@Inject(FILE_STORE) store: FileStore) {
    super('members', store);
  }

  /** Reads encoding and heading; throws the problem that makes the file unusable. */
  async begin(file: SentFile, mode: MemberImportMode): Promise<BegunFile> {
    const beginning = await this.beginningOf(file);
    const { headings, hasRows } = beginning;
    if (headings.length === 0) throw new ImportHeadingWrong('members.import.no-rows');
    const heading = readHeading(headings, mode);
    if (heading.missing.length > 0) {
      throw new ImportHeadingWrong(
        'members.import.missing-columns',
        heading.missing.map(columnText),
      );
    }
    if (heading.unknown.length > 0) {
      throw new ImportHeadingWrong('members.import.unknown-columns', heading.unknown);
    }
    if (heading.repeated.length > 0) {
      throw new ImportHeadingWrong('members.import.repeated-columns', heading.repeated);
    }
    if (!hasRows) throw new ImportHeadingWrong('members.import.no-rows');
    return { ...beginning, columns: heading.columns };
  }
}
