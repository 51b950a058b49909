import { Inject, Injectable, StreamableFile } from '@nestjs/common';
import type { CurrentStaff } from '@engawa/auth';
import {
  type Locale,
  type PostImport,
  postCsvColumns,
  type PostCsvColumn,
  postImportReasons,
} from '@engawa/contracts';
import { csvLine } from '@engawa/csv';
import { newId } from '@engawa/persistence';
import { FILE_STORE, type FileStore, pathName } from '@engawa/storage';
import type { UploadedFile } from '../attachment/upload.reader';
import { ImportNotFound } from './import.errors';
import { dryRunAnswer, importAnswer } from './import.mapper';
import { ImportPlanService, isUnchanged } from './import-plan.service';
import { ImportRepository } from './import.repository';
import { ImportRunner } from './import-runner.service';

const LAST = 10;
const BATCH = 500;

/** Posts from a CSV file (TML-9): look first, then let a job do it. */
@Injectable()
export class ImportService {
  constructor(
    private readonly imports: ImportRepository,
    private readonly plans: ImportPlanService,
    private readonly runner: ImportRunner,
    @Inject(FILE_STORE) private readonly files: FileStore,
  ) {}

  /** What the file would do; nothing is written. Throws `UnfitFile`. */
  async dryRun({ space, staffId }: CurrentStaff, file: UploadedFile): Promise<PostImport> {
    const { rows, hash } = this.plans.read(file.content);
    const lookups = await this.plans.lookups(space, staffId, new Date());
    const counts = { added: 0, unchanged: 0, refused: 0 };
    const refusals: PostImport['refusals'] = [];
    for (let at = 0; at < rows.length; at += BATCH) {
      const planned = this.plans.plan(space, hash, rows.slice(at, at + BATCH), lookups);
      const existing = await this.plans.existing(space, planned);
      for (const row of planned) {
        if (Array.isArray(row.result)) {
          counts.refused += 1;
          refusals.push(...row.result);
        } else counts[isUnchanged(row, existing, null) ? 'unchanged' : 'added'] += 1;
      }
    }
    const fileName = pathName(file.fileName);
    return dryRunAnswer({
      ...{ id: newId(), fileName, startedBy: staffId, rows: rows.length },
      ...counts,
      refusals,
    });
  }

  /** Begins the import; it goes on whether or not anybody waits for it. Throws `UnfitFile`. */
  async start({ space, staffId }: CurrentStaff, file: UploadedFile): Promise<PostImport> {
    const { rows, hash } = this.plans.read(file.content);
    const id = newId();
    const key = `${space}/imports/${id}.csv`;
    await this.files.put(key, file.content, 'text/csv');
    const job = await this.imports.insert(space, {
      ...{ id, key, hash, rows: rows.length, startedBy: staffId },
      ...{ state: 'running', fileName: pathName(file.fileName) },
      ...{ processed: 0, added: 0, unchanged: 0, refused: 0, refusals: [] },
      ...{ worker: null, leaseUntil: null, finishedAt: null, waitingSince: new Date() },
    });
    this.runner.wake();
    return importAnswer(job);
  }

  async list({ space }: CurrentStaff): Promise<{ items: PostImport[] }> {
    return { items: (await this.imports.findLast(space, LAST)).map(importAnswer) };
  }

  async get({ space }: CurrentStaff, importId: string): Promise<PostImport> {
    const job = await this.imports.findById(space, importId);
    if (!job) throw new ImportNotFound();
    return importAnswer(job);
  }

  /** The refused cells as CSV, in the reader's language. */
  async report({ space }: CurrentStaff, importId: string, locale: Locale): Promise<StreamableFile> {
    const job = await this.imports.findById(space, importId);
    if (!job) throw new ImportNotFound();
    const heading = {
      ja: ['行', '列', '内容', '理由'],
      en: ['Line', 'Column', 'Value', 'Reason'],
    }[locale];
    const lines = job.refusals.map(({ line, column, reason, value }) =>
      csvLine([
        String(line),
        postCsvColumns[column as PostCsvColumn][locale],
        value,
        postImportReasons[reason][locale],
      ]),
    );
    const text = `\ufeff${csvLine(heading)}${lines.join('')}`;
    return new StreamableFile(Buffer.from(text), {
      type: 'text/csv; charset=utf-8',
      disposition: `attachment; filename="import-${job.id}.csv"`,
    });
  }
}
