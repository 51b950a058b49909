import { labelColor, labelKind } from '@engawa/contracts';
import {
  defineStore,
  type DocumentOf,
  listOf,
  orNull,
  place,
  placeIndex,
  text,
} from '@engawa/persistence';
import { z } from 'zod';

export const labelSchema = defineStore({
  collection: 'labels',
  shape: {
    name: text,
    /** Normalized names; of default labels in every language until renamed. */
    nameKeys: listOf(z.string()),
    color: labelColor,
    order: z.number(),
    place,
    isIssue: z.boolean(),
    /** Null in labels that are neither, and absent in those of earlier versions. */
    kind: orNull(labelKind).optional(),
    isDefault: z.boolean(),
    /** Kept as a tombstone, so that late events find it and built-in labels are not recreated. */
    deleted: z.boolean(),
  },
  indexes: [
    {
      name: 'space_order',
      keys: { space: 1, deleted: 1, order: 1, id: 1 },
      serves: 'findAll, findDeleted',
    },
    {
      name: 'name',
      keys: { space: 1, nameKeys: 1 },
      unique: true,
      serves: 'no name twice',
      partial: { deleted: false },
    },
    placeIndex([], { where: { deleted: false } }),
  ],
});

export type LabelDocument = DocumentOf<typeof labelSchema>;
