import type { AuditFacts } from '@engawa/contracts';
import { defineSchema, type SpaceDocument } from '@engawa/persistence';
import { Schema } from 'mongoose';

/** An entry of the audit log; `id` is that of its event. */
export interface AuditRecord extends SpaceDocument {
  at: Date;
  actorId: string | null;
  action: string;
  target: AuditFacts['target'];
  changes: AuditFacts['changes'];
  network: string | null;
  userAgent: string | null;
}

export const auditSchema = defineSchema<AuditRecord>({
  collection: 'auditEntries',
  fields: {
    at: { type: Date, required: true },
    actorId: { type: String, default: null },
    action: { type: String, required: true },
    target: {
      type: { type: String, required: true },
      id: { type: String, required: true },
      name: { type: String, default: '' },
    },
    changes: { type: [Schema.Types.Mixed], default: [] },
    network: { type: String, default: null },
    userAgent: { type: String, default: null },
  },
  indexes: [
    { name: 'latest', keys: { space: 1, at: -1, id: -1 }, serves: 'AuditRepository.findEntries' },
    {
      name: 'ofActor',
      keys: { space: 1, actorId: 1, at: -1, id: -1 },
      serves: 'AuditRepository.findEntries by actor',
    },
    {
      name: 'ofAction',
      keys: { space: 1, action: 1, at: -1, id: -1 },
      serves: 'AuditRepository.findEntries by action',
    },
    {
      name: 'ofTarget',
      keys: { space: 1, 'target.id': 1, at: -1, id: -1 },
      serves: 'AuditRepository.findEntries by target',
    },
  ],
});
