import { defineStore, type DocumentOf, text } from '@engawa/persistence';
import { z } from 'zod';

/**
 * Owner of an address; `id` is its normalized form, so that the collection's key keeps addresses
 * unique in the whole installation, also on a sharded cluster (IDN-2).
 */
export const emailSchema = defineStore({
  collection: 'emails',
  shape: {
    ownerSpace: text,
    staffId: text,
    /** Reserved: the account is not written yet, or never was. */
    reservedSince: z.date().optional(),
  },
  indexes: [
    {
      name: 'reserved',
      keys: { reservedSince: 1 },
      sparse: true,
      serves: 'EmailRepository.findReserved (the sweeper)',
    },
  ],
});

export type EmailRecord = DocumentOf<typeof emailSchema>;
