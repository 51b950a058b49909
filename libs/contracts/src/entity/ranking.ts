import { z } from 'zod';
import { id } from '../primitive';
import { rankCounters, staffRef } from './staff';

/** Staff with a ring: gold, silver and bronze (TML-13). */
export const RANKING_SIZE = 3;

/** The month's ranking, in the time zone of the space; excluded staff are skipped. */
export const rankingAnswer = z
  .object({
    month: z.string().meta({ description: 'In the time zone of the space', example: '2026-11' }),
    items: z.array(
      z.object({ place: z.int().min(1).max(RANKING_SIZE), staff: staffRef, posts: z.int().min(1) }),
    ),
  })
  .meta({ id: 'Ranking' });
export type Ranking = z.infer<typeof rankingAnswer>;

/** The specification's `rank {post, issue, resolved}` of every staff member who ever posted. */
export const listRankCountersAnswer = z.object({
  items: z.array(z.object({ staffId: id, rank: rankCounters })),
});
export type RankCountersAnswer = z.infer<typeof listRankCountersAnswer>;
