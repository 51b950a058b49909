import { defineStore, type DocumentOf, listOf } from '@engawa/persistence';
import { z } from 'zod';

export const PINS = 'pins';

/** The pinned posts of a space, the last pinned first. One document per space. */
export const pinSchema = defineStore({
  collection: 'pins',
  shape: {
    postIds: listOf(z.string()),
  },
});

export type PinsDocument = DocumentOf<typeof pinSchema>;
