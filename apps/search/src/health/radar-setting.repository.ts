import { Injectable } from '@nestjs/common';
import { COLD_DAYS_DEFAULT } from '@engawa/contracts';
import { DuplicateKey, InjectStore, SpaceRepository, type Store } from '@engawa/persistence';
import { radarSettingStore, type RadarSettingDocument } from './health.schema';

const SETTING_ID = 'radar';

@Injectable()
export class RadarSettingRepository extends SpaceRepository<RadarSettingDocument> {
  constructor(@InjectStore(radarSettingStore) store: Store<RadarSettingDocument>) {
    super(store);
  }

  /** The space's settings, which are made if need be. */
  async getSettings(space: string): Promise<RadarSettingDocument> {
    for (;;) {
      const found = await this.findById(space, SETTING_ID);
      if (found) return found;
      try {
        const types: RadarSettingDocument['types'] = [];
        return await this.insert(space, { id: SETTING_ID, defaultDays: COLD_DAYS_DEFAULT, types });
      } catch (error) {
        if (!(error instanceof DuplicateKey)) throw error;
      }
    }
  }

  /** Throws `StaleVersion` unless it is the version given. */
  async save(
    space: string,
    set: Pick<RadarSettingDocument, 'defaultDays' | 'types'>,
    ifVersion: number | null,
  ): Promise<RadarSettingDocument> {
    await this.getSettings(space);
    const result = await this.change(space, SETTING_ID, () => ({ set }), { ifVersion });
    return result!.document;
  }
}
