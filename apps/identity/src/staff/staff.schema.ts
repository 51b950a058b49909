import type { FirstPage, Locale, Role } from '@engawa/contracts';
import { defineSchema, type SpaceDocument } from '@engawa/persistence';
import { Schema } from 'mongoose';
import type { AccountNotice } from '../mail/identity-mail.rules';
import type { PasswordLinkKind } from '../password-link/password-link.rules';

/** TOTP and recovery codes of an account (IDN-9). The secret is encrypted. */
interface TwoFactor {
  secret: string;
  /** Last used time step; earlier codes are spent. */
  lastStep: number | null;
  recoveryHashes: string[];
}

/** A mailed link to choose a password (IDN-6, IDN-7). */
export interface PasswordLink {
  id: string;
  kind: PasswordLinkKind;
  secretHash: string;
  expiresAt: Date;
  usedAt: Date | null;
  /** Replaced by a later link, or the password was set otherwise. */
  replaced: boolean;
  /** Hash of the requesting network or device; null for an administrator. */
  askedBy?: string | null;
}

/** A mail to send because of the change written with it. */
export interface MailDue {
  /** Also its id in the mail queue, so that it is sent once. */
  id: string;
  kind: PasswordLinkKind | AccountNotice;
  locale: Locale;
  to: string;
}

/** Sessions to end, or whose access tokens must be replaced. */
interface SessionsDue {
  kind: 'end' | 'renew';
  reason: string;
}

/** File names of a photo below `{space}/users/{id}/`. */
export interface Photo {
  file: string;
  thumb: string;
}

/** A staff account. */
export interface StaffRecord extends SpaceDocument {
  email: string;
  /** Normalized address; the account owns it if the e-mail collection says so. */
  emailKey: string;
  displayName: string;
  bio: string;
  jobTitle: string;
  photo: Photo | null;
  /** For 'primaryAdmin' the space decides: see `roleOf`. */
  role: Role;
  god: boolean;
  /** Revision of the facts that other services were told; absent in accounts of earlier versions. */
  factsRevision?: number;
  deactivated: boolean;
  excludeFromRanking: boolean;
  isAgreedToTOU: boolean;
  initialPasswordChanged: boolean;
  /** Argon2id in PHC format; null until the first password is set. */
  passwordHash: string | null;
  /** Incremented to end all sessions; those of an earlier epoch cannot be renewed. */
  sessionEpoch: number;
  lastSignInAt: Date | null;
  locale: Locale;
  /** Absent until it is chosen. */
  firstPage?: FirstPage;
  /** Absent until the first steps of a new space are closed. */
  firstStepsClosed?: boolean;
  twoFactor: TwoFactor | null;
  /** An encrypted secret that waits for its first correct code. */
  twoFactorOffer: { secret: string; expiresAt: Date } | null;
  /** The latest ones; in the account, so that using one and setting the password is one write. */
  passwordLinks: PasswordLink[];
  /** Former addresses to release in the e-mail collection. */
  formerEmailKeys: string[];
  sessionsDue: SessionsDue | null;
  mailsDue: MailDue[];
  /** Since when follow-up work is pending; absent without any. */
  unfinishedSince?: Date;
}

/** Increment it when other services must learn more of the accounts that exist. */
export const FACTS_REVISION = 1;

export const staffSchema = defineSchema<StaffRecord>({
  collection: 'staffs',
  fields: {
    email: { type: String, required: true },
    emailKey: { type: String, required: true },
    displayName: { type: String, required: true },
    bio: { type: String, default: '' },
    jobTitle: { type: String, default: '' },
    photo: { type: Schema.Types.Mixed, default: null },
    role: { type: String, required: true },
    god: { type: Boolean, required: true },
    factsRevision: { type: Number },
    deactivated: { type: Boolean, required: true },
    excludeFromRanking: { type: Boolean, required: true },
    isAgreedToTOU: { type: Boolean, required: true },
    initialPasswordChanged: { type: Boolean, required: true },
    passwordHash: { type: String, default: null },
    sessionEpoch: { type: Number, required: true },
    lastSignInAt: { type: Date, default: null },
    locale: { type: String, required: true },
    firstPage: { type: String, default: undefined },
    firstStepsClosed: { type: Boolean, default: undefined },
    twoFactor: { type: Schema.Types.Mixed, default: null },
    twoFactorOffer: { type: Schema.Types.Mixed, default: null },
    formerEmailKeys: { type: [String], default: [] },
    passwordLinks: { type: [Schema.Types.Mixed], default: [] },
    sessionsDue: { type: Schema.Types.Mixed, default: null },
    mailsDue: { type: [Schema.Types.Mixed], default: [] },
    unfinishedSince: { type: Date, default: undefined },
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
