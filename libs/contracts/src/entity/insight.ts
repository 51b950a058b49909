import { z } from 'zod';
import { id } from '../primitive';
import { memberRef } from './member';
import { staffRef } from './staff';

/** A day of the space's calendar. */
export const calendarDay = z.iso.date().meta({ example: '2026-11-21' });

/** Longest range of a dashboard, in days. */
export const INSIGHT_MAX_DAYS = 1_100;

/**
 * getInsights: posts from `from` to `to`, both inclusive. Figures count posts (not comments) by the
 * day of their talk, so that each figure opens the same posts as searchPosts with `kind=post`.
 */
export const insightsQuery = z
  .strictObject({
    from: calendarDay.meta({ description: 'First day, in the time zone of the space' }),
    to: calendarDay.meta({ description: 'Last day, included' }),
    unit: z.enum(['day', 'week', 'month']).default('day').meta({
      description: 'Length of the periods; weeks begin on Monday',
    }),
    deactivated: z.enum(['true', 'false']).default('false').meta({
      description: 'Whether deactivated staff are shown',
    }),
  })
  .refine((query) => query.from <= query.to, { path: ['to'], error: 'Must not be before from' })
  .refine(
    (query) => Date.parse(query.to) - Date.parse(query.from) < INSIGHT_MAX_DAYS * 86_400_000,
    { path: ['to'], error: `At most ${INSIGHT_MAX_DAYS} days` },
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
      .object({ opened: count, solved: count })
      .meta({ description: 'Posts whose issue was opened or solved in the range, each once' }),
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
        .array(z.object({ between: z.tuple([id, id]), total: count }))
        .meta({ description: 'Members named together; the 200 strongest' }),
    }),
  })
  .meta({ id: 'Insights' });
export type Insights = z.infer<typeof insights>;

/** downloadInsights: the same figures as CSV, one row per period. */
export const downloadInsightsQuery = insightsQuery;
