import { Injectable } from '@nestjs/common';
import { FileImportRepository } from '@engawa/imports';
import { InjectStore, type Store } from '@engawa/persistence';
import { importStore, type ImportDocument } from './import.schema';

@Injectable()
export class ImportRepository extends FileImportRepository<ImportDocument> {
  constructor(@InjectStore(importStore) store: Store<ImportDocument>) {
    super(store);
  }
}
