import { Injectable } from '@nestjs/common';
import type { CurrentStaff } from '@engawa/auth';
import type {
  ListMemberImportRowsQuery,
  MemberCsvQuery,
  MemberImport,
  MemberImportMode,
  MemberImportRow,
} from '@engawa/contracts';
import { FileImportService, pageOfRows } from '@engawa/imports';
import type { UploadedFile } from '../upload/upload.reader';
import { ImportChunkRepository } from './import-chunk.repository';
import { ImportFiles } from './import-file.service';
import { ImportRunner } from './import-runner.service';
import { noCounts, toImport } from './import.mapper';
import { ImportRepository } from './import.repository';
import type { ImportDocument } from './import.schema';

/** The API of imports: start, read, run, revert (MBR-4, MBR-5). */
@Injectable()
export class ImportService extends FileImportService<ImportDocument, MemberImport> {
  constructor(
    imports: ImportRepository,
    private readonly chunks: ImportChunkRepository,
    private readonly files: ImportFiles,
    runner: ImportRunner,
  ) {
    super({ service: 'members', imports, files, runner, answer: toImport });
  }

  /** Accepts a file; errors in its start are reported immediately. */
  async begin(
    staff: CurrentStaff,
    mode: MemberImportMode,
    file: UploadedFile,
    query: MemberCsvQuery,
  ): Promise<MemberImport> {
    const begun = await this.files.begin(file, mode);
    return this.take(staff, file, begun, {
      mode,
      columns: begun.columns.map((column) => column ?? ('' as never)),
      runAtOnce: query.dryRun === 'false',
      addDuplicates: query.addDuplicates === 'true',
      counts: noCounts(),
      revertedTo: '',
      reverted: 0,
      notReverted: 0,
    });
  }

  /** Runs a checked import. */
  run(staff: CurrentStaff, id: string, addDuplicates: boolean): Promise<MemberImport> {
    return this.goOn(staff, id, ({ state }) => state === 'checked', {
      state: 'running',
      addDuplicates,
      counts: noCounts(),
    });
  }

  /** Reverts an import, also a cancelled one. */
  revert(staff: CurrentStaff, id: string): Promise<MemberImport> {
    const hasWritten = ({ state, counts }: ImportDocument) =>
      state === 'done' || (state === 'cancelled' && counts.add + counts.change > 0);
    return this.goOn(staff, id, hasWritten, {
      state: 'reverting',
      revertedTo: '',
      reverted: 0,
      notReverted: 0,
    });
  }

  /** Rows with their verdicts: of the run if there is one, else of the check. */
  async rows(
    space: string,
    id: string,
    { verdict, afterRow, limit }: ListMemberImportRowsQuery,
  ): Promise<{ items: MemberImportRow[]; nextRow: number | null }> {
    const job = await this.getJob(space, id);
    const rows = verdict
      ? this.chunks.findVerdicts(job, verdict, afterRow)
      : this.chunks.findRows(job, afterRow);
    return pageOfRows(rows, limit);
  }
}
