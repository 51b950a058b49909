import { Injectable } from '@nestjs/common';
import type { PostImportRow } from '@engawa/contracts';
import { UnreadableCsv } from '@engawa/csv';
import { FileMissingError } from '@engawa/storage';
import { ImportChunkRepository } from './import-chunk.repository';
import { ImportCleaning } from './import-cleaning.service';
import { ImportFiles } from './import-file.service';
import { ImportRepository } from './import.repository';
import type { ImportDocument } from './import.schema';

/** What imports keep of people: refused cells, and the files themselves. */
@Injectable()
export class ImportTraces {
  constructor(
    private readonly imports: ImportRepository,
    private readonly chunks: ImportChunkRepository,
    private readonly files: ImportFiles,
    private readonly cleaning: ImportCleaning,
  ) {}

  /**
   * Takes a name out of all imports of the space: refused cells lose it, files that bear it go.
   * False where an import was at work, which has to be looked at again.
   */
  remove(space: string, redact: (text: string) => string): Promise<boolean> {
    return this.imports.visitAtRest(space, (job) => this.removeFrom(job, redact));
  }

  private async removeFrom(job: ImportDocument, redact: (text: string) => string): Promise<void> {
    for (const phase of ['check', 'run'] as const) {
      for await (const chunk of this.chunks.findFrom(job.space, job.id, phase)) {
        if (!chunk.rows.some((row) => isNamed(row, redact))) continue;
        await this.chunks.change(job.space, chunk.id, ({ rows }) => ({
          set: { rows: rows.map((row) => without(row, redact)) },
        }));
      }
    }
    if (job.fileKept && (await this.isFileNamed(job, redact))) await this.cleaning.dropFile(job);
  }

  private async isFileNamed(
    job: ImportDocument,
    redact: (text: string) => string,
  ): Promise<boolean> {
    try {
      for await (const { cells } of this.files.rows(job)) {
        if (cells.some((cell) => redact(cell) !== cell)) return true;
      }
      return false;
    } catch (error) {
      if (!(error instanceof UnreadableCsv || error instanceof FileMissingError)) throw error;
      // What cannot be read cannot be cleared of a name either.
      return true;
    }
  }
}

function isNamed({ problems }: PostImportRow, redact: (text: string) => string): boolean {
  return problems.some(({ value }) => redact(value) !== value);
}

function without(row: PostImportRow, redact: (text: string) => string): PostImportRow {
  const problems = row.problems.map((problem) => ({ ...problem, value: redact(problem.value) }));
  return { ...row, problems };
}
