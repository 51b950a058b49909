import { defineStore, type DocumentOf } from '@engawa/persistence';
import { z } from 'zod';

/** The copy of a label; a deleted one stays as a tombstone. */
export const labelSchema = defineStore({
  collection: 'labels',
  shape: {
    deleted: z.boolean(),
  },
});

export type LabelDocument = DocumentOf<typeof labelSchema>;
