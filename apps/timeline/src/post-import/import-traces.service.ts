import { Injectable } from '@nestjs/common';
import type { PostImportRow } from '@engawa/contracts';
import { ImportChunkRepository } from './import-chunk.repository';
import { ImportCleaning } from './import-cleaning.service';
import { ImportFiles } from './import-file.service';
import { ImportRepository } from './import.repository';

/** Traces of members in imports: rejected cells, and files. */
@Injectable()
export class ImportTraces {
  constructor(
    private readonly imports: ImportRepository,
    private readonly chunks: ImportChunkRepository,
    private readonly files: ImportFiles,
    private readonly cleaning: ImportCleaning,
  ) {}

  /**
   * Removes a name from all imports of the space: from rejected cells, and files that contain it
   * are deleted. False when an import was running and must be checked again.
   */
  remove(space: string, redact: (text: string) => string): Promise<boolean> {
    const isNamed = (text: string) => redact(text) !== text;
    return this.imports.visitAtRest(space, async (job) => {
      await this.chunks.rewriteRows(
        job,
        ({ problems }) => problems.some(({ value }) => isNamed(value)),
        (row) => without(row, redact),
      );
      if (job.fileKept && (await this.files.mayName(job, (cells) => cells.some(isNamed)))) {
        await this.cleaning.dropFile(job);
      }
    });
  }
}

function without(row: PostImportRow, redact: (text: string) => string): PostImportRow {
  const problems = row.problems.map((problem) => ({ ...problem, value: redact(problem.value) }));
  return { ...row, problems };
}
