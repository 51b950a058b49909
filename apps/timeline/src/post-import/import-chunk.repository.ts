import { Injectable } from '@nestjs/common';
import { FileImportChunkRepository } from '@engawa/imports';
import { InjectStore, type Store } from '@engawa/persistence';
import { CHUNK_ROWS, importChunkSchema, type ImportChunkDocument } from './import.schema';

@Injectable()
export class ImportChunkRepository extends FileImportChunkRepository<ImportChunkDocument> {
  constructor(@InjectStore(importChunkSchema) store: Store<ImportChunkDocument>) {
    super(store, CHUNK_ROWS);
  }
}
