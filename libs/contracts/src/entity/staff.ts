import { z } from 'zod';
import { email, id, instant, line, locale, newPassword, trimmedText, version } from '../primitive';
import { role } from '../permission';

/** A staff member as other entities refer to them. */
export const staffRef = z
  .object({
    id,
    displayName: z.string(),
    jobTitle: z.string(),
    photoUrl: z.string().nullable(),
    thumbPhotoUrl: z.string().nullable(),
    deactivated: z.boolean(),
    integration: z.boolean().optional().meta({
      description:
        'True for an integration: it writes with its API token, and is nobody to assign or mention',
    }),
  })
  .meta({ id: 'StaffRef' });
export type StaffRef = z.infer<typeof staffRef>;

/** Placeholder for a staff member whose event has not arrived yet. */
export function unknownStaff(id: string): StaffRef {
  return {
    id,
    displayName: '',
    jobTitle: '',
    photoUrl: null,
    thumbPhotoUrl: null,
    deactivated: false,
  };
}

/** Counters of a staff member, updated by events (TML-13). */
export const rankCounters = z.object({
  post: z.int().min(0),
  issue: z.int().min(0),
  resolved: z.int().min(0),
});

/** A staff account (specification: User). */
export const staff = z
  .object({
    id,
    version,
    email: z
      .string()
      .optional()
      .meta({ description: 'For staff members only: left out for API tokens' }),
    displayName: z.string(),
    bio: z.string(),
    jobTitle: z.string(),
    photoUrl: z.string().nullable(),
    thumbPhotoUrl: z.string().nullable(),
    role,
    deactivated: z.boolean(),
    excludeFromRanking: z.boolean(),
    isAgreedToTOU: z.boolean(),
    initialPasswordChanged: z.boolean(),
    createdAt: instant,
    updatedAt: instant,
  })
  .meta({ id: 'Staff' });
export type Staff = z.infer<typeof staff>;

export const listStaffsAnswer = z.object({ items: z.array(staff) });

/** `includeDeactivated=false` lists active staff only. */
export const listStaffsQuery = z.strictObject({
  includeDeactivated: z
    .enum(['true', 'false'])
    .default('true')
    .meta({ description: '`false`: only active staff members' }),
});
export type ListStaffsQuery = z.infer<typeof listStaffsQuery>;

const displayName = line(100).min(1);
const jobTitle = line(100);
const bio = trimmedText.max(2_000);
/** Roles that an administrator can assign; the primary administrator changes by transfer. */
const assignableRole = role.exclude(['primaryAdmin']);

/**
 * addUser: creates the account. Without a first password the staff member gets an invitation mail;
 * with one they sign in with it and must then choose their own (IDN-6).
 */
export const addUserInput = z.strictObject({
  email,
  displayName,
  jobTitle: jobTitle.default(''),
  bio: bio.default(''),
  role: assignableRole.default('staff'),
  excludeFromRanking: z.boolean().default(false),
  firstPassword: newPassword.optional(),
  locale: locale.default('ja').meta({ description: 'Language of the invitation mail' }),
});
export type AddUserInput = z.infer<typeof addUserInput>;

/** updateUser: omitted fields stay. */
export const updateUserInput = z.strictObject({
  displayName: displayName.optional(),
  jobTitle: jobTitle.optional(),
  bio: bio.optional(),
  role: assignableRole.optional(),
  excludeFromRanking: z.boolean().optional(),
});
export type UpdateUserInput = z.infer<typeof updateUserInput>;

/** Pages that may open first after sign-in. */
export const firstPages = ['timeline', 'today'] as const;
export const firstPage = z.enum(firstPages);
export type FirstPage = z.infer<typeof firstPage>;

/** updateProfile: the caller's account. */
export const updateProfileInput = z.strictObject({
  displayName: displayName.optional(),
  jobTitle: jobTitle.optional(),
  bio: bio.optional(),
  firstPage: firstPage.optional(),
  firstStepsClosed: z.boolean().optional(),
});
export type UpdateProfileInput = z.infer<typeof updateProfileInput>;

/** transferPrimaryAdmin: confirmed by the password of the current primary administrator. */
export const transferPrimaryAdminInput = z.strictObject({
  staffId: id,
  password: z.string().min(1).max(200),
});
export type TransferPrimaryAdminInput = z.infer<typeof transferPrimaryAdminInput>;

/** getLastSignInTimes: one entry per staff member of the space; null for never. */
export const lastSignInTimesAnswer = z.object({
  items: z.array(z.object({ staffId: id, lastSignInAt: instant.nullable() })),
});

/** sendInvitation: the language of the mail. */
export const sendInvitationInput = z.strictObject({ locale: locale.default('ja') });
export type SendInvitationInput = z.infer<typeof sendInvitationInput>;

/** Largest photo of a person in bytes, and most pixels. */
export const PHOTO_MAX_BYTES = 4 * 1024 * 1024;
export const PHOTO_MAX_PIXELS = 50_000_000;
