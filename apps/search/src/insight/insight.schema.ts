import { defineSchema, type SpaceDocument } from '@engawa/persistence';

/** A thing and its count. */
export interface Counted {
  id: string;
  count: number;
}

/**
 * Figures of one day of a space; its id is the day. Counted from the entries, never incremented.
 */
export interface InsightDayDocument extends SpaceDocument {
  posts: number;
  unlabelled: number;
  labels: Counted[];
  staffs: Counted[];
  members: Counted[];
  /** Members in the same post: both ids in order, joined by a space. */
  pairs: Counted[];
  /** The same by label: the id of a pair, a space and the label's id. */
  pairLabels: Counted[];
  issuesOpened: Counted[];
  issuesSolved: Counted[];
  /** Posts whose issue was opened or solved on the day, each once. */
  openedPosts: number;
  solvedPosts: number;
  /** Change of the number of unresolved issues on the day. */
  openChange: number;
  /** Seconds from opening to solution of each issue solved on the day. */
  solvedAfter: number[];
  /** Revision of the counting; older figures are recounted. */
  revision: number;
  /** Since when the figures may be outdated; absent when they are not. */
  staleSince?: Date;
  /**
   * The day stays marked until then, however often it is counted, so that a process that marked it
   * does not mark it for each further post.
   */
  staleUntil?: Date;
  /** When the entries were read from which the figures were counted. */
  countedAt?: Date;
  /** Since when the day waits for a recount after a change of time zone. */
  recountSince?: Date;
}

/** Increment it when days are counted in another way. */
export const FIGURES_REVISION = 4;

const counted = { type: [Object], default: [] };

export const insightDayStore = defineSchema<InsightDayDocument>({
  collection: 'insightDays',
  fields: {
    posts: { type: Number, default: 0 },
    unlabelled: { type: Number, default: 0 },
    labels: counted,
    staffs: counted,
    members: counted,
    pairs: counted,
    pairLabels: counted,
    issuesOpened: counted,
    issuesSolved: counted,
    openedPosts: { type: Number, default: 0 },
    solvedPosts: { type: Number, default: 0 },
    openChange: { type: Number, default: 0 },
    solvedAfter: { type: [Number], default: [] },
    revision: { type: Number, default: 0 },
    staleSince: { type: Date },
    staleUntil: { type: Date },
    countedAt: { type: Date },
    recountSince: { type: Date },
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

/**
 * The time zone of a space from identity. Its version is identity's: updates guarded by it fail
 * when the time zone changes again.
 */
export interface SpaceZoneDocument extends SpaceDocument {
  timeZone: string;
  /** Since when the figures are being recounted (INS-6); absent otherwise. */
  recountSince?: Date;
  /** Whether all days to recount are marked. */
  recountMarked: boolean;
  /** `FIGURES_REVISION` of the last started recount. */
  revision: number;
}

export const spaceZoneStore = defineSchema<SpaceZoneDocument>({
  collection: 'spaceZones',
  fields: {
    timeZone: { type: String, required: true },
    recountSince: { type: Date },
    recountMarked: { type: Boolean, default: false },
    revision: { type: Number, default: 0 },
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
