import { Inject, Injectable } from '@nestjs/common';
import { WorkProcessor, WorkRepository, type Store, type WorkOutcome } from '@engawa/persistence';
import { FILE_STORE, type FileStore } from '@engawa/storage';
import { IMPORT_DEFINITION, IMPORT_STORE, type ImportDefinition } from './import-definition';
import { EXPIRY_LANE_INDEX, type FileImport } from './import-store';

const POLL_INTERVAL_MS = 10 * 60_000;

/** Imports at rest, as work that is due when their file expires. */
@Injectable()
export class ImportExpiryRepository extends WorkRepository<FileImport> {
  constructor(@Inject(IMPORT_STORE) store: Store<FileImport>) {
    super(store, null, 'fileUntil', EXPIRY_LANE_INDEX);
  }
}

/** Deletes the files of finished imports after their retention; their reports go with them. */
@Injectable()
export class ImportExpiry extends WorkProcessor<FileImport> {
  constructor(
    @Inject(IMPORT_DEFINITION) { name }: ImportDefinition,
    private readonly imports: ImportExpiryRepository,
    @Inject(FILE_STORE) private readonly store: FileStore,
  ) {
    super({ name: `${name}Files`, work: imports, pollMs: POLL_INTERVAL_MS });
  }

  /** Deletes what has expired by `now`. */
  async dropExpired(now = new Date()): Promise<void> {
    await this.queue.runDue(now);
  }

  /**
   * Deletes the file of an import at rest. The import is updated first, so that nobody starts to
   * read a file that is about to go; after a crash in between, the next attempt deletes it.
   */
  async dropFile({ space, id }: Pick<FileImport, 'space' | 'id'>): Promise<void> {
    const result = await this.imports.change(space, id, (current, { at }) =>
      current.waitingSince === undefined ? { set: { fileKept: false, fileUntil: at } } : null,
    );
    if (!result?.changed) return;
    await this.store.remove(result.document.fileKey);
    await this.imports.change(space, id, () => ({ unset: ['fileUntil'] }));
  }

  protected async perform(job: FileImport): Promise<WorkOutcome> {
    await this.dropFile(job);
    return 'done';
  }
}
