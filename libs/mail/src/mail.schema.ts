import { defineSchema, type SpaceDocument } from '@engawa/persistence';

type MailState = 'queued' | 'sent' | 'failed';

/** A mail in the queue. */
export interface MailDocument extends SpaceDocument {
  to: string;
  subject: string;
  /** Empty once the mail is sent or given up: it may contain a secret link. */
  text: string;
  html: string;
  state: MailState;
  attempts: number;
  /** When to try next; during an attempt, when its lease ends. */
  dueAt: Date;
  error: string | null;
  /** When the entry is deleted; absent while it is queued. */
  leavesAt?: Date;
}

/** Add it to the `schemas` of the service's `PersistenceModule`. */
export const mailSchema = defineSchema<MailDocument>({
  collection: 'mails',
  fields: {
    to: { type: String, required: true },
    subject: { type: String, required: true },
    text: { type: String, default: '' },
    html: { type: String, default: '' },
    state: { type: String, required: true },
    attempts: { type: Number, required: true },
    dueAt: { type: Date, required: true },
    error: { type: String, default: null },
    leavesAt: { type: Date, default: undefined },
  },
  indexes: [
    { name: 'due', keys: { state: 1, dueAt: 1 }, serves: 'MailRepository.findDue (the sender)' },
    { name: 'leaving', keys: { leavesAt: 1 }, expireAfterSeconds: 0, serves: 'expiry' },
  ],
});
