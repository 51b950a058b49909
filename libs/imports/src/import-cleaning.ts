import { Inject, Injectable } from '@nestjs/common';
import { BackgroundJob } from '@engawa/service-kit';
import { FILE_STORE, type FileStore } from '@engawa/storage';
import { IMPORT_DEFINITION, type ImportDefinition } from './import-definition';
import type { FileImport } from './import-store';
import { ImportRepository } from './import.repository';

/** Interval of the search for expired files. */
const CHECK_INTERVAL_MS = 600_000;
const FILES_PER_RUN = 100;

/** Deletes the files of finished imports after their retention; their reports go with them. */
@Injectable()
export class ImportCleaning extends BackgroundJob {
  constructor(
    @Inject(IMPORT_DEFINITION) { name }: ImportDefinition,
    private readonly imports: ImportRepository,
    @Inject(FILE_STORE) private readonly store: FileStore,
  ) {
    super({ name: `${name}Cleaning`, intervalMs: CHECK_INTERVAL_MS });
  }

  protected round(signal: AbortSignal): Promise<boolean> {
    return this.dropOld(signal);
  }

  /** Deletes expired files. Returns whether there may be more. */
  async dropOld(signal: AbortSignal, now = new Date()): Promise<boolean> {
    const found = await this.imports.findWithOldFile(now, FILES_PER_RUN);
    for (const job of found) {
      if (signal.aborted) return false;
      await this.dropFile(job);
    }
    return found.length === FILES_PER_RUN;
  }

  /**
   * Deletes the file of an import at rest. The import is updated first, so that nobody starts to
   * read a file that is about to go; after a crash in between, the next run deletes it.
   */
  async dropFile({ space, id }: Pick<FileImport, 'space' | 'id'>): Promise<void> {
    const result = await this.imports.change(space, id, (current, { at }) =>
      current.waitingSince === undefined ? { set: { fileKept: false, fileUntil: at } } : null,
    );
    if (!result?.changed) return;
    await this.store.remove(result.document.fileKey);
    await this.imports.change(space, id, () => ({ unset: ['fileUntil'] }));
  }
}
