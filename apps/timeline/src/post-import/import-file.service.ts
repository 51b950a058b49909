import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { Inject, Injectable } from '@nestjs/common';
import { postCsvColumns, type PostCsvColumn } from '@engawa/contracts';
import {
  detectEncoding,
  readCsv,
  UnreadableCsv,
  type CsvRecord,
  type FoundEncoding,
} from '@engawa/csv';
import { currentContext } from '@engawa/service-kit';
import { FILE_STORE, type FileStore } from '@engawa/storage';
import { ImportHeadingWrong, ImportNotCsv, ImportUnreadable } from './import.errors';
import { readHeading } from './import-heading.rules';
import type { ImportDocument } from './import.schema';

/** What a file says of itself before its rows are looked at. */
export interface BegunFile extends FoundEncoding {
  headings: string[];
  columns: (PostCsvColumn | null)[];
  /** SHA-256: the same file again makes the same posts. */
  hash: string;
}

/** The files of imports: what they begin with, where they lie, their rows. */
@Injectable()
export class ImportFiles {
  constructor(@Inject(FILE_STORE) private readonly store: FileStore) {}

  /** Reads encoding and heading; throws the problem that keeps the file from being used. */
  async begin(content: Buffer): Promise<BegunFile> {
    const how = detectEncoding(content);
    if (!how) throw new ImportNotCsv();
    const [first, second] = await this.beginning(content, how);
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
    for await (const record of readCsv(await buffer(stream), file)) {
      if (record.row > 0) yield record;
    }
  }

  private async beginning(content: Buffer, how: FoundEncoding): Promise<CsvRecord[]> {
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
    return records;
  }
}
