import { z } from 'zod';
import { cursor, id, instant, trimmedText, version } from '../primitive';
import { calendarDay } from './insight';
import { memberRef, memberTypeFilter } from './member';
import { staffRef } from './staff';

/** Days without a talk after which a member is cold; null: not watched (INS-3). */
const coldDays = z.int().min(1).max(1_000).nullable();

/** Used until the space sets its own. */
export const COLD_DAYS_DEFAULT = 30;

/** Days after which members are overdue, by member type; other types have the default. */
export const radarSettings = z
  .object({
    version,
    defaultDays: coldDays,
    types: z.array(z.object({ typeId: id, days: coldDays })),
  })
  .meta({ id: 'RadarSettings' });
export type RadarSettings = z.infer<typeof radarSettings>;

export const updateRadarSettingsInput = z.strictObject({
  defaultDays: coldDays,
  types: z.array(z.strictObject({ typeId: id, days: coldDays })).max(100),
});
export type UpdateRadarSettingsInput = z.infer<typeof updateRadarSettingsInput>;

/** Why a cold member is hidden for a while. */
export const snooze = z.object({
  reason: z.string(),
  until: calendarDay.meta({ description: 'The last day, by the calendar of the space' }),
  by: staffRef,
  at: instant,
});

/** A member without a talk for too long, or ever. */
export const coldMember = z
  .object({
    member: memberRef,
    typeId: id.nullable(),
    lastTalkedAt: instant.nullable(),
    lastTalkedBy: staffRef.nullable(),
    quietSince: instant.meta({
      description: 'Time of the last talk, or since when the member is known',
    }),
    coldDays: z.int().min(1).nullable().meta({
      description: 'Days without a talk after which the member is on the radar; null: never',
    }),
    openIssues: z.int().min(0),
    snooze: snooze.nullable(),
  })
  .meta({ id: 'ColdMember' });
export type ColdMember = z.infer<typeof coldMember>;

/** listColdMembers: the longest silence first; `state=snoozed` lists snoozed members. */
export const listColdMembersQuery = z.strictObject({
  state: z
    .enum(['cold', 'snoozed'])
    .default('cold')
    .meta({ description: '`cold`: on the radar; `snoozed`: hidden from it for a while' }),
  typeId: memberTypeFilter,
  cursor: cursor.optional(),
  limit: z.coerce.number().int().min(1).max(100).default(20),
});
export type ListColdMembersQuery = z.infer<typeof listColdMembersQuery>;
export const listColdMembersAnswer = z.object({
  items: z.array(coldMember),
  total: z.int().min(0),
  snoozed: z.int().min(0).meta({ description: 'Members that are snoozed' }),
  nextCursor: cursor.nullable(),
});

/** snoozeMember: hides a cold member until a day within a year. */
export const snoozeMemberInput = z.strictObject({
  until: calendarDay,
  reason: trimmedText.min(1).max(200),
});
export type SnoozeMemberInput = z.infer<typeof snoozeMemberInput>;

/** listOpenIssueMembers: the members with the most open issues, at most 50. */
export const openIssueMember = z
  .object({
    member: memberRef,
    openIssues: z.int().min(1),
    oldestOpenedAt: instant,
    lastTalkedAt: instant.nullable(),
  })
  .meta({ id: 'OpenIssueMember' });
export type OpenIssueMember = z.infer<typeof openIssueMember>;
export const listOpenIssueMembersAnswer = z.object({ items: z.array(openIssueMember) });

/** getStaffCoverage: how many members only this staff member knows, most first. */
export const staffCoverage = z
  .object({
    members: z.int().min(0).meta({ description: 'Members whom this staff member has talked with' }),
    staffs: z.array(z.object({ staff: staffRef, onlyKnownBy: z.int().min(1) })),
    knownByNobody: z.int().min(0).meta({ description: 'All who knew them are deactivated' }),
  })
  .meta({ id: 'StaffCoverage' });
export type StaffCoverage = z.infer<typeof staffCoverage>;

/** A member known by one staff member only, or (`none`) by no active one. */
export const coveredMember = z
  .object({
    member: memberRef,
    staff: staffRef.meta({ description: 'Who talked with them most' }),
    posts: z.int().min(1).meta({ description: 'Posts of this staff member about the member' }),
    lastTalkedAt: instant,
    lastPostId: id.meta({ description: 'Newest post of this staff member about the member' }),
    openIssues: z.int().min(0),
  })
  .meta({ id: 'CoveredMember' });
export type CoveredMember = z.infer<typeof coveredMember>;

export const listCoveredMembersQuery = z.strictObject({
  staffId: z.union([z.literal('none'), id]).meta({
    description:
      'Members whom only this staff member knows; `none`: those whom no active staff member knows',
  }),
  cursor: cursor.optional(),
  limit: z.coerce.number().int().min(1).max(100).default(50),
});
export type ListCoveredMembersQuery = z.infer<typeof listCoveredMembersQuery>;
export const listCoveredMembersAnswer = z.object({
  items: z.array(coveredMember),
  nextCursor: cursor.nullable(),
  previousCursor: cursor.nullable(),
});
