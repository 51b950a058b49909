import { Injectable } from '@nestjs/common';
import { InjectStore, type Store, WorkRepository } from '@engawa/persistence';
import { preferenceSchema, type PreferenceDocument } from './preference.schema';

@Injectable()
export class PreferenceRepository extends WorkRepository<PreferenceDocument> {
  constructor(@InjectStore(preferenceSchema) store: Store<PreferenceDocument>) {
    super(store, null, 'digestAt');
  }
}
