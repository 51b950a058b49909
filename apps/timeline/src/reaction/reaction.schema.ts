import { defineSchema, type SpaceDocument } from '@engawa/persistence';

/** An emoji of the space. */
export interface ReactionDocument extends SpaceDocument {
  emoji: string;
  /** The normalized emoji. */
  emojiKey: string;
  name: string;
  order: number;
  /** Kept as a tombstone, so that earlier reactions can still be named. */
  deleted: boolean;
}

export const reactionSchema = defineSchema<ReactionDocument>({
  collection: 'reactions',
  fields: {
    emoji: { type: String, required: true },
    emojiKey: { type: String, required: true },
    name: { type: String, required: true },
    order: { type: Number, required: true },
    deleted: { type: Boolean, required: true },
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
  ],
});
