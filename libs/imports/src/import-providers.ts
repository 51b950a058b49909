import type { Provider, Type } from '@nestjs/common';
import { storeToken, type StoreDefinition } from '@engawa/persistence';
import { ImportChunkRepository } from './import-chunk.repository';
import {
  IMPORT_CHUNK_STORE,
  IMPORT_DEFINITION,
  IMPORT_STORE,
  type ImportDefinition,
} from './import-definition';
import { ImportFiles } from './import-files';
import { ImportProcessor } from './import-processor';
import type { FileImport, FileImportChunk } from './import-store';
import { ImportRepository } from './import.repository';
import { ImportService } from './import.service';

/** Providers of a service's imports; the service provides `FILE_STORE` and both stores. */
export function provideImports(options: {
  imports: StoreDefinition<FileImport>;
  chunks: StoreDefinition<FileImportChunk>;
  definition: Type<ImportDefinition>;
}): Provider[] {
  return [
    { provide: IMPORT_DEFINITION, useClass: options.definition },
    { provide: IMPORT_STORE, useExisting: storeToken(options.imports) },
    { provide: IMPORT_CHUNK_STORE, useExisting: storeToken(options.chunks) },
    ImportRepository,
    ImportChunkRepository,
    ImportFiles,
    ImportProcessor,
    ImportService,
  ];
}
