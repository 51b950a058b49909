import { Injectable } from '@nestjs/common';
import { FileImportRepository } from '@engawa/imports';
import { InjectStore, type Store } from '@engawa/persistence';
import { type ImportDocument, importSchema } from './import.schema';

@Injectable()
export class ImportRepository extends FileImportRepository<ImportDocument> {
  constructor(@InjectStore(importSchema) store: Store<ImportDocument>) {
    super(store);
  }
}
