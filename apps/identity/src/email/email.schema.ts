import { defineSchema, type SpaceDocument } from '@engawa/persistence';

/**
 * Owner of an address; `id` is its normalized form, so that the collection's key keeps addresses
 * unique in the whole installation, also on a sharded cluster (IDN-2).
 */
export interface EmailRecord extends SpaceDocument {
  ownerSpace: string;
  staffId: string;
  /** Reserved: the account is not written yet, or never was. */
  reservedSince?: Date;
}

export const emailSchema = defineSchema<EmailRecord>({
  collection: 'emails',
  fields: {
    ownerSpace: { type: String, required: true },
    staffId: { type: String, required: true },
    reservedSince: { type: Date, default: undefined },
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
