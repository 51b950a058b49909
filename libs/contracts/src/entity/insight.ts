import { z } from 'zod';
import { id } from '../primitive';
import { memberRef } from './member';
import { staffRef } from './staff';

/** A day of the space's calendar. */
export const calendarDay = z.iso.date().meta({ example: '2026-11-21' });

/** A day that a figure can begin or end with: weeks and months around it have four digits, too. */
const insightDay = calendarDay.refine((day) => day >= '1000-01-01', {
  error: 'invalid-format',
});

/** Longest range of a dashboard, in days. */
export const INSIGHT_MAX_DAYS = 1_100;

/**
 * getInsights: posts from `from` to `to`, both inclusive. Figures count posts (not comments) by the
 * day of their talk, so that each figure opens the same posts as searchPosts with `kind=post`.
 */
export const insightsQuery = z
  .strictObject({
    from: insightDay.meta({ description: 'First day, in the time zone of the space' }),
    to: insightDay.meta({ description: 'Last day, included' }),
    unit: z.enum(['day', 'week', 'month']).default('day').meta({
      description: 'Length of the periods; weeks begin on Monday',
    }),
    deactivated: z.enum(['true', 'false']).default('false').meta({
      description: 'Whether deactivated staff are shown',
    }),
  })
  .refine((query) => query.from <= query.to, { path: ['to'], error: 'before-from' })
  .refine(
    (query) => Date.parse(query.to) - Date.parse(query.from) < INSIGHT_MAX_DAYS * 86_400_000,
    { path: ['to'], error: 'range-too-long', params: { maximum: INSIGHT_MAX_DAYS } },
  );
export type InsightsQuery = z.infer<typeof insightsQuery>;

const count = z.int().min(0);

/** The dashboard (INS-1). */
export const insights = z
  .object({
    timeZone: z.string(),
    recounting: z.boolean().meta({
      description: 'The time zone changed and not all days are counted in the new one yet',
    }),
    periods: z.array(calendarDay).meta({ description: 'First day of each period, in order' }),
    posts: z.object({
      total: count,
      byPeriod: z.array(count),
      byDay: z.array(count).meta({ description: 'Of each day of the range, whatever the unit' }),
    }),
    issues: z
      .object({
        opened: count,
        solved: count,
        openBefore: count.meta({ description: 'Unresolved issues when the range began' }),
        open: count.meta({ description: 'Unresolved issues at the end of the range' }),
        openByPeriod: z
          .array(count)
          .meta({ description: 'Unresolved issues at the end of each period' }),
        medianSecondsToSolution: count
          .nullable()
          .meta({ description: 'Of the issues solved in the range; null without any' }),
        medianSecondsByPeriod: z
          .array(count.nullable())
          .meta({ description: 'The same of each period' }),
      })
      .meta({ description: 'Posts whose issue was opened or solved in the range, each once' }),
    talkedWith: z
      .object({
        members: count.meta({ description: 'Members of the space today, without resigned ones' }),
        total: count.meta({ description: 'How many of them were talked with in the range' }),
        byPeriod: z
          .array(count)
          .meta({ description: 'How many of them were talked with in each period' }),
      })
      .meta({ description: 'Members with at least one post about them' }),
    memberTypes: z
      .array(
        z.object({
          typeId: id.nullable().meta({ description: 'null: members without a type' }),
          members: count.meta({ description: 'Members who have the type today' }),
          talkedWith: count.meta({ description: 'How many of them were talked with' }),
          talks: count.meta({
            description: 'Talks with them; a post about two of them counts twice',
          }),
        }),
      )
      .meta({ description: 'Talks by member type, the type with the most members first' }),
    labels: z.array(
      z.object({
        labelId: id,
        total: count,
        byPeriod: z.array(count),
        issuesOpened: count,
        issuesSolved: count,
      }),
    ),
    unlabelled: z.object({ total: count, byPeriod: z.array(count) }),
    staffs: z.array(z.object({ staff: staffRef, total: count, byPeriod: z.array(count) })),
    members: z
      .array(z.object({ member: memberRef, total: count, byPeriod: z.array(count) }))
      .meta({ description: 'The 50 with the most posts' }),
    connections: z.object({
      members: z.array(z.object({ member: memberRef, total: count })),
      edges: z
        .array(
          z.object({
            between: z.tuple([id, id]),
            total: count,
            labels: z
              .array(z.object({ labelId: id, total: count }))
              .meta({ description: 'Labels of these posts, the most frequent three' }),
          }),
        )
        .meta({ description: 'Pairs of members named together; the 200 most frequent' }),
    }),
  })
  .meta({ id: 'Insights' });
export type Insights = z.infer<typeof insights>;

/** downloadInsights: the same figures as CSV, one row per period. */
export const downloadInsightsQuery = insightsQuery;
