import { z } from 'zod';
import { email, id, instant, spaceId, version } from '../primitive';
import { permission, role } from '../permission';

/** What others show of a staff wherever they are named. */
export const staffRef = z
  .object({
    id,
    displayName: z.string(),
    jobTitle: z.string(),
    photoUrl: z.string().nullable(),
    thumbPhotoUrl: z.string().nullable(),
    deactivated: z.boolean(),
  })
  .meta({ id: 'StaffRef' });
export type StaffRef = z.infer<typeof staffRef>;

/** Counters of a staff, kept by events (TML-13). */
export const rankCounters = z.object({
  post: z.int().min(0),
  issue: z.int().min(0),
  resolved: z.int().min(0),
});

/** A staff account (source: User). */
export const staff = z
  .object({
    id,
    version,
    email: z.string(),
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

/** A space (IDN-1). */
export const space = z
  .object({ id: spaceId, displayName: z.string(), timeZone: z.string(), createdAt: instant })
  .meta({ id: 'Space' });
export type Space = z.infer<typeof space>;

/** What the signed-in staff is and may do; all that the shell needs to begin. */
export const session = z
  .object({
    id: id.meta({ description: 'Id of the session itself' }),
    staff: staff,
    space: space,
    god: z.boolean(),
    admin: z.boolean(),
    initialPasswordChanged: z.boolean(),
    permissions: z.array(permission),
  })
  .meta({ id: 'Session' });
export type Session = z.infer<typeof session>;

export const signInInput = z.strictObject({
  email: email,
  password: z.string().min(1).max(200),
});
export type SignInInput = z.infer<typeof signInInput>;

/** Answer of signIn and refreshSession; the refresh token travels in an httpOnly cookie only. */
export const signInAnswer = z
  .object({ accessToken: z.string(), expiresAt: instant, session })
  .meta({ id: 'SignInAnswer' });
export type SignInAnswer = z.infer<typeof signInAnswer>;

/** Claims of the access token (IDN-3, IDN-5). */
export const accessClaims = z.object({
  sub: id.meta({ description: 'Staff id' }),
  sid: id.meta({ description: 'Session id' }),
  space: spaceId,
  role,
  god: z.boolean(),
  admin: z.boolean(),
  initialPasswordChanged: z.boolean(),
  iat: z.int(),
  exp: z.int(),
});
export type AccessClaims = z.infer<typeof accessClaims>;
