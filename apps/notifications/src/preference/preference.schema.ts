import { notificationPreferences, type NotificationPreferences } from '@engawa/contracts';
import { defineStore, type DocumentOf, unvalidated, orNull } from '@engawa/persistence';
import { z } from 'zod';

export const DIGEST_INDEX = 'digest';

/** Preferences of a staff member; its id is the staff member's. */
export const preferenceSchema = defineStore({
  collection: 'preferences',
  shape: {
    ...notificationPreferences.shape,
    kinds: unvalidated<NotificationPreferences['kinds']>(),
    /** When the next digest is due; null when no kind uses it. */
    digestAt: orNull(z.date()),
    /** Later notifications belong to the next digest. */
    digestFrom: z.date(),
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

export type PreferenceDocument = DocumentOf<typeof preferenceSchema>;
