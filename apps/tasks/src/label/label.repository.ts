import { Injectable } from '@nestjs/common';
import { InjectStore, SpaceRepository, type Store } from '@engawa/persistence';
import { labelSchema, type LabelDocument } from './label.schema';

@Injectable()
export class LabelRepository extends SpaceRepository<LabelDocument> {
  constructor(@InjectStore(labelSchema) store: Store<LabelDocument>) {
    super(store);
  }
}
