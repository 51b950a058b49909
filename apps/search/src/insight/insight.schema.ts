import { defineSchema, type SpaceDocument } from '@engawa/persistence';

/** Something with how often it was counted. */
export interface Counted {
  id: string;
  count: number;
}

/** The figures of one day of a space; its id is the day. Counted from the entries, never added to. */
export interface InsightDayDocument extends SpaceDocument {
  posts: number;
  unlabelled: number;
  labels: Counted[];
  staffs: Counted[];
  members: Counted[];
  /** Members named together: both ids in order, joined by a blank. */
  pairs: Counted[];
  issuesOpened: Counted[];
  issuesSolved: Counted[];
  /** Posts whose issue was opened or solved on the day, each once. */
  openedPosts: number;
  solvedPosts: number;
  /** How it was counted; older figures are counted anew. */
  revision: number;
  /** Since when the figures may be old; absent when they are not. */
  staleSince?: Date;
}

/** Grows whenever a day's figures are counted in another way. */
export const FIGURES_REVISION = 2;

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
    issuesOpened: counted,
    issuesSolved: counted,
    openedPosts: { type: Number, default: 0 },
    solvedPosts: { type: Number, default: 0 },
    revision: { type: Number, default: 0 },
    staleSince: { type: Date },
  },
  indexes: [
    { keys: { space: 1, id: 1 }, serves: 'InsightRepository.findDays' },
    {
      keys: { revision: 1 },
      serves: 'InsightRepository.markOutdated (system scope: all spaces)',
    },
    {
      keys: { staleSince: 1 },
      sparse: true,
      serves: 'InsightRepository.findStale (system scope: all spaces)',
    },
  ],
});

/** The calendar of a space, as identity told it last. */
export interface SpaceZoneDocument extends SpaceDocument {
  timeZone: string;
}

export const spaceZoneStore = defineSchema<SpaceZoneDocument>({
  collection: 'spaceZones',
  fields: { timeZone: { type: String, required: true } },
});
