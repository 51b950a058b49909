import { locale } from '@engawa/contracts';
import {
  defineStore,
  type DocumentOf,
  nested,
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
    /** The address, and what is sent; empty for a mail that is written when it is sent. */
    to: z.string().default(''),
    subject: z.string().default(''),
    /** Empty once the mail is sent or given up: it may contain a secret link. */
    text: z.string().default(''),
    html: z.string().default(''),
    /** What a mail is about that is written when it is sent; see `MailWriter`. */
    about: nested({ kind: text, ids: z.array(z.string()), locale }).optional(),
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

export type MailAbout = NonNullable<MailDocument['about']>;
export type MailDocument = DocumentOf<typeof mailSchema>;
