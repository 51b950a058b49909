import { Inject, Injectable } from '@nestjs/common';
import type { EventEnvelope } from '@engawa/contracts';
import { UnreadableCsv } from '@engawa/csv';
import { ImportChunkRepository } from './import-chunk.repository';
import {
  IMPORT_DEFINITION,
  type FileRow,
  type ImportDefinition,
  type ImportSession,
  type ImportStep,
  type JudgedRow,
} from './import-definition';
import { ImportFiles } from './import-files';
import type { FileImport, ImportFields, StoredRow } from './import-store';
import { ImportRepository } from './import.repository';

type Session = ImportSession<FileRow, JudgedRow, StoredRow>;

/** The file has more rows than the service imports. */
class TooManyRows extends Error {
  readonly reason = 'too-many-rows';

  constructor(readonly line: number) {
    super(`too many rows in line ${line}`);
  }
}

/** Works through an import in steps; progress is stored after each step. */
@Injectable()
export class ImportJob {
  constructor(
    @Inject(IMPORT_DEFINITION) private readonly definition: ImportDefinition,
    private readonly files: ImportFiles,
    private readonly imports: ImportRepository,
    private readonly chunks: ImportChunkRepository,
  ) {}

  /**
   * Works on an import until it ends, or to the end of a step when the signal aborts. An unreadable
   * file ends it: a retry would not read further. Throws `ClaimLost`.
   */
  async work(job: FileImport, signal: AbortSignal): Promise<void> {
    try {
      if (job.state === 'reverting') await this.revert(job, signal);
      else await this.processRows(job, signal);
    } catch (error) {
      if (!(error instanceof UnreadableCsv || error instanceof TooManyRows)) throw error;
      const code = `${this.definition.service}.import.${error.reason}`;
      await this.fail(job, { code, line: error.line });
    }
  }

  /**
   * Ends an import that cannot be done; what was written stays. A failed check keeps no counts.
   * Throws `ClaimLost`.
   */
  fail(job: FileImport, failure: FileImport['failure']): Promise<FileImport> {
    const failedState = job.state;
    const set = { state: 'failed', failedState, failure };
    if (failedState !== 'checking') return this.finish(job, set);
    return this.finish(job, { ...set, counts: { ...this.definition.noCounts } });
  }

  /**
   * Ends an import at a user's request; what was written stays. A cancelled check keeps no counts.
   * Throws `ClaimLost`.
   */
  cancel(job: FileImport): Promise<FileImport> {
    const counts = job.state === 'checking' ? { ...this.definition.noCounts } : job.counts;
    return this.finish(job, { state: 'cancelled', counts });
  }

  private async processRows(begun: FileImport, signal: AbortSignal): Promise<void> {
    const columns = begun.columns.map((column) => column || null);
    const session = await this.definition.open(begun, columns);
    const phase = begun.state === 'checking' ? 'check' : 'run';
    let job = begun;
    let repeated = true;
    // Set by the end of a step: another worker may have done part of the first one.
    let isCancelled = false;
    let writing: Promise<void> = Promise.resolve();
    try {
      for await (const rows of this.steps(begun, session)) {
        if (signal.aborted || isCancelled) break;
        const index = Math.floor((rows[0]!.row - 1) / this.definition.chunkRows);
        const checkedRows = () => this.chunks.findChecked(begun, index);
        const step = { index, phase, repeated, checkedRows } as const;
        repeated = false;
        // The next step is read and judged while the current one is written.
        const judged = await session.judge(rows, step);
        await writing;
        if (isCancelled) break;
        writing = this.write(job, session, { rows, judged, step }).then((written) => {
          job = written;
          isCancelled = job.cancelledBy != null;
        });
        // Awaited with the next step; until then a rejection must not be unhandled.
        writing.catch(() => undefined);
      }
    } finally {
      await writing.catch(() => undefined);
    }
    await writing;
    if (signal.aborted) {
      await this.imports.rest(job);
      return;
    }
    session.end?.();
    const isComplete = phase === 'run' && job.processed === job.rows;
    if (isCancelled && !isComplete) await this.cancel(job);
    else if (phase === 'run') await this.finish(job, { state: 'done' });
    else if (!job.runAtOnce) await this.finish(job, { state: 'checked' });
    else {
      const counts = { ...this.definition.noCounts };
      await this.imports.rest(job, { state: 'running', processed: 0, counts });
    }
  }

  /** Rows that are not processed, by step. Throws `UnreadableCsv` or `TooManyRows`. */
  private async *steps(job: FileImport, session: Session): AsyncGenerator<FileRow[], void> {
    const { chunkRows, maxRows } = this.definition;
    let rows: FileRow[] = [];
    for await (const batch of this.files.batches(job)) {
      for (const record of batch) {
        if (record.row > maxRows) throw new TooManyRows(record.line);
        const isDone = record.row <= job.processed;
        if (isDone && !session.passOver) continue;
        const row = session.read(record);
        if (isDone) session.passOver!(row);
        else rows.push(row);
        if (rows.length < chunkRows) continue;
        yield rows;
        rows = [];
      }
    }
    if (rows.length > 0) yield rows;
  }

  private async write(
    job: FileImport,
    session: Session,
    { rows, judged, step }: { rows: FileRow[]; judged: JudgedRow[]; step: ImportStep<StoredRow> },
  ): Promise<FileImport> {
    const { index, phase } = step;
    const isCheck = phase === 'check';
    const applied = isCheck ? judged : await session.apply(rows, judged, step);
    await this.chunks.keep(job.space, {
      importId: job.id,
      phase,
      index,
      ...session.chunkOf(applied),
    });
    const counts: FileImport['counts'] = { ...this.definition.noCounts, ...job.counts };
    for (const { verdict } of applied) counts[verdict] = (counts[verdict] ?? 0) + 1;
    const processed = job.processed + rows.length;
    const rowCount = isCheck ? { rows: processed } : {};
    return this.imports.progress(job, { processed, counts, ...rowCount });
  }

  private async revert(begun: FileImport, signal: AbortSignal): Promise<void> {
    const reversal = (await this.definition.openReversal?.(begun))!;
    let job = begun;
    for (let found = await reversal.read(job.revertedTo!); found.length > 0;) {
      if (signal.aborted) {
        await this.imports.rest(job);
        return;
      }
      const revertedTo = found.at(-1)!.id;
      // The next step is read while the current one is written.
      const next = reversal.read(revertedTo);
      next.catch(() => undefined);
      const reverted = await reversal.apply(found, job);
      const progress = {
        revertedTo,
        reverted: job.reverted! + reverted,
        notReverted: job.notReverted! + found.length - reverted,
        processed: job.processed + found.length,
      };
      job = await this.imports.progress(job, progress);
      found = await next;
    }
    reversal.end?.();
    await this.finish(job, { state: 'reverted' });
  }

  /** Ends an import with its audit events. */
  private finish(
    job: FileImport,
    set: ImportFields & Pick<FileImport, 'state'>,
  ): Promise<FileImport> {
    return this.imports.changeClaimed(job, (at, current) => ({
      set: {
        ...set,
        worker: null,
        finishedAt: at,
        fileUntil: new Date(at.getTime() + this.definition.keptDays * 86_400_000),
      },
      unset: ['waitingSince'],
      events: this.endEvents({ ...current, ...set }),
    }));
  }

  /** Of a failure, only a run has some: the audit log has what was written or reverted. */
  private endEvents(job: FileImport): EventEnvelope[] {
    const { space, id, state, failedState, fileName: name, cancelledBy, startedBy } = job;
    if (state === 'checked' || (state === 'failed' && failedState !== 'running')) return [];
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
