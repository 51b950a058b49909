import { defineStore, type DocumentOf, text, orNull } from '@engawa/persistence';
import { z } from 'zod';

const mailState = z.enum(['queued', 'sent', 'failed']);

/** Add it to the `schemas` of the service's `PersistenceModule`. */
export const mailSchema = defineStore({
  collection: 'mails',
  shape: {
    to: text,
    subject: text,
    /** Empty once the mail is sent or given up: it may contain a secret link. */
    text: z.string().default(''),
    html: z.string().default(''),
    state: mailState,
    attempts: z.number(),
    /** When to try next; during an attempt, when its lease ends. */
    dueAt: z.date(),
    error: orNull(z.string()),
    /** When the entry is deleted; absent while it is queued. */
    leavesAt: z.date().optional(),
  },
  indexes: [
    { name: 'due', keys: { state: 1, dueAt: 1 }, serves: 'MailRepository.findDue (the sender)' },
    { name: 'leaving', keys: { leavesAt: 1 }, expireAfterSeconds: 0, serves: 'expiry' },
  ],
});

export type MailDocument = DocumentOf<typeof mailSchema>;
