import { inSystemScope, SpaceRepository, type Page } from '@engawa/persistence';
import type { FileImport } from './import-store';

/** Imports per read when all of a space are visited. */
const BATCH_SIZE = 50;

export abstract class FileImportRepository<Doc extends FileImport> extends SpaceRepository<Doc> {
  /** Newest first. */
  findListPage(space: string, limit: number, cursor?: string): Promise<Page<Doc>> {
    return this.findPage(space, {
      list: 'imports',
      filter: {},
      // The compiler cannot see the field of a generic document.
      sort: { field: 'createdAt' as never, kind: 'date', direction: -1 },
      limit,
      cursor,
    });
  }

  /** Visits all imports of a space that are at rest; false if one was running and skipped. */
  async visitAtRest(space: string, visit: (job: Doc) => Promise<void>): Promise<boolean> {
    let complete = true;
    for (let cursor: string | undefined; ;) {
      const page = await this.findListPage(space, BATCH_SIZE, cursor);
      for (const job of page.items) {
        if (job.waitingSince === undefined) await visit(job);
        else complete = false;
      }
      if (page.nextCursor === null) return complete;
      cursor = page.nextCursor;
    }
  }

  /** Imports of all spaces with work in one of the states, the longest waiting first. */
  findWaiting(states: readonly Doc['state'][], limit: number): Promise<Doc[]> {
    return inSystemScope('imports of all spaces are worked on', () =>
      this.waiting(states, limit).exec(),
    );
  }

  /** Imports of all spaces whose file has expired. */
  findWithOldFile(now: Date, limit: number): Promise<Doc[]> {
    return inSystemScope('old files of imports of all spaces are removed', () =>
      this.withOldFile(now, limit).exec(),
    );
  }

  protected waiting(states: readonly Doc['state'][], limit: number) {
    return this.store.model
      .find({ waitingSince: { $exists: true }, state: { $in: states } } as never)
      .sort({ waitingSince: 1 })
      .limit(limit)
      .lean<Doc[]>();
  }

  protected withOldFile(now: Date, limit: number) {
    return this.store.model
      .find({ fileUntil: { $lte: now } } as never)
      .sort({ fileUntil: 1 })
      .limit(limit)
      .lean<Doc[]>();
  }
}
