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
import { WorkProcessor, type WorkOutcome } from '@engawa/persistence';
import { FILE_STORE, FileMissingError, type FileStore, type UploadedFile } from '@engawa/storage';
import { isExcelFile, isTextFileName } from './file-kind.rules';
import { IMPORT_DEFINITION, type ImportDefinition } from './import-definition';
import type { FileImport } from './import-store';
import { ImportProblem } from './import.errors';
import { ImportRepository } from './import.repository';

const EXPIRY_POLL_INTERVAL_MS = 10 * 60_000;

type KeptFile = Pick<FileImport, 'fileKey' | 'encoding' | 'bom'>;

/** Properties of a file that are known before its rows are read. */
export interface FileStart extends FoundEncoding {
  /** Empty when the file is empty. */
  headings: readonly string[];
  /** Whether a row follows the heading. */
  hasRows: boolean;
}

/**
 * Stores the files of imports, reads their start and rows, and deletes those of finished imports
 * after their retention; their reports go with them.
 */
@Injectable()
export class ImportFiles extends WorkProcessor<FileImport> {
  constructor(
    @Inject(IMPORT_DEFINITION)
    private readonly definition: Pick<ImportDefinition, 'service' | 'name'>,
    @Inject(FILE_STORE) private readonly store: FileStore,
    private readonly imports: ImportRepository,
  ) {
    const work = imports.expiring;
    super({ name: `${definition.name}Files`, work, pollMs: EXPIRY_POLL_INTERVAL_MS });
  }

  /** Throws `ImportProblem` for files that are no CSV, or whose heading or first row is malformed. */
  async readStart({ fileName, content }: UploadedFile): Promise<FileStart> {
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

  /**
   * Deletes the file of an import at rest. The import is updated first, so that nobody starts to
   * read a file that is about to go; after a crash in between, the next attempt deletes it.
   */
  async drop({ space, id }: Pick<FileImport, 'space' | 'id'>): Promise<void> {
    const result = await this.imports.change(space, id, (current, { at }) =>
      current.waitingSince === undefined ? { set: { fileKept: false, fileUntil: at } } : null,
    );
    if (!result?.changed) return;
    await this.store.remove(result.document.fileKey);
    await this.imports.change(space, id, () => ({ unset: ['fileUntil'] }));
  }

  /**
   * The rows of a file, without its heading, in batches. The file is read at once: a store may close
   * a connection that takes minutes. Throws `UnreadableCsv`.
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
      for await (const rows of this.batches(file)) {
        if (rows.some(({ cells }) => isNamed(cells))) return true;
      }
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
    const file = { headings, encoding, bom, batches: this.batches(job) };
    const pieces = refusedRowsCsv(file, reasonHeading, refused);
    return new StreamableFile(Readable.from(pieces, { objectMode: false }), {
      type: csvType(encoding),
      disposition: attachmentHeader(`report-${fileName}`),
    });
  }

  protected async perform(job: FileImport): Promise<WorkOutcome> {
    await this.drop(job);
    return 'done';
  }
}
