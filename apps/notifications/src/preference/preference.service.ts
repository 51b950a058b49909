import { Injectable } from '@nestjs/common';
import type { CurrentStaff } from '@engawa/auth';
import {
  DEFAULT_TIME_ZONE,
  type NotificationPreferences,
  type UpdateNotificationPreferencesInput,
} from '@engawa/contracts';
import { Directory } from '@engawa/directory';
import { DuplicateKey } from '@engawa/persistence';
import { PreferenceRepository } from './preference.repository';
import { changedPreferences, nextDigestAt, wantsDigest } from './preference.rules';
import type { PreferenceDocument } from './preference.schema';

/** Notification preferences (NTF-3). */
@Injectable()
export class PreferenceService {
  constructor(
    private readonly preferences: PreferenceRepository,
    private readonly directory: Directory,
  ) {}

  async get({ space, staffId }: CurrentStaff): Promise<NotificationPreferences> {
    return changedPreferences(await this.preferences.findById(space, staffId), {});
  }

  /** Preferences of several staff who chose any. */
  async findOf(
    space: string,
    staffIds: readonly string[],
  ): Promise<Map<string, PreferenceDocument>> {
    const found = await this.preferences.findByIds(space, staffIds);
    return new Map(found.map((document) => [document.id, document]));
  }

  /** Changes the given fields and reschedules the next digest. */
  async update(
    { space, staffId }: CurrentStaff,
    input: UpdateNotificationPreferencesInput,
  ): Promise<NotificationPreferences> {
    const timeZone = await this.timeZoneOf(space);
    const plan = (before: PreferenceDocument | null) => {
      const now = new Date();
      const chosen = changedPreferences(before, input);
      return {
        ...chosen,
        digestAt: wantsDigest(chosen) ? nextDigestAt(now, timeZone, chosen.digestHour) : null,
        digestFrom: before?.digestAt ? before.digestFrom : now,
      };
    };
    const change = () =>
      this.preferences.change(space, staffId, (before) => ({ set: plan(before) }));
    const result = await change();
    if (result) return changedPreferences(result.document, {});
    try {
      const made = await this.preferences.insert(space, { id: staffId, ...plan(null) });
      return changedPreferences(made, {});
    } catch (error) {
      if (!(error instanceof DuplicateKey)) throw error;
      await change();
      return this.get({ space, staffId } as CurrentStaff);
    }
  }

  async timeZoneOf(space: string): Promise<string> {
    return (await this.directory.findSpace(space))?.timeZone ?? DEFAULT_TIME_ZONE;
  }
}
