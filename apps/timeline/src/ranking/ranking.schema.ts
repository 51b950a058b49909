import { defineSchema, type SpaceDocument } from '@engawa/persistence';

/** Counters of a staff member in a period; the id is `{month}_{staffId}`. */
export interface TallyDocument extends SpaceDocument {
  /** A month, or a quarter of an hour near its border: see `periodOf`. */
  month: string;
  staffId: string;
  post: number;
  issue: number;
  resolved: number;
}

export const tallySchema = defineSchema<TallyDocument>({
  collection: 'tallies',
  fields: {
    month: { type: String, required: true },
    staffId: { type: String, required: true },
    post: { type: Number, required: true },
    issue: { type: Number, required: true },
    resolved: { type: Number, required: true },
  },
  indexes: [
    {
      name: 'month_post',
      keys: { space: 1, month: 1, post: -1, id: 1 },
      serves: 'postsByStaff',
    },
  ],
});
