import { Injectable } from '@nestjs/common';
import { InjectStore, SpaceRepository, type Store } from '@engawa/persistence';
import { staffEntrySchema, type StaffEntryRecord } from './staff.schema';

/** The projection of staff members. */
@Injectable()
export class StaffEntryRepository extends SpaceRepository<StaffEntryRecord> {
  constructor(@InjectStore(staffEntrySchema) store: Store<StaffEntryRecord>) {
    super(store);
  }

  /** All known staff of the space, including deactivated ones. */
  findAll(space: string): Promise<StaffEntryRecord[]> {
    return this.allQuery(space).exec() as Promise<StaffEntryRecord[]>;
  }

  /** Spaces with known staff. */
  findSpaces(): Promise<string[]> {
    return this.acrossSpaces('the repair of all spaces').findSpaces();
  }

  /** The query of `findAll`, to test its plan. */
  allQuery(space: string) {
    return this.query(space, {}, { sort: { id: 1 } });
  }
}
