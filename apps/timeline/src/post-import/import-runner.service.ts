import { randomUUID } from 'node:crypto';
import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import type { PostImportRefusal } from '@engawa/contracts';
import { DuplicateKey } from '@engawa/persistence';
import { BackgroundLoop, type ServiceExtension } from '@engawa/service-kit';
import { FILE_STORE, type FileStore, readLimited } from '@engawa/storage';
import { auditEvent } from '../audit/audit-event.mapper';
import { postEvent } from '../post/post.mapper';
import { PostRepository } from '../post/post.repository';
import type { PostDocument } from '../post/post.schema';
import { type IsIssue, newPost } from '../post/post.rules';
import { LabelRepository } from '../label/label.repository';
import { ImportPlanService, isUnchanged, type PlannedRow } from './import-plan.service';
import { ImportRepository } from './import.repository';
import type { ImportDocument } from './import.schema';
import type { ImportedPost } from './import-row.rules';

/** Rows between two notes of how far it is. */
const BATCH = 100;
/** A worker that does not renew its lease for this long is taken for dead, in ms. */
const LEASE = 15_000;
const LOOK_EVERY = 5_000;
/** Refusals that are kept for the report. */
const REFUSALS_KEPT = 1_000;
const FILE_MAX = 64 * 1024 * 1024;

/**
 * Works imports off, one row once: a post's id follows from file and line, so that whoever goes on
 * after a stop meets what was written already. One worker at a time holds the lease of an import.
 */
@Injectable()
export class ImportRunner implements OnApplicationBootstrap, ServiceExtension {
  private readonly worker = randomUUID();
  private readonly loop = new BackgroundLoop({
    name: 'Import',
    every: LOOK_EVERY,
    round: (signal) => this.workOff(signal),
  });

  constructor(
    private readonly imports: ImportRepository,
    private readonly plans: ImportPlanService,
    private readonly posts: PostRepository,
    private readonly labels: LabelRepository,
    @Inject(FILE_STORE) private readonly files: FileStore,
  ) {}

  onApplicationBootstrap(): void {
    this.loop.start();
  }

  /** Ends after the batch under way; another start goes on from there. */
  async beforeClose(): Promise<void> {
    await this.loop.stop();
  }

  /** Looks for work now. */
  wake(): void {
    this.loop.wake();
  }

  private async workOff(signal: AbortSignal): Promise<void> {
    for (const { space, id } of await this.imports.findWaiting(20)) {
      if (signal.aborted) return;
      const job = await this.take(space, id);
      if (job) await this.work(job, signal);
    }
  }

  private async take(space: string, id: string): Promise<ImportDocument | null> {
    const taken = await this.imports.change(space, id, (job, { at }) => {
      const held = job.leaseUntil !== null && job.leaseUntil > at && job.worker !== this.worker;
      if (job.state !== 'running' || held) return null;
      return { set: { worker: this.worker, leaseUntil: new Date(at.getTime() + LEASE) } };
    });
    return taken?.changed ? taken.document : null;
  }

  private async work(job: ImportDocument, signal: AbortSignal): Promise<void> {
    const { space, startedBy } = job;
    const { stream } = await this.files.open(job.key);
    const { rows, hash } = this.plans.read(await readLimited(stream, FILE_MAX));
    const lookups = await this.plans.lookups(space, startedBy, job.createdAt);
    const labels = await this.labels.findAll(space);
    const issues = new Set(labels.filter((label) => label.isIssue).map((label) => label.id));
    let now: ImportDocument | null = job;
    while (now && now.processed < rows.length && !signal.aborted) {
      const batch = rows.slice(now.processed, now.processed + BATCH);
      const planned = this.plans.plan(space, hash, batch, lookups);
      const counts = await this.write(now, planned, (id) => issues.has(id));
      now = await this.note(now, batch.length, counts);
    }
    if (!now) return;
    if (now.processed < rows.length) {
      // Stopping: whoever starts next need not wait for the lease to run out.
      await this.imports.change(space, job.id, () => ({ set: { leaseUntil: null } }));
      return;
    }
    await this.imports.change(space, job.id, (current, { at }) => ({
      set: { state: 'done', finishedAt: at, worker: null, leaseUntil: null },
      unset: ['waitingSince'],
      events: [
        auditEvent(
          { space, staffId: startedBy },
          {
            action: 'timeline.import.done',
            target: { type: 'import', id: job.id, name: job.fileName },
            changes: (['added', 'unchanged', 'refused'] as const).map((field) => ({
              field: field === 'added' ? 'add' : field,
              before: null,
              after: current[field],
            })),
          },
        ),
      ],
    }));
    await this.files.remove(job.key);
  }

  private async write(job: ImportDocument, rows: readonly PlannedRow[], isIssue: IsIssue) {
    const counts = { added: 0, unchanged: 0, refused: 0, refusals: [] as PostImportRefusal[] };
    const existing = await this.plans.existing(job.space, rows);
    for (const row of rows) {
      if (Array.isArray(row.result)) {
        counts.refused += 1;
        counts.refusals.push(...row.result);
      } else if (isUnchanged(row, existing, job.id)) counts.unchanged += 1;
      else {
        if (!existing.has(row.id)) await this.insert(job, row.id, row.result, isIssue);
        counts.added += 1;
      }
    }
    return counts;
  }

  private async insert(
    job: ImportDocument,
    id: string,
    row: ImportedPost,
    isIssue: IsIssue,
  ): Promise<void> {
    const { space, startedBy } = job;
    const input = {
      ...{ memo: row.memo, memberIds: row.memberIds, labelIds: row.labelIds },
      ...{ task: null, attachmentIds: [], mustRead: false, introduction: null },
      talkedAt: row.talkedAt.toISOString(),
    };
    // What was said long ago is not new: it counts where it was said.
    const createdAt = row.talkedAt < job.createdAt ? row.talkedAt : job.createdAt;
    const document = { ...newPost(id, row.ownerId, input, isIssue, createdAt), importKey: job.id };
    const created = { ...document, space, version: 1, updatedAt: createdAt } as PostDocument;
    const event = postEvent('postCreated', created, startedBy, { imported: true });
    try {
      await this.posts.insert(space, document, [event]);
    } catch (error) {
      if (!(error instanceof DuplicateKey)) throw error;
    }
  }

  /** Null where another worker took over meanwhile. */
  private async note(
    job: ImportDocument,
    rows: number,
    counts: Pick<ImportDocument, 'added' | 'unchanged' | 'refused' | 'refusals'>,
  ): Promise<ImportDocument | null> {
    const result = await this.imports.change(job.space, job.id, (current, { at }) => {
      if (current.worker !== this.worker) return null;
      return {
        set: {
          processed: current.processed + rows,
          added: current.added + counts.added,
          unchanged: current.unchanged + counts.unchanged,
          refused: current.refused + counts.refused,
          refusals: [...current.refusals, ...counts.refusals].slice(0, REFUSALS_KEPT),
          leaseUntil: new Date(at.getTime() + LEASE),
        },
      };
    });
    return result?.changed ? result.document : null;
  }
}
