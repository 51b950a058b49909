import type { MemberRef } from '@engawa/contracts';
import {
  defineStore,
  type DocumentOf,
  orNull,
  listOf,
  unvalidated,
  text,
  nested,
} from '@engawa/persistence';
import { z } from 'zod';

/** A staff member who wrote about a member. */
const knowingStaff = nested({
  staffId: z.string(),
  posts: z.number(),
  lastTalkedAt: z.date(),
  lastPostId: z.string(),
});
export type KnowingStaff = z.infer<typeof knowingStaff>;

/** Talks with a member in a month of the space's calendar. */
export interface MonthOfTalks {
  month: string;
  talks: number;
  /** How many of them have an issue that is open. */
  openIssues: number;
  /** Who wrote most of them. */
  staffId: string;
}

/** Increment it when members are counted in another way. */
export const HEALTH_REVISION = 4;
/** The first revision that publishes posts and open issues of members. */
export const FIGURES_REVISION = 3;

/**
 * Radar data of one member (INS-3); its id is the member's. Recounted from entries and names
 * whenever one of them changes, never incremented.
 */
export const memberHealthStore = defineStore({
  collection: 'memberHealth',
  shape: {
    /** Empty without a type. */
    typeId: z.string().default(''),
    /** False for resigned, erased and merged members. */
    listed: z.boolean().default(false),
    lastTalkedAt: orNull(z.date()),
    /** The last talk, or when the member was added. */
    quietSince: z.date(),
    /** When the member was added; null after the first talk. */
    joinedAt: orNull(z.date()),
    openIssues: z.number().default(0),
    oldestIssueAt: orNull(z.date()),
    /** Authors of posts about the member, most posts first. */
    knowers: listOf(knowingStaff),
    knowerIds: listOf(z.string()),
    /** The only active staff member who knows the member; empty: none; null: several. */
    soleStaffId: orNull(z.string()),
    /** The member as the picture of relations shows it; null when not listed. */
    ref: orNull(unvalidated<MemberRef>()),
    /** All posts about the member. */
    posts: z.number().default(0),
    /** The latest months with talks (INS-7), packed by `packMonths`: quick to read for all members. */
    months: z.string().default(''),
    /** Time zone of these months. */
    timeZone: z.string().default(''),
    /** Revision of the counting; older data are recounted. */
    revision: z.number().default(0),
    /** Since when the data may be outdated; absent when they are not. */
    staleSince: z.date().optional(),
  },
  indexes: [
    {
      keys: { space: 1, listed: 1, typeId: 1, quietSince: 1, id: 1 },
      serves: 'MemberHealthRepository.findCold, countCold and findTypes',
    },
    {
      keys: { space: 1, listed: 1, openIssues: -1, id: 1 },
      serves: 'MemberHealthRepository.findWithOpenIssues',
    },
    {
      keys: { space: 1, listed: 1, joinedAt: -1, id: -1 },
      serves: 'MemberHealthRepository.findNeverTalkedWith',
    },
    {
      keys: { space: 1, listed: 1, soleStaffId: 1, quietSince: -1, id: -1 },
      serves: 'MemberHealthRepository.findCoveredPage and countCovered',
    },
    {
      keys: { space: 1, listed: 1, quietSince: 1, id: 1 },
      serves: 'MemberHealthRepository.findBySilence',
    },
    {
      keys: { revision: 1 },
      serves: 'MemberHealthRepository.markOutdated (system scope: all spaces)',
    },
    { keys: { space: 1, knowerIds: 1 }, serves: 'MemberHealthRepository.markKnownBy' },
    {
      keys: { staleSince: 1 },
      sparse: true,
      serves: 'MemberHealthRepository.findStale (system scope: all spaces)',
    },
  ],
});

export type MemberHealthDocument = DocumentOf<typeof memberHealthStore>;

/** A snoozed member; the id is the member's. */
export const snoozeStore = defineStore({
  collection: 'snoozes',
  shape: {
    until: z.date(),
    reason: text,
    staffId: text,
    snoozedAt: z.date(),
    /** The silence it is about; it ends with the next talk. */
    quietSince: z.date(),
  },
  indexes: [
    { keys: { space: 1, until: 1 }, serves: 'SnoozeRepository.findRunning and findAll' },
    {
      keys: { until: 1 },
      expireAfterSeconds: 0,
      serves: 'the server, which removes those that are over',
    },
  ],
});

export type SnoozeDocument = DocumentOf<typeof snoozeStore>;

/** Days after which members of a space are cold; one document per space. */
export const radarSettingStore = defineStore({
  collection: 'radarSettings',
  shape: {
    defaultDays: orNull(z.number()),
    types: listOf(
      nested({
        typeId: z.string(),
        days: z.number().nullable(),
      }),
    ),
  },
});

export type RadarSettingDocument = DocumentOf<typeof radarSettingStore>;
