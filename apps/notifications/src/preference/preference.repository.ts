import { Injectable } from '@nestjs/common';
import { inSystemScope, InjectStore, SpaceRepository, type Store } from '@engawa/persistence';
import { DIGEST_INDEX, preferenceSchema, type PreferenceDocument } from './preference.schema';

@Injectable()
export class PreferenceRepository extends SpaceRepository<PreferenceDocument> {
  constructor(@InjectStore(preferenceSchema) store: Store<PreferenceDocument>) {
    super(store);
  }

  /** Due digests of all spaces, the longest waiting first. */
  findDueDigests(now: Date, limit: number): Promise<{ space: string; id: string }[]> {
    return inSystemScope('the digests of all spaces', () =>
      this.store.model
        .find({ digestAt: { $type: 'date', $lte: now } } as never)
        .select({ _id: 0, space: 1, id: 1 })
        .sort({ digestAt: 1 })
        .limit(limit)
        .hint(DIGEST_INDEX)
        .lean<{ space: string; id: string }[]>()
        .exec(),
    );
  }
}
