import { buffer } from 'node:stream/consumers';
import { Inject, Injectable } from '@nestjs/common';
import type { MemberImportMode, MemberCsvColumn } from '@engawa/contracts';
import {
  detectEncoding,
  readCsv,
  UnreadableCsv,
  type CsvRecord,
  type FoundEncoding,
} from '@engawa/csv';
import { FILE_STORE, type FileStore } from '@engawa/storage';
import { columnText } from '../csv/csv-row.rules';
import { readHeading } from '../csv/csv-heading.rules';
import { ImportHeadingWrong, ImportNotCsv, ImportUnreadable } from './import.errors';
import type { ImportDocument } from './import.schema';

/** What the beginning of a file says. */
export interface BegunFile {
  how: FoundEncoding;
  headings: string[];
  columns: (MemberCsvColumn | null)[];
}

/** The files of imports: what they begin with, where they lie, their rows. */
@Injectable()
export class ImportFiles {
  constructor(@Inject(FILE_STORE) private readonly store: FileStore) {}

  /** Reads encoding and heading; throws the problem that keeps the file from being used. */
  async begin(content: Buffer, mode: MemberImportMode): Promise<BegunFile> {
    const how = detectEncoding(content);
    if (!how) throw new ImportNotCsv();
    const records: CsvRecord[] = [];
    try {
      for await (const record of readCsv(content, how)) {
        records.push(record);
        if (records.length === 2) break;
      }
    } catch (error) {
      if (!(error instanceof UnreadableCsv)) throw error;
      throw new ImportUnreadable(error.reason, error.line);
    }
    const [first, second] = records;
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

  async keep(space: string, importId: string, content: Buffer): Promise<string> {
    const key = `${space}/imports/${importId}.csv`;
    await this.store.put(key, content, 'text/csv');
    return key;
  }

  /** The rows of a file, without its heading. Throws `UnreadableCsv`. */
  async *rows(
    file: Pick<ImportDocument, 'fileKey' | 'encoding' | 'bom'>,
  ): AsyncGenerator<CsvRecord, void> {
    const { stream } = await this.store.open(file.fileKey);
    const content = await buffer(stream);
    for await (const record of readCsv(content, { encoding: file.encoding, bom: file.bom })) {
      if (record.row > 0) yield record;
    }
  }
}
