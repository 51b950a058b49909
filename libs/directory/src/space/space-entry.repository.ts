import { Injectable } from '@nestjs/common';
import { InjectStore, SpaceRepository, type Store } from '@engawa/persistence';
import { spaceEntrySchema, type SpaceEntryRecord } from './space.schema';

@Injectable()
export class SpaceEntryRepository extends SpaceRepository<SpaceEntryRecord> {
  constructor(@InjectStore(spaceEntrySchema) store: Store<SpaceEntryRecord>) {
    super(store);
  }
}
