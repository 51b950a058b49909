import { Injectable } from '@nestjs/common';
import { POST_IMPORT_MAX_ROWS, type PostImportRow } from '@engawa/contracts';
import { DuplicateKey } from '@engawa/persistence';
import { LabelRepository } from '../label/label.repository';
import { postEvent } from '../post/post.mapper';
import { PostRepository } from '../post/post.repository';
import { type IsIssue, newPost } from '../post/post.rules';
import type { PostDocument } from '../post/post.schema';
import { ImportChunkRepository } from './import-chunk.repository';
import { ImportFiles } from './import-file.service';
import { type CsvRow, underHeading } from './import-heading.rules';
import { ImportLease } from './import-lease.service';
import { ImportPlanService, isUnchanged } from './import-plan.service';
import type { ImportedPost, Lookups } from './import-row.rules';
import { CHUNK_ROWS, type ImportDocument } from './import.schema';

/** Look-ups and issue labels for judging rows. */
interface ImportContext {
  lookups: Lookups;
  isIssue: IsIssue;
}

/**
 * Works through an import in steps and stores the progress after each. A post's id is derived from
 * file and line, so that a resumed import finds what was written.
 */
@Injectable()
export class ImportJob {
  constructor(
    private readonly files: ImportFiles,
    private readonly lease: ImportLease,
    private readonly chunks: ImportChunkRepository,
    private readonly plans: ImportPlanService,
    private readonly posts: PostRepository,
    private readonly labels: LabelRepository,
  ) {}

  /** Throws `LeaseLost` or `UnreadableCsv`. */
  async work(begun: ImportDocument, signal: AbortSignal): Promise<void> {
    let job = begun;
    const surroundings = await this.contextOf(job);
    const heading = job.columns.map((column) => column || null);
    const waiting: CsvRow[] = [];
    // Checked after a step: another worker may have done part of the first one.
    let isCancelled = false;
    for await (const lot of this.files.lots(job)) {
      if (isCancelled) break;
      for (const record of lot) {
        if (signal.aborted) return;
        if (record.row > POST_IMPORT_MAX_ROWS) {
          await this.lease.fail(job, 'too-many-rows', record.line);
          return;
        }
        if (record.row <= begun.processed) continue;
        waiting.push(underHeading(record, heading));
        if (waiting.length < CHUNK_ROWS) continue;
        job = await this.step(job, waiting.splice(0), surroundings);
        isCancelled = job.cancelledBy != null;
        if (isCancelled) break;
      }
    }
    if (signal.aborted) return;
    if (!isCancelled && waiting.length > 0) {
      job = await this.step(job, waiting, surroundings);
      isCancelled = job.cancelledBy != null;
    }
    const isComplete = job.state === 'running' && job.processed === job.rows;
    if (isCancelled && !isComplete) await this.lease.cancel(job);
    else await this.lease.finish(job, { state: job.state === 'checking' ? 'checked' : 'done' });
  }

  private async contextOf({ space, startedBy, createdAt }: ImportDocument) {
    const lookups = await this.plans.lookups(space, startedBy, createdAt);
    const labels = await this.labels.findAll(space);
    const issues = new Set(labels.filter((label) => label.isIssue).map((label) => label.id));
    return { lookups, isIssue: (id: string) => issues.has(id) };
  }

  /** Judges rows, writes their posts in a run, and stores the progress. */
  private async step(
    job: ImportDocument,
    rows: readonly CsvRow[],
    { lookups, isIssue }: ImportContext,
  ): Promise<ImportDocument> {
    const { space, id: importId } = job;
    const checking = job.state === 'checking';
    const planned = this.plans.plan(space, job.hash, rows, lookups);
    const existing = await this.plans.existing(space, planned);
    const counts = { ...job.counts };
    const refused: PostImportRow[] = [];
    for (const { row, line, result, ...ids } of planned) {
      if (Array.isArray(result)) {
        counts.refused += 1;
        refused.push({ row, line, problems: result });
      } else if (isUnchanged(ids, existing, importId)) counts.unchanged += 1;
      else {
        counts.add += 1;
        if (!checking && !existing.has(ids.id)) await this.insert(job, ids.id, result, isIssue);
      }
    }
    const index = Math.floor((rows[0]!.row - 1) / CHUNK_ROWS);
    const phase = checking ? 'check' : 'run';
    await this.chunks.keep(space, { importId, phase, index, rows: refused });
    const processed = job.processed + rows.length;
    return this.lease.progress(job, {
      processed,
      counts,
      ...(checking ? { rows: processed } : {}),
    });
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
    // An old talk keeps its old creation time, so that it does not count as new.
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
}
