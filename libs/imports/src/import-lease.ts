import { Inject, Injectable } from '@nestjs/common';
import type { EventEnvelope } from '@engawa/contracts';
import type { Change } from '@engawa/persistence';
import { isGone, workerName } from '@engawa/service-kit';
import { IMPORT_DEFINITION, type ImportDefinition } from './import-definition';
import type { FileImport } from './import-store';
import { ImportRepository } from './import.repository';

/** A worker that does not renew its lease within this time counts as dead. */
const LEASE_MS = 15_000;

type ImportFields = NonNullable<Change<FileImport>['set']>;

/** Another worker has taken over the import. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost';
}

/** Leases an import to one worker at a time; renewed with each step. */
@Injectable()
export class ImportLease {
  private readonly worker = workerName();

  constructor(
    @Inject(IMPORT_DEFINITION) private readonly definition: ImportDefinition,
    private readonly imports: ImportRepository,
  ) {}

  /** Takes the lease; null if another worker has it. */
  async take({ space, id }: Pick<FileImport, 'space' | 'id'>): Promise<FileImport | null> {
    const result = await this.imports.change(space, id, (current, { at }) => {
      const { worker, leaseUntil } = current;
      const leased = leaseUntil !== null && leaseUntil > at && worker !== this.worker;
      const taken = leased && worker !== null && !isGone(worker, this.worker);
      if (current.waitingSince === undefined || taken) return null;
      return { set: { worker: this.worker, leaseUntil: new Date(at.getTime() + LEASE_MS) } };
    });
    return result?.changed ? result.document : null;
  }

  /** Stores progress. Throws `LeaseLost`. */
  progress(job: FileImport, set: ImportFields): Promise<FileImport> {
    return this.write(job, (_, at) => ({
      set: { ...set, leaseUntil: new Date(at.getTime() + LEASE_MS) },
    }));
  }

  /** Moves to the next state of the same job. Throws `LeaseLost`. */
  nextPhase(job: FileImport, set: ImportFields): Promise<FileImport> {
    return this.write(job, () => ({ set: { ...set, worker: null, leaseUntil: null } }));
  }

  /** Ends the job with its audit events. Throws `LeaseLost`. */
  finish(job: FileImport, set: ImportFields & Pick<FileImport, 'state'>): Promise<FileImport> {
    return this.write(job, (current, at) => ({
      set: {
        ...set,
        worker: null,
        leaseUntil: null,
        finishedAt: at,
        fileUntil: new Date(at.getTime() + this.definition.keptDays * 86_400_000),
      },
      unset: ['waitingSince'],
      events: this.endEvents({ ...current, ...set }),
    }));
  }

  /**
   * Ends the job at a user's request; what was written stays. A cancelled check keeps no counts.
   * Throws `LeaseLost`.
   */
  cancel(job: FileImport): Promise<FileImport> {
    const none = Object.fromEntries(Object.keys(job.counts).map((verdict) => [verdict, 0]));
    const counts = job.state === 'checking' ? none : job.counts;
    return this.finish(job, { state: 'cancelled', counts });
  }

  /** Ends the job because of the file; `line` is the unusable line. Throws `LeaseLost`. */
  fail(job: FileImport, reason: string, line: number): Promise<FileImport> {
    const failure = { code: `${this.definition.service}.import.${reason}`, line };
    return this.finish(job, { state: 'failed', failure });
  }

  /** Releases the lease between two steps, so that another worker can continue immediately. */
  release(job: FileImport): Promise<void> {
    return this.giveBack(job, { worker: null, leaseUntil: null });
  }

  /** Releases the lease within a step. The worker's name stays: the step may be half done. */
  giveUp(job: FileImport): Promise<void> {
    return this.giveBack(job, { leaseUntil: null });
  }

  private async giveBack({ space, id }: FileImport, set: ImportFields): Promise<void> {
    await this.imports.change(space, id, (current) =>
      current.worker === this.worker ? { set } : null,
    );
  }

  private async write(
    { space, id }: FileImport,
    change: (current: FileImport, at: Date) => Change<FileImport>,
  ): Promise<FileImport> {
    const result = await this.imports.change(space, id, (current, { at }) => {
      if (current.worker !== this.worker) throw new LeaseLost();
      return change(current, at);
    });
    if (!result) throw new LeaseLost();
    return result.document;
  }

  /** None for a check or a failure: the audit log has what was written or reverted. */
  private endEvents(job: FileImport): EventEnvelope[] {
    const { space, id, state, fileName: name, cancelledBy, startedBy } = job;
    if (state !== 'done' && state !== 'cancelled' && state !== 'reverted') return [];
    const { definition } = this;
    const actor = (state === 'cancelled' ? cancelledBy : null) ?? startedBy;
    const counts = Object.entries({ ...definition.noCounts, ...job.counts });
    return [
      ...definition.endEvents(job, actor),
      definition.auditEvent({
        space,
        actor,
        action: `${definition.service}.import.${state}`,
        target: { type: 'import', id, name },
        changes: counts.map(([field, after]) => ({ field, before: null, after })),
      }),
    ];
  }
}
