import type { EventEnvelope } from '@engawa/contracts';
import type { Change } from '@engawa/persistence';
import { isGone, workerName } from '@engawa/service-kit';
import type { FileImport } from './import-store';
import type { ImportingService } from './import.errors';
import type { FileImportRepository } from './import.repository';

/** A worker that does not renew its lease within this time counts as dead. */
const LEASE_MS = 15_000;

/** Another worker has taken over the import. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost';
}

/** Leases an import to one worker at a time; renewed with each step. */
export abstract class FileImportLease<Doc extends FileImport> {
  private readonly worker = workerName();

  constructor(
    private readonly service: ImportingService,
    private readonly imports: FileImportRepository<Doc>,
    /** Retention of the file after the import, in days. */
    private readonly keptDays: number,
  ) {}

  /** Audit events of an import that reaches the state. */
  protected abstract eventsOf(job: Doc, state: Doc['state']): readonly EventEnvelope[];

  /** Takes the lease; null if another worker has it. */
  async take({ space, id }: Doc): Promise<Doc | null> {
    const result = await this.imports.change(space, id, (current, { at }) => {
      const { worker, leaseUntil } = current;
      const leased = leaseUntil !== null && leaseUntil > at && worker !== this.worker;
      const taken = leased && worker !== null && !isGone(worker, this.worker);
      if (current.waitingSince === undefined || taken) return null;
      return changeOf<Doc>({
        set: { worker: this.worker, leaseUntil: new Date(at.getTime() + LEASE_MS) },
      });
    });
    return result?.changed ? result.document : null;
  }

  /** Stores progress with the events of the step. Throws `LeaseLost`. */
  progress(job: Doc, set: Partial<Doc>, events: readonly EventEnvelope[] = []): Promise<Doc> {
    return this.write(job, (_, at) =>
      changeOf({ set: { ...set, leaseUntil: new Date(at.getTime() + LEASE_MS) }, events }),
    );
  }

  /** Moves to the next state of the same job. Throws `LeaseLost`. */
  nextPhase(job: Doc, set: Partial<Doc>): Promise<Doc> {
    return this.write(job, () => changeOf({ set: { ...set, worker: null, leaseUntil: null } }));
  }

  /** Ends the job with its audit events. Throws `LeaseLost`. */
  finish(job: Doc, set: Pick<Doc, 'state'> & Partial<Doc>): Promise<Doc> {
    return this.write(job, (current, at) =>
      changeOf({
        set: {
          ...set,
          worker: null,
          leaseUntil: null,
          finishedAt: at,
          fileUntil: new Date(at.getTime() + this.keptDays * 86_400_000),
        },
        unset: ['waitingSince'],
        events: this.eventsOf({ ...current, ...set }, set.state),
      }),
    );
  }

  /**
   * Ends the job at a user's request; what was written stays. A cancelled check keeps no counts.
   * Throws `LeaseLost`.
   */
  cancel(job: Doc): Promise<Doc> {
    const none = Object.fromEntries(Object.keys(job.counts).map((verdict) => [verdict, 0]));
    const counts = job.state === 'checking' ? none : job.counts;
    return this.finish(job, { state: 'cancelled', counts } as Pick<Doc, 'state'> & Partial<Doc>);
  }

  /** Ends the job because of the file; `line` is the unusable line. Throws `LeaseLost`. */
  fail(job: Doc, reason: string, line: number): Promise<Doc> {
    const failure = { code: `${this.service}.import.${reason}`, line };
    return this.finish(job, { state: 'failed', failure } as Pick<Doc, 'state'> & Partial<Doc>);
  }

  /** Releases the lease between two steps, so that another worker can continue immediately. */
  async release({ space, id }: Doc): Promise<void> {
    await this.imports.change(space, id, (current) =>
      current.worker === this.worker
        ? changeOf<Doc>({ set: { worker: null, leaseUntil: null } })
        : null,
    );
  }

  /** Releases the lease within a step. The worker's name stays: the step may be half done. */
  async giveUp({ space, id }: Doc): Promise<void> {
    await this.imports.change(space, id, (current) =>
      current.worker === this.worker ? changeOf<Doc>({ set: { leaseUntil: null } }) : null,
    );
  }

  private async write(
    { space, id }: Doc,
    change: (current: Doc, at: Date) => Change<Doc>,
  ): Promise<Doc> {
    const result = await this.imports.change(space, id, (current, { at }) => {
      if (current.worker !== this.worker) throw new LeaseLost();
      return change(current, at);
    });
    if (!result) throw new LeaseLost();
    return result.document;
  }
}

/** The compiler cannot see that the common fields are fields of this type too. */
function changeOf<Doc extends FileImport>(change: Change<FileImport>): Change<Doc> {
  return change as unknown as Change<Doc>;
}
