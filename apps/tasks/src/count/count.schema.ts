import { defineSchema, type SpaceDocument } from '@engawa/persistence';
import { Schema } from 'mongoose';
import type { Counts } from './count.rules';

/** The number of listed tasks of a space, by assignee and status; one document a space. */
export interface CountDocument extends SpaceDocument {
  byStaff: Record<string, Partial<Counts>>;
}

export const COUNT_ID = 'tasks';

export const countSchema = defineSchema<CountDocument>({
  collection: 'taskCounts',
  fields: { byStaff: { type: Schema.Types.Mixed } },
});
