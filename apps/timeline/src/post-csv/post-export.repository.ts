import { Injectable } from '@nestjs/common';
import { InjectStore, SpaceRepository, type Store } from '@engawa/persistence';
import { type PostExportDocument, postExportSchema } from './post-export.schema';

@Injectable()
export class PostExportRepository extends SpaceRepository<PostExportDocument> {
  constructor(@InjectStore(postExportSchema) store: Store<PostExportDocument>) {
    super(store);
  }
}
