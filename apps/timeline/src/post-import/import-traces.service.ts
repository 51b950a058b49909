import { Injectable } from '@nestjs/common';
import type { PostImportRow } from '@engawa/contracts';
import { ImportChunkRepository } from './import-chunk.repository';
import { ImportCleaning } from './import-cleaning.service';
import { ImportFiles } from './import-file.service';
import { ImportRepository } from './import.repository';

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
