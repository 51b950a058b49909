import { Injectable } from '@nestjs/common';
import type { CurrentStaff } from '@engawa/auth';
import type {
  ListPostImportRowsAnswer,
  ListPostImportRowsQuery,
  ListPostImportsQuery,
  PostImport,
} from '@engawa/contracts';
import { newId, type Page } from '@engawa/persistence';
import { pathName } from '@engawa/storage';
import type { UploadedFile } from '../attachment/upload.reader';
import { ImportChunkRepository } from './import-chunk.repository';
import { ImportFileGone, ImportNotFound, ImportWrongState } from './import.errors';
import { ImportFiles } from './import-file.service';
import { importAnswer, noCounts } from './import.mapper';
import { ImportRepository } from './import.repository';
import { ImportRunner } from './import-runner.service';
import type { ImportDocument } from './import.schema';

/** Imports of posts as people see them: begin, look at, run (TML-9, as MBR-4). */
@Injectable()
export class ImportService {
  constructor(
    private readonly imports: ImportRepository,
    private readonly chunks: ImportChunkRepository,
    private readonly files: ImportFiles,
    private readonly runner: ImportRunner,
  ) {}

  /** Takes a file and lets it be checked; what its beginning tells is refused at once. */
  async begin({ space, staffId }: CurrentStaff, file: UploadedFile): Promise<PostImport> {
    const { encoding, bom, hash, headings, columns } = await this.files.begin(file.content);
    const id = newId();
    const fileKey = await this.files.keep(space, id, file.content);
    const document = await this.imports.insert(space, {
      id,
      state: 'checking',
      fileName: pathName(file.fileName),
      fileKey,
      fileKept: true,
      hash,
      encoding,
      bom,
      headings,
      columns: columns.map((column) => column ?? ''),
      rows: 0,
      processed: 0,
      counts: noCounts(),
      failure: null,
      startedBy: staffId,
      finishedAt: null,
      waitingSince: new Date(),
      worker: null,
      leaseUntil: null,
    });
    this.runner.wake();
    return importAnswer(document);
  }

  /** Carries out a checked import; it goes on whether or not anybody waits for it. */
  async run({ space, staffId }: CurrentStaff, id: string): Promise<PostImport> {
    const result = await this.imports.change(space, id, (current, { at }) => {
      if (current.state !== 'checked') throw new ImportWrongState(importAnswer(current));
      if (!current.fileKept) throw new ImportFileGone();
      return {
        set: {
          state: 'running',
          processed: 0,
          counts: noCounts(),
          startedBy: staffId,
          finishedAt: null,
          waitingSince: at,
        },
        unset: ['fileUntil'],
      };
    });
    if (!result) throw new ImportNotFound();
    this.runner.wake();
    return importAnswer(result.document);
  }

  async list(
    { space }: CurrentStaff,
    { limit, cursor }: ListPostImportsQuery,
  ): Promise<Page<PostImport>> {
    const page = await this.imports.findListPage(space, limit, cursor);
    return { ...page, items: page.items.map(importAnswer) };
  }

  async get({ space }: CurrentStaff, id: string): Promise<PostImport> {
    return importAnswer(await this.required(space, id));
  }

  /** Refused rows, of the run once there is one, else of the check. */
  async rows(
    { space }: CurrentStaff,
    id: string,
    { afterRow, limit }: ListPostImportRowsQuery,
  ): Promise<ListPostImportRowsAnswer> {
    const job = await this.required(space, id);
    const items: ListPostImportRowsAnswer['items'] = [];
    for await (const row of this.chunks.findRefused(job, afterRow)) {
      if (items.length === limit) return { items, nextRow: items.at(-1)!.row };
      items.push(row);
    }
    return { items, nextRow: null };
  }

  async required(space: string, id: string): Promise<ImportDocument> {
    const document = await this.imports.findById(space, id);
    if (!document) throw new ImportNotFound();
    return document;
  }
}
