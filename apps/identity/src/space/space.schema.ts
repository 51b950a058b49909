import { defineSchema, type SpaceDocument } from '@engawa/persistence';
import { Schema } from 'mongoose';

/** What is needed to finish a space whose making was interrupted. */
export interface Founding {
  staffId: string;
  email: string;
  displayName: string;
  jobTitle: string;
  locale: 'ja' | 'en';
}

/** Title changes that follow from a transfer and are not written to the accounts yet. */
export interface Handover {
  fromId: string;
  toId: string;
  actorId: string;
}

/** A space; its `id` is also its `space`. */
export interface SpaceRecord extends SpaceDocument {
  displayName: string;
  timeZone: string;
  /** Who is the primary administrator: this field alone decides (IDN-2). */
  primaryAdminId: string;
  founding: Founding | null;
  handover: Handover | null;
  /** Since when `founding` or `handover` waits; absent where nothing does. */
  unfinishedSince?: Date;
}

export const spaceSchema = defineSchema<SpaceRecord>({
  collection: 'spaces',
  fields: {
    displayName: { type: String, required: true },
    timeZone: { type: String, required: true },
    primaryAdminId: { type: String, required: true },
    founding: { type: Schema.Types.Mixed, default: null },
    handover: { type: Schema.Types.Mixed, default: null },
    unfinishedSince: { type: Date, default: undefined },
  },
  indexes: [
    { name: 'byId', keys: { id: 1 }, serves: 'SpaceRepository.findAll (god)' },
    {
      name: 'unfinished',
      keys: { unfinishedSince: 1 },
      sparse: true,
      serves: 'SpaceRepository.findUnfinished (the sweeper)',
    },
  ],
});
