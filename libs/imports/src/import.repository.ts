import { Inject, Injectable } from '@nestjs/common';
import { SpaceRepository, type Page, type Store } from '@engawa/persistence';
import { IMPORT_STORE } from './import-definition';
import type { FileImport } from './import-store';

/** Imports per read when all of a space are visited. */
const BATCH_SIZE = 50;

/** Queries about the imports of a service. */
@Injectable()
export class ImportRepository extends SpaceRepository<FileImport> {
  private readonly ofAllSpaces = this.acrossSpaces('imports of all spaces are worked on');

  constructor(@Inject(IMPORT_STORE) store: Store<FileImport>) {
    super(store);
  }

  /** Newest first. */
  findListPage(space: string, limit: number, cursor?: string): Promise<Page<FileImport>> {
    return this.findPage(space, {
      list: 'imports',
      filter: {},
      sort: { field: 'createdAt', kind: 'date', direction: -1 },
      limit,
      cursor,
    });
  }

  /** Visits all imports of a space that are at rest; false if one was running and skipped. */
  async visitIdle(space: string, visit: (job: FileImport) => Promise<void>): Promise<boolean> {
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
  findWaiting(states: readonly string[], limit: number): Promise<FileImport[]> {
    return this.ofAllSpaces.exec(this.waitingQuery(states, limit));
  }

  /** Imports of all spaces whose file has expired. */
  findWithOldFile(now: Date, limit: number): Promise<FileImport[]> {
    return this.ofAllSpaces.exec(this.withOldFileQuery(now, limit));
  }

  /** The query of `findWaiting`, to test its plan. */
  waitingQuery(states: readonly string[], limit: number) {
    const filter = { waitingSince: { $exists: true }, state: { $in: states } };
    return this.ofAllSpaces.query(filter, { sort: { waitingSince: 1 }, limit });
  }

  /** The query of `findWithOldFile`, to test its plan. */
  withOldFileQuery(now: Date, limit: number) {
    const filter = { fileUntil: { $lte: now } };
    return this.ofAllSpaces.query(filter, { sort: { fileUntil: 1 }, limit });
  }
}
