import { defineStore, type DocumentOf, unvalidated, listOf, bytes } from '@engawa/persistence';
import type { InsightDayDocument } from './insight.schema';
import { z } from 'zod';

/** A day without its lists. Version and time tell whether it was counted again since. */
export type DayHead = Pick<
  InsightDayDocument,
  | 'id'
  | 'version'
  | 'countedAt'
  | 'posts'
  | 'unlabelled'
  | 'openedPosts'
  | 'solvedPosts'
  | 'openChange'
  | 'solvedAfter'
>;

/**
 * The figures of a month's days in few bytes; its id is the month (decision 0058). A copy: a day
 * that was counted again since is read instead.
 */
export const insightMonthStore = defineStore({
  collection: 'insightMonths',
  shape: {
    days: listOf(unvalidated<DayHead>()),
    /** Ids of labels, staff and members, separated by spaces. */
    ids: z.string().default(''),
    /** The numbers of `MonthFigures`, of 32 bits each, little-endian. */
    counts: bytes,
    pairs: bytes,
    pairLabels: bytes,
  },
});

export type InsightMonthDocument = DocumentOf<typeof insightMonthStore>;
