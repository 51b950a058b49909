import type { LabelColor, LabelKind } from '@engawa/contracts';
import { defineSchema, type SpaceDocument } from '@engawa/persistence';

export interface LabelDocument extends SpaceDocument {
  name: string;
  /** Normalized names; of default labels in every language until renamed. */
  nameKeys: string[];
  color: LabelColor;
  order: number;
  isIssue: boolean;
  /** Null in labels that are neither, and absent in those of earlier versions. */
  kind?: LabelKind | null;
  isDefault: boolean;
  /** Kept as a tombstone, so that late events find it and built-in labels are not recreated. */
  deleted: boolean;
}

export const labelSchema = defineSchema<LabelDocument>({
  collection: 'labels',
  fields: {
    name: { type: String, required: true },
    nameKeys: [String],
    color: { type: String, required: true },
    order: { type: Number, required: true },
    isIssue: { type: Boolean, required: true },
    kind: { type: String, default: null },
    isDefault: { type: Boolean, required: true },
    deleted: { type: Boolean, required: true },
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
  ],
});
