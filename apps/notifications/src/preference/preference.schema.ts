import { notificationPreferences, type NotificationPreferences } from '@engawa/contracts';
import {
  defineStore,
  type DocumentOf,
  unvalidated,
  orNull,
  workIndexes,
} from '@engawa/persistence';
import { z } from 'zod';

/** Preferences of a staff member; its id is the staff member's. */
export const preferenceSchema = defineStore({
  collection: 'preferences',
  shape: {
    ...notificationPreferences.shape,
    kinds: unvalidated<NotificationPreferences['kinds']>(),
    /**
     * When the next digest is due; while it is sent, when the lease ends. Null when no kind uses it.
     */
    digestAt: orNull(z.date()),
    /** Later notifications belong to the next digest. */
    digestFrom: z.date(),
  },
  indexes: workIndexes(undefined, 'digestAt'),
});

export type PreferenceDocument = DocumentOf<typeof preferenceSchema>;
