import {
  defineStore,
  type DocumentOf,
  text,
  orNull,
  workFields,
  workIndexes,
} from '@engawa/persistence';
import { z } from 'zod';

const mailState = z.enum(['queued', 'sent', 'failed']);

/** Add it to the `schemas` of the service's `PersistenceModule`. */
export const mailSchema = defineStore({
  collection: 'mails',
  shape: {
    ...workFields,
    to: text,
    subject: text,
    /** Empty once the mail is sent or given up: it may contain a secret link. */
    text: z.string().default(''),
    html: z.string().default(''),
    state: mailState,
    attempts: z.number(),
    error: orNull(z.string()),
    /** When the entry is deleted; absent while it is queued. */
    leavesAt: z.date().optional(),
  },
  indexes: [
    ...workIndexes(),
    { name: 'leaving', keys: { leavesAt: 1 }, expireAfterSeconds: 0, serves: 'expiry' },
  ],
  formerIndexes: ['due'],
});

export type MailDocument = DocumentOf<typeof mailSchema>;
