import { Injectable } from '@nestjs/common';
import { events, MEMBER_CSV_MAX_ROWS, type EventEnvelope } from '@engawa/contracts';
import { derivedId, newEvent } from '@engawa/events';
import { readRow } from '../csv/csv-row.rules';
import { MemberCounts } from '../member/member-count.service';
import { toFacts } from '../member/member.mapper';
import { MemberRepository } from '../member/member.repository';
import { nameKey } from '../member-type/member-type.rules';
import { MemberTypeService } from '../member-type/member-type.service';
import { AddStep } from './add-step.service';
import { ImportChunkRepository } from './import-chunk.repository';
import { ImportFiles } from './import-file.service';
import { ImportLease } from './import-lease.service';
import { ImportRevert } from './import-revert.service';
import type { AppliedStep, ReadRow, SeenRows, StepScope } from './import-step.rules';
import { CHUNK_ROWS, type ImportDocument, type KeptRow } from './import.schema';
import { noCounts } from './import.mapper';
import { UpdateStep } from './update-step.service';

/** Most members in one `members.member.imported` event. */
const MEMBERS_PER_EVENT = 100;

/** Works through an import in steps; progress is stored after each step. */
@Injectable()
export class ImportJob {
  constructor(
    private readonly files: ImportFiles,
    private readonly lease: ImportLease,
    private readonly chunks: ImportChunkRepository,
    private readonly members: MemberRepository,
    private readonly types: MemberTypeService,
    private readonly counts: MemberCounts,
    private readonly addStep: AddStep,
    private readonly updateStep: UpdateStep,
    private readonly reverting: ImportRevert,
  ) {}

  /** Throws `LeaseLost` or `UnreadableCsv`. */
  async work(job: ImportDocument, signal: AbortSignal): Promise<void> {
    if (job.state === 'reverting') await this.revert(job, signal);
    else await this.goThrough(job, signal);
  }

  private async goThrough(begun: ImportDocument, signal: AbortSignal): Promise<void> {
    let job = begun;
    const phase = job.state === 'checking' ? 'check' : 'run';
    const step = job.mode === 'add' ? this.addStep : this.updateStep;
    const typeNames = await this.types.names(job.space);
    const typeIds = new Map([...typeNames].map(([id, name]) => [nameKey(name), id]));
    const heading = { columns: job.columns.map((column) => column || null), texts: job.headings };
    const seen: SeenRows = { rows: new Map() };
    const done = job.processed;
    let waiting: ReadRow[] = [];
    let repeated = true;
    let isCancelled = false;

    // The next step is read and judged while the current one is written.
    let writing: Promise<void> = Promise.resolve();
    const take = async () => {
      const rows = waiting;
      waiting = [];
      const scope: StepScope = {
        space: job.space,
        importId: job.id,
        actor: job.startedBy,
        addDuplicates: job.addDuplicates,
        repeated,
        seen,
        typeNames,
      };
      repeated = false;
      const judged = await step.judge(rows, scope);
      await writing;
      if (isCancelled) return;
      writing = (async () => {
        const { rows: kept, facts } =
          phase === 'check' ? { rows: judged, facts: [] } : await step.apply(rows, judged, scope);
        const index = Math.floor((rows[0]!.row - 1) / CHUNK_ROWS);
        const chunk = { importId: job.id, phase, index, rows: kept } as const;
        await this.chunks.keep(job.space, chunk, importedEvents(job, String(index), facts));
        const processed = job.processed + kept.length;
        job = await this.lease.progress(job, {
          processed,
          counts: added(job, kept),
          ...(phase === 'check' ? { rows: processed } : {}),
        });
        isCancelled = job.cancelledBy != null;
      })();
      // Awaited with the next step; until then a rejection must not be unhandled.
      writing.catch(() => undefined);
    };

    try {
      for await (const lot of this.files.lots(job)) {
        if (signal.aborted || isCancelled) break;
        for (const record of lot) {
          if (record.row > MEMBER_CSV_MAX_ROWS) {
            await writing;
            await this.lease.fail(job, 'too-many-rows', record.line);
            return;
          }
          const row: ReadRow = {
            row: record.row,
            line: record.line,
            ...readRow(record.cells, heading, typeIds),
          };
          if (record.row <= done) {
            step.passOver(row, seen);
            continue;
          }
          waiting.push(row);
          if (waiting.length === CHUNK_ROWS) await take();
        }
      }
    } finally {
      await writing.catch(() => undefined);
    }
    if (!signal.aborted && !isCancelled && waiting.length > 0) await take();
    await writing;
    if (signal.aborted) return;
    this.counts.forget(job.space);
    const isComplete = phase === 'run' && job.processed === job.rows;
    if (isCancelled && !isComplete) await this.lease.cancel(job);
    else if (phase === 'run') await this.lease.finish(job, { state: 'done' });
    else if (!job.runAtOnce) await this.lease.finish(job, { state: 'checked' });
    else await this.lease.nextPhase(job, { state: 'running', processed: 0, counts: noCounts() });
  }

  private async revert(begun: ImportDocument, signal: AbortSignal): Promise<void> {
    const { space, id } = begun;
    const read = (after: string) => this.members.findImported(space, id, after, CHUNK_ROWS);
    let job = begun;
    for (let found = await read(job.revertedTo); found.length > 0;) {
      if (signal.aborted) return;
      // The next step is read while the current one is written.
      const next = read(found.at(-1)!.id);
      next.catch(() => undefined);
      const reverted = await this.reverting.revert(found, job);
      const events = importedEvents(
        job,
        `revert-${job.processed}`,
        reverted.map((member) => ({ ...toFacts(member), version: member.version })),
      );
      const progress = {
        revertedTo: found.at(-1)!.id,
        reverted: job.reverted + reverted.length,
        notReverted: job.notReverted + found.length - reverted.length,
        processed: job.processed + found.length,
      };
      job = await this.lease.progress(job, progress, events);
      found = await next;
    }
    this.counts.forget(job.space);
    await this.lease.finish(job, { state: 'reverted' });
  }
}

/**
 * Events of a step. Written with its verdicts or progress after the members: after a crash in
 * between the step is repeated with the same events.
 */
function importedEvents(
  job: ImportDocument,
  step: string,
  facts: AppliedStep['facts'],
): EventEnvelope[] {
  const made: EventEnvelope[] = [];
  for (let at = 0; at < facts.length; at += MEMBERS_PER_EVENT) {
    const id = `${job.id}-${step}-${at / MEMBERS_PER_EVENT}`;
    made.push(
      newEvent(events.membersImported, {
        id: derivedId(id),
        space: job.space,
        actor: job.startedBy,
        aggregate: { type: 'memberImport', id },
        version: 1,
        data: { importId: job.id, members: facts.slice(at, at + MEMBERS_PER_EVENT) },
      }),
    );
  }
  return made;
}

function added(job: ImportDocument, rows: readonly KeptRow[]): ImportDocument['counts'] {
  const counts = { ...noCounts(), ...job.counts };
  for (const row of rows) counts[row.verdict] += 1;
  return counts;
}
