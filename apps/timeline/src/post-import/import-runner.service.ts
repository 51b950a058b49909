import { Injectable } from '@nestjs/common';
import { FileImportRunner } from '@engawa/imports';
import { ImportJob } from './import-job.service';
import { ImportLease } from './import-lease.service';
import { ImportRepository } from './import.repository';
import type { ImportDocument } from './import.schema';

@Injectable()
export class ImportRunner extends FileImportRunner<ImportDocument> {
  constructor(imports: ImportRepository, lease: ImportLease, job: ImportJob) {
    super({
      name: 'PostImport',
      imports,
      lease,
      states: [['checking'], ['running']],
      work: (taken, signal) => job.work(taken, signal),
    });
  }
}
