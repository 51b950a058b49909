import { z } from 'zod';
import { email, id, instant, line, locale, spaceId, version } from '../primitive';
import { staff } from './staff';

/** The time zone of a new space, and of one whose time zone a service does not know yet. */
export const DEFAULT_TIME_ZONE = 'Asia/Tokyo';

/** An IANA time zone that this installation knows. */
export const timeZone = z
  .string()
  .max(64)
  .refine(isTimeZone, { error: 'unknown-time-zone' })
  .meta({ example: 'Asia/Tokyo' });

/** A space (IDN-1). */
export const space = z
  .object({
    id: spaceId,
    version: version.optional(),
    displayName: z.string(),
    timeZone: z.string(),
    createdAt: instant,
  })
  .meta({ id: 'Space' });
export type Space = z.infer<typeof space>;

const displayName = line(100).min(1);

/** updateSpace: omitted fields stay. */
export const updateSpaceInput = z.strictObject({
  displayName: displayName.optional(),
  timeZone: timeZone.optional(),
});
export type UpdateSpaceInput = z.infer<typeof updateSpaceInput>;

/** The new primary administrator of a space; gets an invitation mail. */
export const registerPrimaryAdminInput = z.strictObject({
  email,
  displayName,
  jobTitle: line(100).default(''),
  locale: locale.default('ja').meta({ description: 'Language of the invitation mail' }),
});
export type RegisterPrimaryAdminInput = z.infer<typeof registerPrimaryAdminInput>;

/** addSpace: a space always has a primary administrator (IDN-2). */
export const addSpaceInput = z.strictObject({
  id: spaceId,
  displayName,
  timeZone: timeZone.default(DEFAULT_TIME_ZONE),
  primaryAdmin: registerPrimaryAdminInput,
});
export type AddSpaceInput = z.infer<typeof addSpaceInput>;

/** A space as god sees it (IDN-10). */
export const spaceSummary = z
  .object({
    id: spaceId,
    displayName: z.string(),
    timeZone: z.string(),
    createdAt: instant,
    staffCount: z.int().min(0).meta({ description: 'Staff who are not deactivated, without god' }),
    primaryAdmin: z
      .object({ id, email: z.string(), displayName: z.string() })
      .nullable()
      .meta({ description: 'Null only while the space is being created' }),
    lastSignInAt: instant.nullable(),
  })
  .meta({ id: 'SpaceSummary' });
export type SpaceSummary = z.infer<typeof spaceSummary>;

/** getSpaceDetail: also its staff. */
export const spaceDetail = spaceSummary
  .extend({ staffs: z.array(staff) })
  .meta({ id: 'SpaceDetail' });
export type SpaceDetail = z.infer<typeof spaceDetail>;

export const listSpacesQuery = z.strictObject({
  cursor: spaceId.optional().meta({ description: 'Id of the last space of the page before' }),
  limit: z.coerce.number().int().min(1).max(200).default(50),
});
export type ListSpacesQuery = z.infer<typeof listSpacesQuery>;
export const listSpacesAnswer = z.object({
  items: z.array(spaceSummary),
  nextCursor: spaceId.nullable(),
});

/** updateEmailByGod (IDN-10). */
export const updateEmailInput = z.strictObject({ email });
export type UpdateEmailInput = z.infer<typeof updateEmailInput>;

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
