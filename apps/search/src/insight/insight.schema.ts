import { defineStore, type DocumentOf, listOf, text, nested } from '@engawa/persistence';
import { z } from 'zod';

/** A thing and its count. */
const counted = nested({
  id: z.string(),
  count: z.number(),
});
export type Counted = z.infer<typeof counted>;

/** Increment it when days are counted in another way. */
export const FIGURES_REVISION = 4;

/**
 * Figures of one day of a space; its id is the day. Counted from the entries, never incremented.
 */
export const insightDayStore = defineStore({
  collection: 'insightDays',
  shape: {
    posts: z.number().default(0),
    unlabelled: z.number().default(0),
    labels: listOf(counted),
    staffs: listOf(counted),
    members: listOf(counted),
    /** Members in the same post: both ids in order, joined by a space. */
    pairs: listOf(counted),
    /** The same by label: the id of a pair, a space and the label's id. */
    pairLabels: listOf(counted),
    issuesOpened: listOf(counted),
    issuesSolved: listOf(counted),
    /** Posts whose issue was opened or solved on the day, each once. */
    openedPosts: z.number().default(0),
    solvedPosts: z.number().default(0),
    /** Change of the number of unresolved issues on the day. */
    openChange: z.number().default(0),
    /** Seconds from opening to solution of each issue solved on the day. */
    solvedAfter: listOf(z.number()),
    /** Revision of the counting; older figures are recounted. */
    revision: z.number().default(0),
    /** Since when the figures may be outdated; absent when they are not. */
    staleSince: z.date().optional(),
    /**
     * The day stays marked until then, however often it is counted, so that a process that marked it
     * does not mark it for each further post.
     */
    staleUntil: z.date().optional(),
    /** When the entries were read from which the figures were counted. */
    countedAt: z.date().optional(),
    /** Since when the day waits for a recount after a change of time zone. */
    recountSince: z.date().optional(),
  },
  indexes: [
    {
      keys: { space: 1, id: 1 },
      serves: 'InsightRepository.findCounts, findTotals and findOpenChanges',
    },
    {
      keys: { revision: 1 },
      serves: 'InsightRepository.markOutdated (system scope: all spaces)',
    },
    {
      keys: { staleSince: 1 },
      sparse: true,
      serves: 'InsightRepository.findStale (system scope: all spaces)',
    },
    { keys: { space: 1, recountSince: 1 }, serves: 'InsightRepository.findRecount' },
  ],
});

export type InsightDayDocument = DocumentOf<typeof insightDayStore>;

/**
 * The time zone of a space from identity. Its version is identity's: updates guarded by it fail
 * when the time zone changes again.
 */
export const spaceZoneStore = defineStore({
  collection: 'spaceZones',
  shape: {
    timeZone: text,
    /** Since when the figures are being recounted (INS-6); absent otherwise. */
    recountSince: z.date().optional(),
    /** Whether all days to recount are marked. */
    recountMarked: z.boolean().default(false),
    /** `FIGURES_REVISION` of the last started recount. */
    revision: z.number().default(0),
  },
  indexes: [
    {
      keys: { recountSince: 1 },
      sparse: true,
      serves: 'SpaceZoneRepository.findRecounting (system scope: all spaces)',
    },
    { keys: { revision: 1 }, serves: 'SpaceZoneRepository.recountOutdated (system scope)' },
  ],
});

export type SpaceZoneDocument = DocumentOf<typeof spaceZoneStore>;
