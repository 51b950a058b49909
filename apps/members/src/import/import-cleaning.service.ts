import { Inject, Injectable } from '@nestjs/common';
import { FileImportCleaning } from '@engawa/imports';
import { FILE_STORE, type FileStore } from '@engawa/storage';
import { ImportRepository } from './import.repository';
import type { ImportDocument } from './import.schema';

@Injectable()
export class ImportCleaning extends FileImportCleaning<ImportDocument> {
  constructor(imports: ImportRepository, @Inject(FILE_STORE) store: FileStore) {
    super('MemberImportCleaning', imports, store);
  }
}
