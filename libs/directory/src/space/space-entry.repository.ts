import { Injectable } from '@nestjs/common';
import { InjectStore, SpaceRepository, type Store } from '@engawa/persistence';
import { spaceEntrySchema, type SpaceEntryRecord } from './space.schema';

/** The projection of spaces. */
@Injectable()
export class SpaceEntryRepository extends SpaceRepository<SpaceEntryRecord> {
  constructor(@InjectStore(spaceEntrySchema) store: Store<SpaceEntryRecord>) {
    super(store);
  }
}
