import { defineStore, type DocumentOf, place, placeIndex, text } from '@engawa/persistence';
import { z } from 'zod';

/** An emoji of the space. */
export const reactionSchema = defineStore({
  collection: 'reactions',
  shape: {
    emoji: text,
    /** The normalized emoji. */
    emojiKey: text,
    name: text,
    order: z.number(),
    place,
    /** Kept as a tombstone, so that earlier reactions can still be named. */
    deleted: z.boolean(),
  },
  indexes: [
    {
      name: 'space_order',
      keys: { space: 1, deleted: 1, order: 1, id: 1 },
      serves: 'findAll',
    },
    {
      name: 'emoji',
      keys: { space: 1, emojiKey: 1 },
      unique: true,
      serves: 'no pictogram twice',
      partial: { deleted: false },
    },
    placeIndex([], { where: { deleted: false } }),
  ],
});

export type ReactionDocument = DocumentOf<typeof reactionSchema>;
