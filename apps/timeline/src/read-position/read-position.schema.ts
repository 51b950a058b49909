import { defineSchema, type SpaceDocument } from '@engawa/persistence';

/** Until when a staff member has read; the id is the staff member's. */
export interface ReadPositionDocument extends SpaceDocument {
  timeline: Date;
}

export const readPositionSchema = defineSchema<ReadPositionDocument>({
  collection: 'readPositions',
  fields: { timeline: { type: Date, required: true } },
});
