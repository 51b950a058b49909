import { buffer } from 'node:stream/consumers';
import { Inject, Injectable } from '@nestjs/common';
import type { MemberImportMode, MemberCsvColumn } from '@engawa/contracts';
import {
  detectEncoding,
  readCsv,
  readCsvInLots,
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

type KeptFile = Pick<ImportDocument, 'fileKey' | 'encoding' | 'bom'>;

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
  async *rows(file: KeptFile): AsyncGenerator<CsvRecord, void> {
    for await (const lot of this.lots(file)) yield* lot;
  }

  /** The same by lots. The file is read at once: a store may cut off who takes minutes. */
  async *lots(file: KeptFile): AsyncGenerator<CsvRecord[], void> {
    const { stream } = await this.store.open(file.fileKey);
    const how = { encoding: file.encoding, bom: file.bom };
    for await (const lot of readCsvInLots(await buffer(stream), how))
      yield lot.filter(({ row }) => row > 0);
  }
}
