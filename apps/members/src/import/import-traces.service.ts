import { Injectable } from '@nestjs/common';
import { foldText } from '@engawa/contracts';
import { UnreadableCsv } from '@engawa/csv';
import { ImportChunkRepository } from './import-chunk.repository';
import { ImportCleaning } from './import-cleaning.service';
import { ImportFiles } from './import-file.service';
import { ImportRepository } from './import.repository';
import type { ImportDocument, KeptRow } from './import.schema';

const CHUNKS_READ = 8;

/** Who is looked for: by id, and by whole names (folded). */
export interface Traced {
  memberIds: readonly string[];
  whole: readonly string[];
}

/** What imports keep of members: rows with verdicts, and the files themselves. */
@Injectable()
export class ImportTraces {
  constructor(
    private readonly imports: ImportRepository,
    private readonly chunks: ImportChunkRepository,
    private readonly files: ImportFiles,
    private readonly cleaning: ImportCleaning,
  ) {}

  /**
   * Takes the erased out of all imports of the space: their rows keep the verdict alone, files that
   * name them go. False where an import was at work, which has to be looked at again.
   */
  remove(space: string, who: Traced): Promise<boolean> {
    return this.imports.visitAtRest(space, async (job) => {
      const inRows = await this.redactRows(job, who);
      if (job.fileKept && (inRows || (await this.isNamed(job, who)))) {
        await this.cleaning.dropFile(job);
      }
    });
  }

  /** Answers whether the erased were found. */
  private async redactRows(job: ImportDocument, who: Traced): Promise<boolean> {
    let found = false;
    for (const phase of ['check', 'run'] as const) {
      for (let index = 0; ;) {
        const chunks = await this.chunks.findFrom(
          job.space,
          job.id,
          phase,
          index,
          null,
          CHUNKS_READ,
        );
        for (const chunk of chunks) {
          if (!chunk.rows.some((row) => isAbout(row, who))) continue;
          found = true;
          await this.chunks.change(job.space, chunk.id, (current) => ({
            set: { rows: current.rows.map((row) => (isAbout(row, who) ? bare(row) : row)) },
          }));
        }
        if (chunks.length < CHUNKS_READ) break;
        index = chunks.at(-1)!.index + 1;
      }
    }
    return found;
  }

  /** Whether a row of the file bears one of the names, in one cell or in neighbouring ones. */
  private async isNamed(job: ImportDocument, who: Traced): Promise<boolean> {
    const wanted = who.whole.map(joined);
    if (wanted.length === 0) return false;
    try {
      for await (const record of this.files.rows(job)) {
        const text = joined(foldText(record.cells.join('')));
        if (wanted.some((name) => text.includes(name))) return true;
      }
    } catch (error) {
      if (!(error instanceof UnreadableCsv)) throw error;
      // What cannot be read cannot be cleared of a name either.
      return true;
    }
    return false;
  }
}

function isAbout(row: KeptRow, { memberIds, whole }: Traced): boolean {
  if (row.memberId !== null && memberIds.includes(row.memberId)) {
    return row.name !== '' || row.changes.length > 0 || row.problems.length > 0;
  }
  return row.name !== '' && whole.includes(foldText(row.name));
}

function bare(row: KeptRow): KeptRow {
  return { ...row, name: '', changes: [], problems: [] };
}

function joined(text: string): string {
  return text.replace(/[\s・,.]/g, '');
}
