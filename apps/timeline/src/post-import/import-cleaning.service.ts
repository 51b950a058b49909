import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { BackgroundLoop, type ServiceExtension } from '@engawa/service-kit';
import { FILE_STORE, type FileStore } from '@engawa/storage';
import { ImportRepository } from './import.repository';
import type { ImportDocument } from './import.schema';

/** How often files that were kept long enough are looked for, in ms. */
const LOOK_EVERY = 600_000;
const FILES = 100;

/** Removes the files of imports that are over, some time later; their reports go with them. */
@Injectable()
export class ImportCleaning implements OnApplicationBootstrap, ServiceExtension {
  private readonly loop = new BackgroundLoop({
    name: 'PostImportCleaning',
    every: LOOK_EVERY,
    round: (signal) => this.dropOld(signal),
  });

  constructor(
    private readonly imports: ImportRepository,
    @Inject(FILE_STORE) private readonly store: FileStore,
  ) {}

  onApplicationBootstrap(): void {
    this.loop.start();
  }

  async beforeClose(): Promise<void> {
    await this.loop.stop();
  }

  /** Looks for old files now. Answers whether there may be more. */
  async dropOld(signal: AbortSignal, now = new Date()): Promise<boolean> {
    const found = await this.imports.findWithOldFile(now, FILES);
    for (const job of found) {
      if (signal.aborted) return false;
      await this.dropFile(job);
    }
    return found.length === FILES;
  }

  /**
   * Takes the file of an import that is at rest away. First the import says so, so that nobody
   * begins to read a file that is going; cut off in between, the file goes with the next look.
   */
  async dropFile({ space, id }: Pick<ImportDocument, 'space' | 'id'>): Promise<void> {
    const result = await this.imports.change(space, id, (current, { at }) =>
      current.waitingSince === undefined ? { set: { fileKept: false, fileUntil: at } } : null,
    );
    if (!result?.changed) return;
    await this.store.remove(result.document.fileKey);
    await this.imports.change(space, id, () => ({ unset: ['fileUntil'] }));
  }
}
