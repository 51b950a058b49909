import { Injectable } from '@nestjs/common';
import { COLD_DAYS_DEFAULT } from '@engawa/contracts';
import { DuplicateKey, InjectStore, SpaceRepository, type Store } from '@engawa/persistence';
import { auditEvent } from '../audit/audit-event.mapper';
import { radarSettingStore, type RadarSettingDocument } from './health.schema';

const SETTING_ID = 'radar';

type RadarDays = Pick<RadarSettingDocument, 'defaultDays' | 'types'>;

function radarAudit(by: { space: string; staffId: string }, before: RadarDays, after: RadarDays) {
  const inWords = ({ types }: RadarDays) =>
    types.map(({ typeId, days }) => `${typeId}: ${days ?? '–'}`);
  return auditEvent(by, {
    action: 'search.radar.updated',
    target: { type: 'radar', id: SETTING_ID, name: '' },
    changes: [
      { field: 'coldDays', before: before.defaultDays, after: after.defaultDays },
      { field: 'coldDaysByType', before: inWords(before), after: inWords(after) },
    ].filter((change) => String(change.before) !== String(change.after)),
  });
}

@Injectable()
export class RadarSettingRepository extends SpaceRepository<RadarSettingDocument> {
  constructor(@InjectStore(radarSettingStore) store: Store<RadarSettingDocument>) {
    super(store);
  }

  /** The space's settings, created if needed. */
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

  /** Throws `StaleVersion` for another version. */
  async save(
    by: { space: string; staffId: string },
    set: RadarDays,
    ifVersion: number | null,
  ): Promise<RadarSettingDocument> {
    const { space } = by;
    await this.getSettings(space);
    const result = await this.change(
      space,
      SETTING_ID,
      (current) => ({ set, events: [radarAudit(by, current, set)] }),
      { ifVersion },
    );
    return result!.document;
  }

  /** Removes a deleted type of members. Safe to repeat. */
  async removeType(space: string, typeId: string): Promise<void> {
    await this.change(space, SETTING_ID, ({ types }) => {
      const left = types.filter((type) => type.typeId !== typeId);
      return left.length === types.length ? null : { set: { types: left } };
    });
  }
}
