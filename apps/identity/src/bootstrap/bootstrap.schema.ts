import { defineStore, type DocumentOf } from '@engawa/persistence';
import { z } from 'zod';

/** Records that the installation has its first accounts. */
export const bootstrapSchema = defineStore({
  collection: 'bootstraps',
  shape: {
    state: z.enum(['running', 'done']),
  },
});

export type BootstrapDocument = DocumentOf<typeof bootstrapSchema>;
