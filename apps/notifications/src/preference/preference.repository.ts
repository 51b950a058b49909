import { Injectable } from '@nestjs/common';
import { InjectStore, SpaceRepository, type Store } from '@engawa/persistence';
import { DIGEST_INDEX, preferenceSchema, type PreferenceDocument } from './preference.schema';

@Injectable()
export class PreferenceRepository extends SpaceRepository<PreferenceDocument> {
  constructor(@InjectStore(preferenceSchema) store: Store<PreferenceDocument>) {
    super(store);
  }

  /** Due digests of all spaces, the longest waiting first. */
  findDueDigests(now: Date, limit: number): Promise<{ space: string; id: string }[]> {
    return this.acrossSpaces('the digests of all spaces').findOnly(
      ['space', 'id'],
      { digestAt: { $type: 'date', $lte: now } },
      { sort: { digestAt: 1 }, limit, hint: DIGEST_INDEX },
    );
  }
}
