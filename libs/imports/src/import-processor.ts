import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { newAuditEvent } from '@engawa/auth';
import { events, type EventEnvelope } from '@engawa/contracts';
import { UnreadableCsv, type CsvRecord } from '@engawa/csv';
import { WorkProcessor, type Attempt, type WorkOutcome } from '@engawa/persistence';
import { isStoreAway } from '@engawa/service-kit';
import { ImportChunkRepository } from './import-chunk.repository';
import {
  IMPORT_DEFINITION,
  type ImportDefinition,
  type ImportSession,
  type JudgedRow,
} from './import-definition';
import { ImportFiles } from './import-files';
import { noneReverted, type FileImport, type ImportFields, type StoredRow } from './import-store';
import { problemCode } from './import.errors';
import { ClaimLost, ImportRepository, LEASE_MS } from './import.repository';

/** A check and a run of a space beside each other; each holds its file in memory. */
const LIMITS = { total: 3, perSpace: 2, perLane: 1 };
/** How long an import works before other spaces have their turn. */
const TURN_MS = 30_000;
/** Failed attempts without progress between them before an import fails; outages do not count. */
const MAX_ATTEMPTS = 5;

type Session = ImportSession<JudgedRow, StoredRow>;

/** A step that is read and judged. Writes it, then its progress; returns the import after it. */
type PreparedStep = (job: FileImport) => Promise<FileImport>;

/**
 * Works through imports in the background, in a lane for each state of each space and in steps;
 * progress is stored after each step.
 */
@Injectable()
export class ImportProcessor extends WorkProcessor<FileImport> {
  private readonly logger: Logger;

  constructor(
    @Inject(IMPORT_DEFINITION) private readonly definition: ImportDefinition,
    private readonly files: ImportFiles,
    private readonly imports: ImportRepository,
    private readonly chunks: ImportChunkRepository,
  ) {
    super({ name: definition.name, work: imports, limits: LIMITS, leaseMs: LEASE_MS });
    this.logger = new Logger(definition.name);
  }

  /** Works until the import ends or its turn is over. */
  protected async perform(claimed: FileImport, { signal }: Attempt): Promise<WorkOutcome> {
    const begun = await this.imports.begin(claimed);
    if (!begun) return 'done';
    try {
      // A worker that ended within a step left its name. That step is repeated before the end, so
      // that the counts are those of what was written.
      if (begun.cancelledBy != null && claimed.worker === null)
        await this.finish(begun, { state: 'cancelled' });
      else await this.work(begun, AbortSignal.any([signal, AbortSignal.timeout(TURN_MS)]));
      // The run of a checked import has another lane.
      this.wake({ space: claimed.space, receiver: 'running' });
      return 'done';
    } catch (error) {
      if (error instanceof ClaimLost) return 'done';
      const { attempts = 0, outages = 0 } = await this.imports.retry(begun, isStoreAway(error));
      this.logger.error(`Import ${begun.id}, attempt ${attempts + outages}: ${String(error)}`);
      if (attempts >= MAX_ATTEMPTS) {
        await this.fail(begun, { code: 'request.internal', line: null });
      }
      return 'later';
    }
  }

  /**
   * Works on an import until it ends, or to the end of a step when the signal aborts. An unreadable
   * file ends it: a retry would not read further. Throws `ClaimLost`.
   */
  async work(job: FileImport, signal: AbortSignal): Promise<void> {
    try {
      const last = await this.writeSteps(job, signal);
      await (signal.aborted ? this.imports.rest(last) : this.end(last));
    } catch (error) {
      if (!(error instanceof UnreadableCsv)) throw error;
      const code = problemCode(this.definition.service, error.reason);
      await this.fail(job, { code, line: error.line });
    }
  }

  /** Ends an import that cannot be done. Throws `ClaimLost`. */
  private fail(job: FileImport, failure: FileImport['failure']): Promise<FileImport> {
    return this.finish(job, { state: 'failed', failedState: job.state, failure });
  }

  /** Writes each step while the next one is prepared. Returns the import after the last one. */
  private async writeSteps(begun: FileImport, signal: AbortSignal): Promise<FileImport> {
    let job = begun;
    const steps = job.state === 'reverting' ? this.stepsOfReversal(job) : this.stepsOfRows(job);
    const prepared = Readable.from(steps, { highWaterMark: 1 });
    try {
      for await (const write of prepared as AsyncIterable<PreparedStep>) {
        if (signal.aborted) break;
        job = await write(job);
        // Only then: another worker may have done part of the first step.
        if (job.cancelledBy != null) break;
      }
    } finally {
      // Of the step in preparation, too.
      await finished(prepared).catch(() => undefined);
    }
    return job;
  }

  /** What follows the last step. */
  private async end(job: FileImport): Promise<FileImport> {
    const { space, state, processed, rows } = job;
    this.definition.forgetCached?.(space);
    if (state === 'reverting') return this.finish(job, { state: 'reverted' });
    const isComplete = state === 'running' && processed === rows;
    if (job.cancelledBy != null && !isComplete) return this.finish(job, { state: 'cancelled' });
    if (state === 'running') return this.finish(job, { state: 'done' });
    if (!job.runAtOnce) return this.finish(job, { state: 'checked' });
    const counts = this.definition.noCounts;
    return this.imports.rest(job, { state: 'running', processed: 0, counts });
  }

  /** Steps of the rows that are not processed. */
  private async *stepsOfRows(job: FileImport): AsyncGenerator<PreparedStep, void> {
    const { definition, chunks } = this;
    const session = await definition.open(job);
    const phase = job.state === 'checking' ? 'check' : 'run';
    let repeated = true;
    for await (const records of this.unprocessed(job, session)) {
      const chunkOf = ({ row }: { row: number }) => Math.floor((row - 1) / definition.chunkRows);
      const indexes = [...new Set(records.map(chunkOf))];
      const checkedRows = async () => (phase === 'run' ? chunks.findChecked(job, indexes) : []);
      const step = { repeated, checkedRows };
      repeated = false;
      const judged = await session.judge(records, step);
      yield async (current) => {
        const applied = phase === 'check' ? judged : await session.apply(judged, step);
        const stored = applied.flatMap((row) => definition.storedRow(row) ?? []);
        for (const index of indexes) {
          const rows = stored.filter((row) => chunkOf(row) === index);
          const chunk = { importId: job.id, phase, index, rows } as const;
          // Without rows, there is only a chunk of an earlier attempt to replace.
          if (rows.length > 0 || step.repeated) await chunks.keep(job.space, chunk);
        }
        const counts: FileImport['counts'] = { ...definition.noCounts, ...current.counts };
        for (const { verdict } of applied) counts[verdict] = (counts[verdict] ?? 0) + 1;
        const processed = current.processed + records.length;
        const rowCount = phase === 'check' ? { rows: processed } : {};
        return this.imports.progress(current, { processed, counts, ...rowCount });
      };
    }
  }

  /** Rows that are not processed, by step. Throws `UnreadableCsv`, also for too many rows. */
  private async *unprocessed(
    { processed, ...file }: FileImport,
    session: Session,
  ): AsyncGenerator<CsvRecord[], void> {
    const { chunkRows, stepRows = chunkRows, maxRows } = this.definition;
    let records: CsvRecord[] = [];
    for await (const batch of this.files.batches(file)) {
      for (const record of batch) {
        if (record.row > maxRows) throw new UnreadableCsv('too-many-rows', record.line);
        if (record.row <= processed) session.passOver?.(record);
        else records.push(record);
        if (records.length < stepRows) continue;
        yield records;
        records = [];
      }
    }
    if (records.length > 0) yield records;
  }

  /** Steps that revert what an import wrote. */
  private async *stepsOfReversal(job: FileImport): AsyncGenerator<PreparedStep, void> {
    const reversal = this.definition.reversal!;
    for (let afterRow = job.revertedRow ?? 0; ;) {
      const items = await reversal.read(job, afterRow);
      if (items.length === 0) return;
      // 2.13.0 may have begun it, in the order of ids.
      const start = afterRow === 0 ? { ...noneReverted, processed: 0 } : {};
      const revertedRow = items.at(-1)!.imported!.row;
      yield async (current) => {
        const reverted = await reversal.apply(items, current);
        const before = { ...current, ...start };
        return this.imports.progress(current, {
          revertedRow,
          reverted: before.reverted! + reverted,
          notReverted: before.notReverted! + items.length - reverted,
          processed: before.processed + items.length,
        });
      };
      afterRow = revertedRow;
    }
  }

  /**
   * Ends an import with its audit events. What was written stays; an unfinished check keeps no
   * counts. Throws `ClaimLost`.
   */
  private finish(
    job: FileImport,
    set: ImportFields & Pick<FileImport, 'state'>,
  ): Promise<FileImport> {
    const isUnfinishedCheck = job.state === 'checking' && set.state !== 'checked';
    const end = isUnfinishedCheck ? { ...set, counts: this.definition.noCounts } : set;
    return this.imports.changeClaimed(job, (at, current) => ({
      set: {
        ...end,
        worker: null,
        finishedAt: at,
        fileUntil: new Date(at.getTime() + this.definition.keptDays * 86_400_000),
      },
      unset: ['waitingSince'],
      events: this.endEvents({ ...current, ...end }),
    }));
  }

  /** Of a failure, only a run has some: the audit log has what was written or reverted. */
  private endEvents(job: FileImport): EventEnvelope[] {
    const { space, id, state, failedState, fileName: name, cancelledBy, startedBy } = job;
    if (state === 'checked' || (state === 'failed' && failedState !== 'running')) return [];
    const { definition } = this;
    const actor = (state === 'cancelled' ? cancelledBy : null) ?? startedBy;
    const counts = Object.entries({ ...definition.noCounts, ...job.counts });
    const own = definition.endEvent(job, actor);
    return [
      ...(own ? [own] : []),
      newAuditEvent(events[`${definition.service}Audited`], {
        space,
        actor,
        action: `${definition.service}.import.${state}`,
        target: { type: 'import', id, name },
        changes: counts.map(([field, after]) => ({ field, before: null, after })),
      }),
    ];
  }
}
