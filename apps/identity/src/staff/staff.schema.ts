import type { Locale, Role } from '@engawa/contracts';
import { defineSchema, type SpaceDocument } from '@engawa/persistence';
import { Schema } from 'mongoose';
import type { AccountNotice } from '../mail/identity-mail.rules';
import type { PasswordLinkKind } from '../password-link/password-link.rules';

/** TOTP and recovery codes of an account (IDN-9). The secret is encrypted. */
export interface TwoFactor {
  secret: string;
  /** Last time step that was used; codes up to it are spent. */
  lastStep: number | null;
  recoveryHashes: string[];
}

/** A link that was mailed to choose a password by (IDN-6, IDN-7). */
export interface PasswordLink {
  id: string;
  kind: PasswordLinkKind;
  secretHash: string;
  expiresAt: Date;
  usedAt: Date | null;
  /** A later link took its place, or the password was set otherwise. */
  replaced: boolean;
  /** Hash of the network or device that asked for it; null for an administrator. */
  askedBy?: string | null;
}

/** A mail that is to be posted because of what was written with it. */
export interface MailDue {
  /** Also the id in the mail queue, so that it is posted once. */
  id: string;
  kind: PasswordLinkKind | AccountNotice;
  locale: Locale;
  to: string;
}

/** Sessions that are to be ended, or whose access tokens are to be replaced. */
export interface SessionsDue {
  kind: 'end' | 'renew';
  reason: string;
}

/** Names of a photo's files; they lie under `{space}/users/{id}/`. */
export interface Photo {
  file: string;
  thumb: string;
}

/** A staff account. */
export interface StaffRecord extends SpaceDocument {
  email: string;
  /** The form that addresses are compared in; the account owns it if the e-mail table says so. */
  emailKey: string;
  displayName: string;
  bio: string;
  jobTitle: string;
  photo: Photo | null;
  /** Whether 'primaryAdmin' is in force, the space decides: see `roleOf`. */
  role: Role;
  god: boolean;
  deactivated: boolean;
  excludeFromRanking: boolean;
  isAgreedToTOU: boolean;
  initialPasswordChanged: boolean;
  /** Argon2id in PHC form; null until the first password is set. */
  passwordHash: string | null;
  /** Grows when all sessions end; sessions of an earlier epoch cannot be renewed. */
  sessionEpoch: number;
  lastSignInAt: Date | null;
  locale: Locale;
  twoFactor: TwoFactor | null;
  /** A secret (encrypted) that waits for its first right code. */
  twoFactorOffer: { secret: string; expiresAt: Date } | null;
  /** The latest ones; what is written in one document is used up in one write. */
  passwordLinks: PasswordLink[];
  /** Addresses given up by a change, to be released in the e-mail table. */
  formerEmailKeys: string[];
  sessionsDue: SessionsDue | null;
  mailsDue: MailDue[];
  /** Since when one of the last three waits; absent where none does. */
  unfinishedSince?: Date;
}

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
    deactivated: { type: Boolean, required: true },
    excludeFromRanking: { type: Boolean, required: true },
    isAgreedToTOU: { type: Boolean, required: true },
    initialPasswordChanged: { type: Boolean, required: true },
    passwordHash: { type: String, default: null },
    sessionEpoch: { type: Number, required: true },
    lastSignInAt: { type: Date, default: null },
    locale: { type: String, required: true },
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
      name: 'unfinished',
      keys: { unfinishedSince: 1 },
      sparse: true,
      serves: 'StaffRepository.findUnfinished (the sweeper)',
    },
  ],
});
