import { defineStore, type DocumentOf, text } from '@engawa/persistence';
import { z } from 'zod';

/** Counters of a staff member in a period; the id is `{month}_{staffId}`. */
export const tallySchema = defineStore({
  collection: 'tallies',
  shape: {
    /** A month, or a quarter of an hour near its border: see `periodOf`. */
    month: text,
    staffId: text,
    post: z.number(),
    issue: z.number(),
    resolved: z.number(),
  },
  formerIndexes: ['month_post'],
  // Without the counters: a count moves no entry.
  indexes: [{ name: 'month', keys: { space: 1, month: 1 }, serves: 'postsByStaff' }],
});

export type TallyDocument = DocumentOf<typeof tallySchema>;
