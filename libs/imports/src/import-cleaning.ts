import type { BeforeApplicationShutdown, OnApplicationBootstrap } from '@nestjs/common';
import type { Change } from '@engawa/persistence';
import { BackgroundLoop } from '@engawa/service-kit';
import type { FileStore } from '@engawa/storage';
import type { FileImport } from './import-store';
import type { FileImportRepository } from './import.repository';

/** Interval of the search for expired files. */
const CHECK_INTERVAL_MS = 600_000;
const FILES_PER_RUN = 100;

/** Deletes the files of finished imports after their retention; their reports go with them. */
export abstract class FileImportCleaning<Doc extends FileImport>
  implements OnApplicationBootstrap, BeforeApplicationShutdown
{
  private readonly loop: BackgroundLoop;

  /** `name` is the name of the job in logs. */
  constructor(
    name: string,
    private readonly imports: FileImportRepository<Doc>,
    private readonly store: FileStore,
  ) {
    this.loop = new BackgroundLoop({
      name,
      intervalMs: CHECK_INTERVAL_MS,
      round: (signal) => this.dropOld(signal),
    });
  }

  onApplicationBootstrap(): void {
    this.loop.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.loop.stop();
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
      current.waitingSince === undefined
        ? ({ set: { fileKept: false, fileUntil: at } } as unknown as Change<Doc>)
        : null,
    );
    if (!result?.changed) return;
    await this.store.remove(result.document.fileKey);
    await this.imports.change(
      space,
      id,
      () => ({ unset: ['fileUntil'] }) as unknown as Change<Doc>,
    );
  }
}
