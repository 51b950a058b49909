import { buffer } from 'node:stream/consumers';
import {
  readCsv,
  readCsvInLots,
  UnreadableCsv,
  type CsvRecord,
  type FoundEncoding,
} from '@engawa/csv';
import type { FileStore } from '@engawa/storage';
import type { FileImport } from './import-store';

type KeptFile = Pick<FileImport, 'fileKey' | 'encoding' | 'bom'>;

/** The files of imports: what they begin with, where they lie, their rows. */
export abstract class FileImportFiles {
  constructor(private readonly store: FileStore) {}

  /** The problem of a file that cannot be read, where it is told at once. */
  protected abstract problemOf(error: UnreadableCsv): Error;

  /** The heading and the first row, as far as they are there. Throws what `problemOf` gives. */
  protected async beginningOf(content: Buffer, how: FoundEncoding): Promise<CsvRecord[]> {
    const records: CsvRecord[] = [];
    try {
      for await (const record of readCsv(content, how)) {
        records.push(record);
        if (records.length === 2) break;
      }
    } catch (error) {
      throw error instanceof UnreadableCsv ? this.problemOf(error) : error;
    }
    return records;
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
    for await (const lot of readCsvInLots(await buffer(stream), file))
      yield lot.filter(({ row }) => row > 0);
  }
}
