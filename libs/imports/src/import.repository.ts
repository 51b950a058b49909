import { Inject, Injectable } from '@nestjs/common';
import { newId, WorkRepository, type Change, type Page, type Store } from '@engawa/persistence';
import { IMPORT_STORE } from './import-definition';
import { EXPIRY_LANE_INDEX, type FileImport, type ImportFields } from './import-store';

/** Imports per read when all of a space are visited. */
const BATCH_SIZE = 50;

/** A worker that does not store progress within this time counts as dead. */
export const LEASE_MS = 15_000;
const FIRST_PAUSE_MS = 2_000;
const MAX_PAUSE_MS = 60_000;

/** Another worker has taken over the import. */
export class ClaimLost extends Error {
  override readonly name = 'ClaimLost';
}

/** Imports of a service, as work in a lane for each state of a space. */
@Injectable()
export class ImportRepository extends WorkRepository<FileImport> {
  /** Imports at rest, as work that is due when their file expires. */
  readonly expiring = new WorkRepository(this.store, null, 'fileUntil', EXPIRY_LANE_INDEX);

  constructor(@Inject(IMPORT_STORE) store: Store<FileImport>) {
    super(store, 'state', 'waitingSince');
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

  /** Begins an attempt of a claimed import; null if another one ended it meanwhile. */
  async begin({ space, id }: FileImport): Promise<FileImport | null> {
    const result = await this.change(space, id, ({ waitingSince }, { at }) =>
      waitingSince === undefined ? null : { set: { worker: newId(), waitingSince: leased(at) } },
    );
    return result?.changed ? result.document : null;
  }

  /** Stores progress and renews the lease, without reading the import. Throws `ClaimLost`. */
  async progress({ space, id, worker }: FileImport, set: ImportFields): Promise<FileImport> {
    const $set = { ...set, attempts: 0, outages: 0, waitingSince: leased(new Date()) };
    const changed = await this.updateWhere(space, { id, worker }, { $set });
    if (!changed) throw new ClaimLost();
    return changed;
  }

  /** Ends the attempt between two steps; the import is due again. Throws `ClaimLost`. */
  rest(job: FileImport, set: ImportFields = {}): Promise<FileImport> {
    return this.changeClaimed(job, (at) => ({ set: { ...set, worker: null, waitingSince: at } }));
  }

  /**
   * Ends an attempt that failed within a step, by an outage or not; the import is due again after a
   * pause that grows. Throws `ClaimLost`.
   */
  retry(job: FileImport, isOutage: boolean): Promise<FileImport> {
    return this.changeClaimed(job, (at, { attempts = 0, outages = 0 }) => {
      const pause = Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (attempts + outages));
      const counted = isOutage ? { outages: outages + 1 } : { attempts: attempts + 1 };
      return { set: { ...counted, waitingSince: new Date(at.getTime() + pause) } };
    });
  }

  /** Changes an import of which this attempt has the claim. Throws `ClaimLost`. */
  async changeClaimed(
    { space, id, worker }: FileImport,
    change: (at: Date, current: FileImport) => Change<FileImport>,
  ): Promise<FileImport> {
    const result = await this.change(space, id, (current, { at }) => {
      if (current.worker !== worker) throw new ClaimLost();
      return change(at, current);
    });
    if (!result) throw new ClaimLost();
    return result.document;
  }
}

function leased(at: Date): Date {
  return new Date(at.getTime() + LEASE_MS);
}
