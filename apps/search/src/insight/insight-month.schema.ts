import { defineSchema, type SpaceDocument } from '@engawa/persistence';
import type { InsightDayDocument } from './insight.schema';

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
export interface InsightMonthDocument extends SpaceDocument {
  days: DayHead[];
  /** Ids of labels, staff and members, separated by spaces. */
  ids: string;
  /** The numbers of `MonthFigures`, of 32 bits each, little-endian. */
  counts: Uint8Array;
  pairs: Uint8Array;
  pairLabels: Uint8Array;
}

export const insightMonthStore = defineSchema<InsightMonthDocument>({
  collection: 'insightMonths',
  fields: {
    days: { type: [Object], default: [] },
    ids: { type: String, default: '' },
    counts: { type: Buffer, required: true },
    pairs: { type: Buffer, required: true },
    pairLabels: { type: Buffer, required: true },
  },
});
