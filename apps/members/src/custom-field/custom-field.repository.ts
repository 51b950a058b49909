import { Injectable } from '@nestjs/common';
import { InjectStore, type Store } from '@engawa/persistence';
import { ClearingSetRepository } from '../clearing/clearing-set.repository';
import {
  CUSTOM_FIELD_SET_ID,
  customFieldSetStore,
  type CustomFieldSetDocument,
} from './custom-field.schema';
import type { StoredCustomField } from './custom-field.rules';

@Injectable()
export class CustomFieldRepository extends ClearingSetRepository<CustomFieldSetDocument> {
  protected readonly setId = CUSTOM_FIELD_SET_ID;

  constructor(@InjectStore(customFieldSetStore) store: Store<CustomFieldSetDocument>) {
    super(store);
  }

  async findFields(space: string): Promise<StoredCustomField[]> {
    return (await this.findById(space, CUSTOM_FIELD_SET_ID))?.fields ?? [];
  }

  protected insertEmpty(space: string): Promise<unknown> {
    return this.insert(space, { id: CUSTOM_FIELD_SET_ID, fields: [], clearing: [] });
  }
}
