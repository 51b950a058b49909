import { Injectable } from '@nestjs/common';
import type { CurrentStaff } from '@engawa/auth';
import type {
  ListMemberImportRowsQuery,
  MemberCsvQuery,
  MemberImport,
  MemberImportMode,
  MemberImportRow,
} from '@engawa/contracts';
import { newId } from '@engawa/events';
import type { Page } from '@engawa/persistence';
import type { UploadedFile } from '../upload/upload.reader';
import { ImportChunkRepository } from './import-chunk.repository';
import { ImportFiles } from './import-file.service';
import { ImportRunner } from './import-runner.service';
import { ImportFileGone, ImportNotFound, ImportWrongState } from './import.errors';
import { noCounts, toImport, toImportRow } from './import.mapper';
import { ImportRepository } from './import.repository';
import { CHUNK_ROWS, type ImportDocument } from './import.schema';

/** Chunks looked through with one read. */
const CHUNKS_READ = 4;

/** Imports as people see them: begin, look at, run, revert (MBR-4, MBR-5). */
@Injectable()
export class ImportService {
  constructor(
    private readonly imports: ImportRepository,
    private readonly chunks: ImportChunkRepository,
    private readonly files: ImportFiles,
    private readonly runner: ImportRunner,
  ) {}

  /** Takes a file; what can be told from its beginning is refused at once. */
  async begin(
    staff: CurrentStaff,
    mode: MemberImportMode,
    file: UploadedFile,
    query: MemberCsvQuery,
  ): Promise<MemberImport> {
    const begun = await this.files.begin(file.content, mode);
    const id = newId();
    const fileKey = await this.files.keep(staff.space, id, file.content);
    const document = await this.imports.insert(staff.space, {
      id,
      mode,
      state: 'checking',
      fileName: file.fileName,
      fileKey,
      fileKept: true,
      encoding: begun.how.encoding,
      bom: begun.how.bom,
      headings: begun.headings,
      columns: begun.columns.map((column) => column ?? ('' as never)),
      runAtOnce: query.dryRun === 'false',
      addDuplicates: query.addDuplicates === 'true',
      rows: 0,
      processed: 0,
      counts: noCounts(),
      revertedTo: '',
      reverted: 0,
      notReverted: 0,
      failure: null,
      startedBy: staff.staffId,
      finishedAt: null,
      waitingSince: new Date(),
      worker: null,
      leaseUntil: null,
    });
    this.runner.wake();
    return toImport(document);
  }

  async list(space: string, limit: number, cursor?: string): Promise<Page<MemberImport>> {
    const page = await this.imports.findListPage(space, limit, cursor);
    return { ...page, items: page.items.map(toImport) };
  }

  async get(space: string, id: string): Promise<MemberImport> {
    return toImport(await this.required(space, id));
  }

  /** Starts the job of a checked import. */
  run(staff: CurrentStaff, id: string, addDuplicates: boolean): Promise<MemberImport> {
    return this.goOn(staff, id, 'checked', {
      state: 'running',
      addDuplicates,
      processed: 0,
      counts: noCounts(),
      startedBy: staff.staffId,
    });
  }

  /** Takes a whole import back. */
  revert(staff: CurrentStaff, id: string): Promise<MemberImport> {
    return this.goOn(staff, id, 'done', {
      state: 'reverting',
      processed: 0,
      revertedTo: '',
      reverted: 0,
      notReverted: 0,
      startedBy: staff.staffId,
    });
  }

  /** Rows with their verdicts: of the run once there is one, else of the check. */
  async rows(
    space: string,
    id: string,
    query: ListMemberImportRowsQuery,
  ): Promise<{ items: MemberImportRow[]; nextRow: number | null }> {
    const document = await this.required(space, id);
    const phase = ['checking', 'checked'].includes(document.state) ? 'check' : 'run';
    const items: MemberImportRow[] = [];
    let index = Math.floor(query.afterRow / CHUNK_ROWS);
    for (;;) {
      const found = await this.chunks.findFrom(
        space,
        id,
        phase,
        index,
        query.verdict ?? null,
        CHUNKS_READ,
      );
      for (const chunk of found) {
        for (const row of chunk.rows) {
          if (row.row <= query.afterRow) continue;
          if (query.verdict && row.verdict !== query.verdict) continue;
          if (items.length === query.limit) return { items, nextRow: items.at(-1)!.row };
          items.push(toImportRow(row));
        }
      }
      if (found.length < CHUNKS_READ) return { items, nextRow: null };
      index = found.at(-1)!.index + 1;
    }
  }

  async required(space: string, id: string): Promise<ImportDocument> {
    const document = await this.imports.findById(space, id);
    if (!document) throw new ImportNotFound();
    return document;
  }

  private async goOn(
    staff: CurrentStaff,
    id: string,
    from: 'checked' | 'done',
    set: Partial<ImportDocument>,
  ): Promise<MemberImport> {
    const result = await this.imports.change(staff.space, id, (current, { at }) => {
      if (current.state !== from) throw new ImportWrongState(toImport(current));
      // Taking back needs no file; carrying out does.
      if (from === 'checked' && !current.fileKept) throw new ImportFileGone();
      return {
        set: { ...set, waitingSince: at, finishedAt: null, worker: null, leaseUntil: null },
        unset: ['fileUntil'],
      };
    });
    if (!result) throw new ImportNotFound();
    this.runner.wake();
    return toImport(result.document);
  }
}
