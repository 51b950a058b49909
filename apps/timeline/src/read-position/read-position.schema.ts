import { defineStore, type DocumentOf } from '@engawa/persistence';
import { z } from 'zod';

/** Until when a staff member has read; the id is the staff member's. */
export const readPositionSchema = defineStore({
  collection: 'readPositions',
  shape: {
    timeline: z.date(),
  },
});

export type ReadPositionDocument = DocumentOf<typeof readPositionSchema>;
