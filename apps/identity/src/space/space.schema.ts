import { defineStore, type DocumentOf, text, orNull, nested } from '@engawa/persistence';
import { z } from 'zod';

/** Data to finish an interrupted creation of a space. */
const founding = nested({
  staffId: z.string(),
  email: z.string(),
  displayName: z.string(),
  jobTitle: z.string(),
  locale: z.enum(['ja', 'en']),
});
export type Founding = z.infer<typeof founding>;

/** Role changes of a transfer that are not written to the accounts yet. */
const handover = nested({
  fromId: z.string(),
  toId: z.string(),
  actorId: z.string(),
});
export type Handover = z.infer<typeof handover>;

/** Sign-in with the accounts of the space's organisation (IDN-9). */
const spaceOidc = nested({
  issuer: z.string(),
  clientId: z.string(),
  /** The client secret, encrypted. */
  secret: z.string(),
  /** Whether staff may also sign in with their passwords. */
  passwordAllowed: z.boolean(),
});
export type SpaceOidc = z.infer<typeof spaceOidc>;

/** A space; its `id` is also its `space`. */
export const spaceSchema = defineStore({
  collection: 'spaces',
  shape: {
    displayName: text,
    timeZone: text,
    /** The primary administrator; only this field decides (IDN-2). */
    primaryAdminId: text,
    founding: orNull(founding),
    handover: orNull(handover),
    /** Absent in spaces that never used it. */
    oidc: spaceOidc.nullable().optional(),
    /** Since when `founding` or `handover` is pending; absent otherwise. */
    unfinishedSince: z.date().optional(),
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

export type SpaceRecord = DocumentOf<typeof spaceSchema>;
