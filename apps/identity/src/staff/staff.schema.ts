import { role, locale, firstPage, passwordLinkKinds } from '@engawa/contracts';
import {
  defineStore,
  type DocumentOf,
  text,
  orNull,
  unvalidated,
  listOf,
  nested,
} from '@engawa/persistence';
import type { AccountNotice } from '../mail/identity-mail.rules';
import type { PasswordLinkKind } from '../password-link/password-link.rules';
import { z } from 'zod';

/** TOTP and recovery codes of an account (IDN-9). The secret is encrypted. */
const twoFactor = nested({
  secret: z.string(),
  /** Last used time step; earlier codes are spent. */
  lastStep: z.number().nullable(),
  recoveryHashes: z.array(z.string()),
});

/** A mailed link to choose a password (IDN-6, IDN-7). */
const passwordLink = nested({
  id: z.string(),
  kind: z.enum(passwordLinkKinds),
  secretHash: z.string(),
  expiresAt: z.date(),
  usedAt: z.date().nullable(),
  /** Replaced by a later link, or the password was set otherwise. */
  replaced: z.boolean(),
  /** Hash of the requesting network or device; null for an administrator. */
  askedBy: z.string().nullable().optional(),
});
export type PasswordLink = z.infer<typeof passwordLink>;

/** A mail to send because of the change written with it. */
const mailDue = nested({
  /** Also its id in the mail queue, so that it is sent once. */
  id: z.string(),
  kind: unvalidated<PasswordLinkKind | AccountNotice>(),
  locale,
  to: z.string(),
});
export type MailDue = z.infer<typeof mailDue>;

/** Sessions to end, or whose access tokens must be replaced. */
const sessionsDue = nested({
  kind: z.enum(['end', 'renew']),
  reason: z.string(),
});

/** File names of a photo below `{space}/users/{id}/`. */
export const photo = nested({
  file: z.string(),
  thumb: z.string(),
});
export type Photo = z.infer<typeof photo>;

/** Increment it when other services must learn more of the accounts that exist. */
export const FACTS_REVISION = 1;

/** A staff account. */
export const staffSchema = defineStore({
  collection: 'staffs',
  shape: {
    email: text,
    /** Normalized address; the account owns it if the e-mail collection says so. */
    emailKey: text,
    displayName: text,
    bio: z.string().default(''),
    jobTitle: z.string().default(''),
    photo: orNull(photo),
    /** For 'primaryAdmin' the space decides: see `roleOf`. */
    role,
    god: z.boolean(),
    /** Revision of the facts that other services were told; absent in accounts of earlier versions. */
    factsRevision: z.number().optional(),
    deactivated: z.boolean(),
    excludeFromRanking: z.boolean(),
    isAgreedToTOU: z.boolean(),
    initialPasswordChanged: z.boolean(),
    /** Argon2id in PHC format; null until the first password is set. */
    passwordHash: orNull(z.string()),
    /** Incremented to end all sessions; those of an earlier epoch cannot be renewed. */
    sessionEpoch: z.number(),
    lastSignInAt: orNull(z.date()),
    locale,
    /** Absent until it is chosen. */
    firstPage: firstPage.optional(),
    /** Absent until the first steps of a new space are closed. */
    firstStepsClosed: z.boolean().optional(),
    twoFactor: orNull(twoFactor),
    /** An encrypted secret that waits for its first correct code. */
    twoFactorOffer: orNull(
      nested({
        secret: z.string(),
        expiresAt: z.date(),
      }),
    ),
    /** The latest ones; in the account, so that using one and setting the password is one write. */
    passwordLinks: listOf(passwordLink),
    /** Former addresses to release in the e-mail collection. */
    formerEmailKeys: listOf(z.string()),
    sessionsDue: orNull(sessionsDue),
    mailsDue: listOf(mailDue),
    /** Since when follow-up work is pending; absent without any. */
    unfinishedSince: z.date().optional(),
  },
  indexes: [
    {
      name: 'bySpace',
      keys: { space: 1, createdAt: 1, id: 1 },
      serves: 'StaffRepository.findOfSpace (listStaffs)',
    },
    {
      name: 'byEmail',
      keys: { emailKey: 1 },
      serves: 'StaffRepository.findByEmailKey (sign-in; unique by the e-mail table)',
    },
    {
      name: 'gods',
      keys: { god: 1 },
      partial: { god: true },
      serves: 'StaffRepository.findGodsOfEarlierVersions',
    },
    {
      name: 'unfinished',
      keys: { unfinishedSince: 1 },
      sparse: true,
      serves: 'StaffRepository.findUnfinished (the sweeper)',
    },
  ],
});

export type StaffRecord = DocumentOf<typeof staffSchema>;
