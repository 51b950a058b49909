import type { NotificationPreferences } from '@engawa/contracts';
import { defineSchema, type SpaceDocument } from '@engawa/persistence';
import { Schema } from 'mongoose';

/** Preferences of a staff member; its id is the staff member's. */
export interface PreferenceDocument extends SpaceDocument, NotificationPreferences {
  /** When the next digest is due; null when no kind uses it. */
  digestAt: Date | null;
  /** Later notifications belong to the next digest. */
  digestFrom: Date;
}

export const DIGEST_INDEX = 'digest';

export const preferenceSchema = defineSchema<PreferenceDocument>({
  collection: 'preferences',
  fields: {
    kinds: { type: Schema.Types.Mixed, required: true },
    digestHour: { type: Number, required: true },
    locale: { type: String, required: true },
    digestAt: { type: Date, default: null },
    digestFrom: { type: Date, required: true },
  },
  indexes: [
    {
      name: DIGEST_INDEX,
      keys: { digestAt: 1 },
      partial: { digestAt: { $type: 'date' } },
      serves: 'PreferenceRepository.findDueDigests (the digests of all spaces)',
    },
  ],
});
