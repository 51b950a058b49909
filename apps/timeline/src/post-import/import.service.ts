import { Injectable } from '@nestjs/common';
import type { CurrentStaff } from '@engawa/auth';
import type {
  ListPostImportRowsAnswer,
  ListPostImportRowsQuery,
  PostImport,
} from '@engawa/contracts';
import { FileImportService, importAnswer, pageOfRows } from '@engawa/imports';
import { pathName } from '@engawa/storage';
import type { UploadedFile } from '../attachment/upload.reader';
import { ImportChunkRepository } from './import-chunk.repository';
import { ImportFiles } from './import-file.service';
import { ImportRepository } from './import.repository';
import { ImportRunner } from './import-runner.service';
import type { ImportDocument } from './import.schema';

const noCounts: PostImport['counts'] = { add: 0, unchanged: 0, refused: 0 };

/** The API of post imports: start, read, run (TML-9, like MBR-4). */
@Injectable()
export class ImportService extends FileImportService<ImportDocument, PostImport> {
  constructor(
    imports: ImportRepository,
    private readonly chunks: ImportChunkRepository,
    private readonly files: ImportFiles,
    runner: ImportRunner,
  ) {
    super({
      service: 'timeline',
      imports,
      files,
      runner,
      answer: (job) => importAnswer(job, noCounts),
    });
  }

  /** Accepts a file and starts its check; errors in its start are reported immediately. */
  async begin(staff: CurrentStaff, file: UploadedFile): Promise<PostImport> {
    const begun = await this.files.begin(file);
    const fileName = pathName(file.fileName);
    return this.take(staff, { ...file, fileName }, begun, {
      hash: begun.hash,
      columns: begun.columns.map((column) => column ?? ''),
      counts: { ...noCounts },
    });
  }

  /** Runs a checked import in the background. */
  run(staff: CurrentStaff, id: string): Promise<PostImport> {
    return this.goOn(staff, id, ({ state }) => state === 'checked', {
      state: 'running',
      counts: { ...noCounts },
    });
  }

  /** Rejected rows: of the run if there is one, else of the check. */
  async rows(
    space: string,
    id: string,
    { afterRow, limit }: ListPostImportRowsQuery,
  ): Promise<ListPostImportRowsAnswer> {
    return pageOfRows(this.chunks.findRows(await this.getJob(space, id), afterRow), limit);
  }
}
