import { z } from 'zod';
import { id, instant } from '../primitive';
import { memberRef, memberTypeFilter } from './member';
import { staffRef } from './staff';

/** Months in the picture of relations. */
export const RELATION_MONTHS = 12;
/** Most members in the picture. */
export const RELATION_MEMBER_LIMIT = 2_000;
/** Most introductions in the picture. */
export const RELATION_INTRODUCTION_LIMIT = 200;

/** A month by the calendar of the space. */
const calendarMonth = z
  .string()
  .regex(/^[1-9]\d{3}-(0[1-9]|1[0-2])$/)
  .meta({ description: 'A month by the calendar of the space', example: '2026-11' });

const perMonth = z.array(z.int().min(0)).max(RELATION_MONTHS);

/** A member's talks in each month of the picture. */
export const memberRelation = z
  .object({
    member: memberRef,
    typeId: id.nullable(),
    lastTalkedAt: instant.nullable(),
    quietSince: instant.meta({
      description: 'Time of the last talk, or since when the member is known',
    }),
    isCold: z.boolean().meta({ description: 'Whether the member is overdue for a talk' }),
    talks: perMonth.meta({ description: 'Posts about the member in each month' }),
    openIssues: perMonth.meta({ description: 'How many of these have an issue that is open now' }),
    by: z
      .array(z.int().min(0).nullable())
      .max(RELATION_MONTHS)
      .meta({ description: 'Who talked most in each month, as an index in `staffs`' }),
  })
  .meta({ id: 'MemberRelation' });
export type MemberRelation = z.infer<typeof memberRelation>;

/** A post that records an introduction which led somewhere (TML-12). */
export const relationIntroduction = z
  .object({
    postId: id,
    day: z.iso.date().meta({
      description: 'The day of the talk by the calendar of the space',
      example: '2026-11-21',
    }),
    member: memberRef,
    toMember: memberRef,
  })
  .meta({ id: 'RelationIntroduction' });
export type RelationIntroduction = z.infer<typeof relationIntroduction>;

/** getRelations: who was talked with over 12 months, the longest silence first (INS-7). */
export const getRelationsQuery = z.strictObject({
  month: calendarMonth.optional().meta({
    description: 'The last month of the picture; without it the current one',
  }),
  typeId: memberTypeFilter,
  limit: z.coerce.number().int().min(1).max(RELATION_MEMBER_LIMIT).default(RELATION_MEMBER_LIMIT),
});
export type GetRelationsQuery = z.infer<typeof getRelationsQuery>;

export const relations = z
  .object({
    months: z.array(calendarMonth).meta({ description: 'The oldest first' }),
    staffs: z.array(staffRef),
    items: z.array(memberRelation),
    total: z.int().min(0).meta({ description: 'Members of the filter; `items` has up to `limit`' }),
    recounting: z.boolean().meta({
      description: 'The time zone changed and not all months are counted in the new one yet',
    }),
    introductions: z.array(relationIntroduction).max(RELATION_INTRODUCTION_LIMIT).meta({
      description:
        'Introductions of these months that led somewhere, in the whole space, the newest first; empty without `search.read`. A member may be missing in `items`.',
    }),
    summary: z
      .object({
        members: z.int().min(0).meta({ description: 'Members of the filter' }),
        talkedWith: z.int().min(0).meta({
          description: 'Members of the filter talked with in the last month',
        }),
        posts: z.int().min(0).meta({ description: 'Posts of the last month, in the whole space' }),
        cold: z.int().min(0).meta({ description: 'Members of the filter overdue for a talk now' }),
        issuesOpened: z.int().min(0),
        issuesSolved: z.int().min(0),
      })
      .meta({ description: 'Figures of the last month of the picture, whatever the `limit`' }),
  })
  .meta({ id: 'Relations' });
export type Relations = z.infer<typeof relations>;
