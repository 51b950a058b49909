import { Injectable } from '@nestjs/common';
import { POST_IMPORT_KEPT_DAYS, postImportVerdicts } from '@engawa/contracts';
import type { Change } from '@engawa/persistence';
import { isGone, workerName } from '@engawa/service-kit';
import { auditEvent } from '../audit/audit-event.mapper';
import { ImportRepository } from './import.repository';
import type { ImportDocument } from './import.schema';

/** A worker that does not renew its lease for this long is taken for dead, in ms. */
const LEASE = 15_000;

/** Another worker took the import over. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost';
}

/** Who works on an import: one worker at a time, renewed with each step. */
@Injectable()
export class ImportLease {
  private readonly worker = workerName();

  constructor(private readonly imports: ImportRepository) {}

  /** Takes the import unless someone else works on it. */
  async take({ space, id }: ImportDocument): Promise<ImportDocument | null> {
    const result = await this.imports.change(space, id, (current, { at }) => {
      const { worker, leaseUntil } = current;
      const leased = leaseUntil !== null && leaseUntil > at && worker !== this.worker;
      const taken = leased && worker !== null && !isGone(worker, this.worker);
      if (current.waitingSince === undefined || taken) return null;
      return { set: { worker: this.worker, leaseUntil: new Date(at.getTime() + LEASE) } };
    });
    return result?.changed ? result.document : null;
  }

  /** Writes how far it is. Throws `LeaseLost`. */
  progress(job: ImportDocument, set: Partial<ImportDocument>): Promise<ImportDocument> {
    return this.write(job, (_, at) => ({
      set: { ...set, leaseUntil: new Date(at.getTime() + LEASE) },
    }));
  }

  /** Ends the work, and tells the audit log of what was written. Throws `LeaseLost`. */
  finish(
    job: ImportDocument,
    set: Pick<ImportDocument, 'state'> & Partial<ImportDocument>,
  ): Promise<ImportDocument> {
    return this.write(job, (current, at) => ({
      set: {
        ...set,
        worker: null,
        leaseUntil: null,
        finishedAt: at,
        fileUntil: new Date(at.getTime() + POST_IMPORT_KEPT_DAYS * 86_400_000),
      },
      unset: ['waitingSince'],
      events: set.state === 'done' ? [doneEvent(current)] : [],
    }));
  }

  /** Lets go without having ended, so that another may go on at once. */
  async release({ space, id }: ImportDocument): Promise<void> {
    await this.imports.change(space, id, (current) =>
      current.worker === this.worker ? { set: { worker: null, leaseUntil: null } } : null,
    );
  }

  private async write(
    { space, id }: ImportDocument,
    change: (current: ImportDocument, at: Date) => Change<ImportDocument>,
  ): Promise<ImportDocument> {
    const result = await this.imports.change(space, id, (current, { at }) => {
      if (current.worker !== this.worker) throw new LeaseLost();
      return change(current, at);
    });
    if (!result) throw new LeaseLost();
    return result.document;
  }
}

function doneEvent({ space, startedBy, id, fileName, counts }: ImportDocument) {
  return auditEvent(
    { space, staffId: startedBy },
    {
      action: 'timeline.import.done',
      target: { type: 'import', id, name: fileName },
      changes: postImportVerdicts.map((field) => ({ field, before: null, after: counts[field] })),
    },
  );
}
