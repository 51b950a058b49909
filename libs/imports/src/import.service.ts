import {
  requestedId,
  type Change,
  type NewDocument,
  type Page,
  type SpaceDocument,
} from '@engawa/persistence';
import type { FileBeginning, FileImportFiles } from './import-files';
import type { FileImportRunner } from './import-runner';
import type { FileImport } from './import-store';
import {
  ImportFileGone,
  ImportNotFound,
  ImportWrongState,
  type ImportingService,
} from './import.errors';
import type { FileImportRepository } from './import.repository';

interface Caller {
  space: string;
  staffId: string;
}

export interface FileImportParts<Doc extends FileImport, Answer> {
  service: ImportingService;
  imports: FileImportRepository<Doc>;
  files: FileImportFiles;
  runner: FileImportRunner<Doc>;
  /** The import as the API returns it. */
  answer(job: Doc): Answer;
}

/** The API of imports: list, read, start, cancel. */
export abstract class FileImportService<Doc extends FileImport, Answer> {
  constructor(private readonly parts: FileImportParts<Doc, Answer>) {}

  async list(
    space: string,
    { limit, cursor }: { limit: number; cursor?: string },
  ): Promise<Page<Answer>> {
    const page = await this.parts.imports.findListPage(space, limit, cursor);
    return { ...page, items: page.items.map(this.parts.answer) };
  }

  /** Throws `ImportNotFound`. */
  async get(space: string, id: string): Promise<Answer> {
    return this.parts.answer(await this.getJob(space, id));
  }

  /** Throws `ImportNotFound`. */
  async getJob(space: string, id: string): Promise<Doc> {
    const found = await this.parts.imports.findById(space, id);
    if (!found) throw new ImportNotFound(this.parts.service);
    return found;
  }

  /** An import whose file still exists. Throws `ImportNotFound` or `ImportFileGone`. */
  async getJobWithFile(space: string, id: string): Promise<Doc> {
    const found = await this.getJob(space, id);
    if (!found.fileKept) throw new ImportFileGone(this.parts.service);
    return found;
  }

  /**
   * Requests the end of a check or run. The current step is completed, so that all writes are
   * published. Throws `ImportNotFound` or `ImportWrongState`.
   */
  async cancel({ space, staffId }: Caller, id: string): Promise<Answer> {
    const { service, imports, runner, answer } = this.parts;
    const change = (current: Doc) => {
      if (current.state !== 'checking' && current.state !== 'running') {
        throw new ImportWrongState(service, answer(current));
      }
      const set: Change<FileImport>['set'] = { cancelledBy: staffId };
      return current.cancelledBy == null ? ({ set } as unknown as Change<Doc>) : null;
    };
    const result = await imports.change(space, id, change, { once: true });
    if (!result) throw new ImportNotFound(service);
    runner.wake();
    return answer(result.document);
  }

  /** Stores the file and starts the check; `own` are the fields that not every import has. */
  protected async take(
    { space, staffId }: Caller,
    file: { fileName: string; content: Buffer },
    { encoding, bom, headings }: FileBeginning,
    own: Omit<Doc, Exclude<keyof FileImport, 'counts'>>,
  ): Promise<Answer> {
    const { imports, files, runner, answer } = this.parts;
    const id = requestedId();
    const written = await imports.findWritten(space, id);
    if (written) return answer(written);
    const common: Omit<NewDocument<FileImport>, 'counts'> = {
      id,
      state: 'checking',
      fileName: file.fileName,
      fileKey: await files.keep(space, id, file.content),
      fileKept: true,
      encoding,
      bom,
      headings: [...headings],
      rows: 0,
      processed: 0,
      failure: null,
      startedBy: staffId,
      cancelledBy: null,
      finishedAt: null,
      waitingSince: new Date(),
      worker: null,
      leaseUntil: null,
    };
    const stored = await imports.insert(space, {
      ...common,
      ...own,
    } as unknown as NewDocument<Doc>);
    runner.wake();
    return answer(stored);
  }

  /**
   * Starts other work on an import at rest. Throws `ImportNotFound`, `ImportWrongState` unless its
   * state allows it, and `ImportFileGone` when a checked file is to run but is deleted.
   */
  protected async goOn(
    { space, staffId }: Caller,
    id: string,
    fits: (job: Doc) => boolean,
    set: Pick<Doc, 'state'> & Partial<Omit<Doc, keyof SpaceDocument>>,
  ): Promise<Answer> {
    const { service, imports, runner, answer } = this.parts;
    const change = (current: Doc, { at }: { at: Date }) => {
      if (!fits(current)) throw new ImportWrongState(service, answer(current));
      if (current.state === 'checked' && !current.fileKept) throw new ImportFileGone(service);
      const begun: Change<FileImport>['set'] = {
        processed: 0,
        startedBy: staffId,
        cancelledBy: null,
        finishedAt: null,
        waitingSince: at,
        worker: null,
        leaseUntil: null,
      };
      return { set: { ...begun, ...set }, unset: ['fileUntil'] } as unknown as Change<Doc>;
    };
    const result = await imports.change(space, id, change, { once: true });
    if (!result) throw new ImportNotFound(service);
    runner.wake();
    return answer(result.document);
  }
}

function isCancelling({ state, cancelledBy }: FileImport): boolean {
  return cancelledBy != null && (state === 'checking' || state === 'running');
}

/** The common part of an import's answer; missing counts are those of `none`. */
export function importAnswer<Doc extends FileImport>(job: Doc, none: Doc['counts']) {
  return {
    id: job.id,
    version: job.version,
    state: job.state as Doc['state'],
    fileName: job.fileName,
    encoding: job.encoding,
    rows: job.rows,
    processed: job.processed,
    counts: { ...none, ...job.counts } as Doc['counts'],
    failure: job.failure,
    fileKept: job.fileKept,
    cancelling: isCancelling(job),
    startedBy: job.startedBy,
    createdAt: job.createdAt.toISOString(),
    finishedAt: job.finishedAt?.toISOString() ?? null,
  };
}
