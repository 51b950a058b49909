import { Injectable } from '@nestjs/common';
import { foldText } from '@engawa/contracts';
import { ImportChunkRepository } from './import-chunk.repository';
import { ImportCleaning } from './import-cleaning.service';
import { ImportFiles } from './import-file.service';
import { ImportRepository } from './import.repository';
import type { KeptRow } from './import.schema';

/** Whom to look for: ids and (folded) full names. */
export interface Traced {
  memberIds: readonly string[];
  whole: readonly string[];
}

/** Traces of members in imports: rows with verdicts, and files. */
@Injectable()
export class ImportTraces {
  constructor(
    private readonly imports: ImportRepository,
    private readonly chunks: ImportChunkRepository,
    private readonly files: ImportFiles,
    private readonly cleaning: ImportCleaning,
  ) {}

  /**
   * Removes the erased member from all imports of the space: rows keep only the verdict, files with
   * the name are deleted. False when an import was running and must be checked again.
   */
  remove(space: string, who: Traced): Promise<boolean> {
    const wanted = who.whole.map(joined);
    return this.imports.visitAtRest(space, async (job) => {
      const inRows = await this.chunks.rewriteRows(job, (row) => isAbout(row, who), bare);
      const inFile = (cells: readonly string[]) => isNamed(cells, wanted);
      if (!job.fileKept) return;
      if (inRows || (wanted.length > 0 && (await this.files.mayName(job, inFile)))) {
        await this.cleaning.dropFile(job);
      }
    });
  }
}

/** Whether a row contains one of the names, in one cell or in neighbouring ones. */
function isNamed(cells: readonly string[], wanted: readonly string[]): boolean {
  const text = joined(foldText(cells.join('')));
  return wanted.some((name) => text.includes(name));
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
