import { Inject, Injectable, type StreamableFile } from '@nestjs/common';
import type { CurrentStaff } from '@engawa/auth';
import type { Locale } from '@engawa/contracts';
import { requestedId, type Change, type NewDocument, type Page } from '@engawa/persistence';
import { projectorOf } from '@engawa/service-kit';
import { pathName, type UploadedFile } from '@engawa/storage';
import { ImportChunkRepository, pageOfRows } from './import-chunk.repository';
import { IMPORT_DEFINITION, type ImportDefinition } from './import-definition';
import { ImportFiles } from './import-files';
import { ImportProcessor } from './import-processor';
import { noneReverted, type FileImport, type ImportFields, type StoredRow } from './import-store';
import { headingWrong, ImportProblem } from './import.errors';
import { ImportRepository } from './import.repository';

/** What is removed from imports, such as everything about an erased person. */
export interface ImportTrace<Row extends StoredRow> {
  /** The row without it; the same row when it is not concerned. */
  rewrite(row: Row): Row;
  /** Whether cells of a row are concerned, whose file is deleted; null when none can be. */
  isNamed: ((cells: readonly string[]) => boolean) | null;
}

/**
 * The API of imports: start, read, run, revert, cancel. Imports are answered as the contract of the
 * definition declares them. Rejected requests throw an `ImportProblem`.
 */
@Injectable()
export class ImportService<Row extends StoredRow = StoredRow> {
  constructor(
    @Inject(IMPORT_DEFINITION) private readonly definition: ImportDefinition,
    private readonly imports: ImportRepository,
    private readonly chunks: ImportChunkRepository<Row>,
    private readonly files: ImportFiles,
    private readonly processor: ImportProcessor,
  ) {}

  /** A page of imports, newest first. */
  async list(
    space: string,
    { limit, cursor }: { limit: number; cursor?: string },
  ): Promise<Page<unknown>> {
    const page = await this.imports.findListPage(space, limit, cursor);
    return { ...page, items: page.items.map((job) => this.answer(job)) };
  }

  /** Throws `not-found`. */
  async get(space: string, id: string): Promise<unknown> {
    return this.answer(await this.getJob(space, id));
  }

  /** A page of rows, of the run if there is one, else of the check. Throws `not-found`. */
  async rows(
    space: string,
    id: string,
    { verdict, afterRow, limit }: { verdict?: string; afterRow: number; limit: number },
  ): Promise<{ items: Row[]; nextRow: number | null }> {
    const job = await this.getJob(space, id);
    return pageOfRows(this.chunks.findRows(job, afterRow, verdict), limit);
  }

  /** The report for download. Throws `not-found`, or `file-gone` without the file. */
  async report(space: string, id: string, locale: Locale): Promise<StreamableFile> {
    const { definition, chunks } = this;
    const job = await this.getJob(space, id);
    if (!job.fileKept) throw new ImportProblem(definition.service, 'file-gone');
    const reasons = (async function* () {
      for await (const row of chunks.findRows(job)) {
        const reason = definition.reasonOf(row, locale);
        if (reason !== null) yield { row: row.row, reason };
      }
    })();
    return this.files.report(job, definition.reasonHeading[locale], reasons);
  }

  /**
   * Stores a file and starts its check. `own` are the fields that not every import has. Throws the
   * problem that makes the file unusable.
   */
  async begin(staff: CurrentStaff, file: UploadedFile, own: object): Promise<unknown> {
    const { space } = staff;
    const { encoding, bom, headings, hasRows } = await this.files.readStart(file);
    const columns = await this.readHeading(space, headings, own);
    if (!hasRows) throw headingWrong(this.definition.service, 'no-rows');
    const id = requestedId();
    const written = await this.imports.findWritten(space, id);
    if (written) return this.answer(written);
    const begun: NewDocument<FileImport> = {
      id,
      state: 'checking',
      fileName: pathName(file.fileName),
      fileKey: await this.files.keep(space, id, file.content),
      fileKept: true,
      encoding,
      bom,
      headings: [...headings],
      columns,
      rows: 0,
      counts: this.definition.noCounts,
      ...queued(staff, new Date()),
      ...own,
    };
    const stored = await this.imports.insert(space, begun);
    this.processor.wake({ space, receiver: stored.state });
    return this.answer(stored);
  }

  /**
   * Runs a checked import. Throws `not-found`, `wrong-state`, or `file-gone` when its file is
   * deleted.
   */
  run(staff: CurrentStaff, id: string, own: object = {}): Promise<unknown> {
    const counts = this.definition.noCounts;
    return this.change(staff, id, (current, at) => {
      if (current.state !== 'checked') throw this.wrongState(current);
      if (!current.fileKept) throw new ImportProblem(this.definition.service, 'file-gone');
      return restarted(staff, at, { state: 'running', counts, ...own });
    });
  }

  /**
   * Reverts an import that ended, failed or was cancelled and may have written something. Throws
   * `not-found` or `wrong-state`.
   */
  revert(staff: CurrentStaff, id: string): Promise<unknown> {
    return this.change(staff, id, (current, at) => {
      if (!isRevertible(current)) throw this.wrongState(current);
      return restarted(staff, at, { state: 'reverting', ...noneReverted });
    });
  }

  /**
   * Requests the end of a check or run. The current step is completed, so that all writes are
   * published. Throws `not-found` or `wrong-state`.
   */
  cancel(staff: CurrentStaff, id: string): Promise<unknown> {
    return this.change(staff, id, (current) => {
      if (!isCancellable(current)) throw this.wrongState(current);
      return current.cancelledBy == null ? { set: { cancelledBy: staff.staffId } } : null;
    });
  }

  /**
   * Rewrites concerned rows and deletes files with concerned rows, in all imports of the space.
   * False when an import was running and must be checked again.
   */
  removeTraces(space: string, trace: ImportTrace<Row>): Promise<boolean> {
    return this.imports.visitIdle(space, async (job) => {
      const found = await this.chunks.rewriteRows(job, trace.rewrite);
      if (!job.fileKept) return;
      const { isNamed } = trace;
      if (found || (isNamed && (await this.files.mayName(job, isNamed)))) {
        await this.files.drop(job);
      }
    });
  }

  /** Returns the column of each cell, empty for ignored ones. Throws `headingWrong`. */
  private async readHeading(
    space: string,
    headings: readonly string[],
    own: object,
  ): Promise<string[]> {
    const { definition } = this;
    if (headings.length === 0) throw headingWrong(definition.service, 'no-rows');
    const { columns, ...faults } = await definition.readHeading(space, headings, own);
    for (const fault of ['missing', 'unknown', 'repeated'] as const) {
      const found = faults[fault] ?? [];
      if (found.length > 0) throw headingWrong(definition.service, `${fault}-columns`, found);
    }
    return columns.map((column) => column ?? '');
  }

  private async getJob(space: string, id: string): Promise<FileImport> {
    const found = await this.imports.findById(space, id);
    if (!found) throw new ImportProblem(this.definition.service, 'not-found');
    return found;
  }

  /** Changes an import once per keyed request and wakes its lane. */
  private async change(
    { space }: CurrentStaff,
    id: string,
    decide: (current: FileImport, at: Date) => Change<FileImport> | null,
  ): Promise<unknown> {
    const result = await this.imports.change(space, id, (now, { at }) => decide(now, at), {
      once: true,
    });
    if (!result) throw new ImportProblem(this.definition.service, 'not-found');
    this.processor.wake({ space, receiver: result.document.state });
    return this.answer(result.document);
  }

  private wrongState(job: FileImport): ImportProblem {
    return new ImportProblem(this.definition.service, 'wrong-state', { current: this.answer(job) });
  }

  private answer(job: FileImport): unknown {
    return projectorOf(this.definition.contract)({
      ...job,
      counts: { ...this.definition.noCounts, ...job.counts },
      cancelling: job.cancelledBy != null && isCancellable(job),
    });
  }
}

/** The change that gives an import at rest other work. */
function restarted(staff: CurrentStaff, at: Date, set: ImportFields): Change<FileImport> {
  return { set: { ...queued(staff, at), ...set }, unset: ['fileUntil'] };
}

function queued({ staffId }: CurrentStaff, at: Date) {
  return {
    processed: 0,
    startedBy: staffId,
    cancelledBy: null,
    finishedAt: null,
    failure: null,
    waitingSince: at,
    worker: null,
    attempts: 0,
    outages: 0,
  };
}

/** Whether a check or run is waiting or in progress. */
function isCancellable({ state }: FileImport): boolean {
  return state === 'checking' || state === 'running';
}

/**
 * Whether it may have written something. The counts of a failed run or reversal miss the step that
 * failed, so that they do not decide.
 */
function isRevertible({ state, failedState, counts, ...job }: FileImport): boolean {
  if (state === 'done') return true;
  if (state === 'cancelled') return (counts['add'] ?? 0) + (counts['change'] ?? 0) > 0;
  if (state !== 'failed') return false;
  // Older documents lack the state; a check sets both numbers to the same.
  return failedState === undefined ? job.processed < job.rows : failedState !== 'checking';
}
