import { Injectable } from '@nestjs/common';
import { type ExportDocument, InjectStore, SpaceRepository, type Store } from '@engawa/persistence';
import { postExportSchema } from './post-export.schema';

@Injectable()
export class PostExportRepository extends SpaceRepository<ExportDocument> {
  constructor(@InjectStore(postExportSchema) store: Store<ExportDocument>) {
    super(store);
  }
}
