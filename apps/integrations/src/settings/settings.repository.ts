import { Injectable } from '@nestjs/common';
import type { ChatName } from '@engawa/contracts';
import {
  DuplicateKey,
  InjectStore,
  SpaceRepository,
  type Change,
  type Store,
} from '@engawa/persistence';
import { SETTINGS_ID, settingsStore, type SettingsDocument } from './settings.schema';

const unset: SettingsDocument['slack'] = {
  enabled: false,
  kinds: ['post', 'comment', 'task'],
  secret: null,
  hint: null,
};

@Injectable()
export class SettingsRepository extends SpaceRepository<SettingsDocument> {
  constructor(@InjectStore(settingsStore) store: Store<SettingsDocument>) {
    super(store);
  }

  /** The space's settings, created if needed. */
  async getSettings(space: string): Promise<SettingsDocument> {
    for (;;) {
      const found = await this.findById(space, SETTINGS_ID);
      if (found) return found;
      const empty = {
        id: SETTINGS_ID,
        slack: { ...unset },
        teams: { ...unset },
        chatwork: { ...unset, roomId: '' },
      };
      try {
        return await this.insert(space, empty);
      } catch (error) {
        if (!(error instanceof DuplicateKey)) throw error;
      }
    }
  }

  async changeSettings(
    space: string,
    ifVersion: number | null,
    decide: (current: SettingsDocument) => Change<SettingsDocument> | null,
  ): Promise<SettingsDocument> {
    await this.getSettings(space);
    const result = await this.change(space, SETTINGS_ID, decide, { ifVersion });
    return result!.document;
  }

  /** Stored without a new version. */
  async setFailingSince(space: string, chat: ChatName, since: Date | null): Promise<void> {
    const update = { $set: { [`${chat}.failingSince`]: since } };
    await this.updateMany(space, { id: SETTINGS_ID }, update);
  }
}
