import type { AuditFacts } from '@engawa/contracts';
import {
  defineStore,
  type DocumentOf,
  listOf,
  orNull,
  text,
  unvalidated,
} from '@engawa/persistence';
import { z } from 'zod';

/** An entry of the audit log; `id` is that of its event. */
export const auditSchema = defineStore({
  collection: 'auditEntries',
  shape: {
    at: z.date(),
    actorId: orNull(z.string()),
    action: text,
    target: unvalidated<AuditFacts['target']>(),
    changes: listOf(unvalidated<AuditFacts['changes'][number]>()),
    network: orNull(z.string()),
    userAgent: orNull(z.string()),
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

export type AuditRecord = DocumentOf<typeof auditSchema>;
