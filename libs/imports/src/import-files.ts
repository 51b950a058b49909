import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { Inject, Injectable, StreamableFile } from '@nestjs/common';
import {
  attachmentHeader,
  csvType,
  detectEncoding,
  readCsv,
  readCsvBatches,
  refusedRowsCsv,
  UnreadableCsv,
  type CsvRecord,
  type FoundEncoding,
} from '@engawa/csv';
import { FILE_STORE, FileMissingError, type FileStore } from '@engawa/storage';
import { IMPORT_DEFINITION, type ImportDefinition } from './import-definition';
import type { FileImport } from './import-store';
import { isExcelFile, isTextFileName } from './file-kind.rules';
import { ImportProblem } from './import.errors';

type KeptFile = Pick<FileImport, 'fileKey' | 'encoding' | 'bom'>;

/** Properties of a file that are known before its rows are read. */
export interface FileStart extends FoundEncoding {
  /** Empty when the file is empty. */
  headings: readonly string[];
  /** Whether a row follows the heading. */
  hasRows: boolean;
}

/** An uploaded file. */
export interface SentFile {
  fileName: string;
  content: Buffer;
}

/** Stores the files of imports and reads their start and rows. */
@Injectable()
export class ImportFiles {
  constructor(
    @Inject(IMPORT_DEFINITION) private readonly definition: Pick<ImportDefinition, 'service'>,
    @Inject(FILE_STORE) private readonly store: FileStore,
  ) {}

  /** Throws `ImportProblem` for files that are no CSV, or whose heading or first row is malformed. */
  async readStart({ fileName, content }: SentFile): Promise<FileStart> {
    const { service } = this.definition;
    if (isExcelFile(fileName, content)) throw new ImportProblem(service, 'excel-file');
    const how = isTextFileName(fileName) ? detectEncoding(content) : null;
    if (!how) throw new ImportProblem(service, 'not-csv');
    const records: CsvRecord[] = [];
    try {
      for await (const record of readCsv(content, how)) {
        records.push(record);
        if (records.length === 2) break;
      }
    } catch (error) {
      if (!(error instanceof UnreadableCsv)) throw error;
      throw new ImportProblem(service, error.reason, { params: { line: error.line } });
    }
    return { ...how, headings: records[0]?.cells ?? [], hasRows: records.length === 2 };
  }

  /** Stores a file; returns its key. */
  async keep(space: string, importId: string, content: Buffer): Promise<string> {
    const key = `${space}/imports/${importId}.csv`;
    await this.store.put(key, content, 'text/csv');
    return key;
  }

  /** The rows of a file, without its heading. Throws `UnreadableCsv`. */
  async *rows(file: KeptFile): AsyncGenerator<CsvRecord, void> {
    for await (const batch of this.batches(file)) yield* batch;
  }

  /**
   * Like `rows`, in batches. The file is read at once: a store may close a connection that takes
   * minutes. Throws `UnreadableCsv`.
   */
  async *batches(file: KeptFile): AsyncGenerator<CsvRecord[], void> {
    const { stream } = await this.store.open(file.fileKey);
    for await (const batch of readCsvBatches(await buffer(stream), file))
      yield batch.filter(({ row }) => row > 0);
  }

  /**
   * Whether a row may contain a name. True for unreadable files, which cannot be cleared of
   * it either.
   */
  async mayName(file: KeptFile, isNamed: (cells: readonly string[]) => boolean): Promise<boolean> {
    try {
      for await (const { cells } of this.rows(file)) if (isNamed(cells)) return true;
      return false;
    } catch (error) {
      if (error instanceof UnreadableCsv || error instanceof FileMissingError) return true;
      throw error;
    }
  }

  /**
   * The downloadable report: rejected rows in the columns and encoding of the file, each with its
   * reason under `reasonHeading`. `refused` must be in row order.
   */
  report(
    job: KeptFile & Pick<FileImport, 'fileName' | 'headings'>,
    reasonHeading: string,
    refused: AsyncIterator<{ row: number; reason: string }>,
  ): StreamableFile {
    const { headings, encoding, bom, fileName } = job;
    const file = { headings, encoding, bom, records: this.rows(job) };
    const pieces = refusedRowsCsv(file, reasonHeading, refused);
    return new StreamableFile(Readable.from(pieces, { objectMode: false }), {
      type: csvType(encoding),
      disposition: attachmentHeader(`report-${fileName}`),
    });
  }
}
