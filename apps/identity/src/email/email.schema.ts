import { defineSchema, type SpaceDocument } from '@engawa/persistence';

/**
 * Whose an address is; `id` is its compared form, so that the key of the collection itself keeps
 * addresses unique over the installation, also on a sharded cluster (IDN-2).
 */
export interface EmailRecord extends SpaceDocument {
  ownerSpace: string;
  staffId: string;
  /** Reserved: the account is not written yet, or was never. */
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
