import { defineSchema, type SpaceDocument } from '@engawa/persistence';
import { Schema } from 'mongoose';

/** Data to finish an interrupted creation of a space. */
export interface Founding {
  staffId: string;
  email: string;
  displayName: string;
  jobTitle: string;
  locale: 'ja' | 'en';
}

/** Role changes of a transfer that are not written to the accounts yet. */
export interface Handover {
  fromId: string;
  toId: string;
  actorId: string;
}

/** Sign-in with the accounts of the space's organisation (IDN-9). */
export interface SpaceOidc {
  issuer: string;
  clientId: string;
  /** The client secret, encrypted. */
  secret: string;
  /** Whether staff may also sign in with their passwords. */
  passwordAllowed: boolean;
}

/** A space; its `id` is also its `space`. */
export interface SpaceRecord extends SpaceDocument {
  displayName: string;
  timeZone: string;
  /** The primary administrator; only this field decides (IDN-2). */
  primaryAdminId: string;
  founding: Founding | null;
  handover: Handover | null;
  /** Absent in spaces that never used it. */
  oidc?: SpaceOidc | null;
  /** Since when `founding` or `handover` is pending; absent otherwise. */
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
    oidc: { type: Schema.Types.Mixed, default: undefined },
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
