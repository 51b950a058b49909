import type { MemberRef } from '@engawa/contracts';
import { defineSchema, type SpaceDocument } from '@engawa/persistence';
import { Schema } from 'mongoose';

/** A staff member who wrote about a member. */
export interface KnowingStaff {
  staffId: string;
  posts: number;
  lastTalkedAt: Date;
  lastPostId: string;
}

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
export const HEALTH_REVISION = 3;
/** The first revision that publishes posts and open issues of members. */
export const FIGURES_REVISION = 3;

/**
 * Radar data of one member (INS-3); its id is the member's. Recounted from entries and names
 * whenever one of them changes, never incremented.
 */
export interface MemberHealthDocument extends SpaceDocument {
  /** Empty without a type. */
  typeId: string;
  /** False for resigned, erased and merged members. */
  listed: boolean;
  lastTalkedAt: Date | null;
  /** The last talk, or when the member was added. */
  quietSince: Date;
  /** When the member was added; null after the first talk. */
  joinedAt: Date | null;
  openIssues: number;
  oldestIssueAt: Date | null;
  /** Authors of posts about the member, most posts first. */
  knowers: KnowingStaff[];
  knowerIds: string[];
  /** The only active staff member who knows the member; empty: none; null: several. */
  soleStaffId: string | null;
  /** The member as the picture of relations shows it; null when not listed. */
  ref: MemberRef | null;
  /** All posts about the member. */
  posts: number;
  /** The latest months with talks (INS-7), packed by `packMonths`: quick to read for all members. */
  months: string;
  /** Time zone of these months. */
  timeZone: string;
  /** Revision of the counting; older data are recounted. */
  revision: number;
  /** Since when the data may be outdated; absent when they are not. */
  staleSince?: Date;
}

export const memberHealthStore = defineSchema<MemberHealthDocument>({
  collection: 'memberHealth',
  fields: {
    typeId: { type: String, default: '' },
    listed: { type: Boolean, default: false },
    lastTalkedAt: { type: Date, default: null },
    quietSince: { type: Date },
    joinedAt: { type: Date, default: null },
    openIssues: { type: Number, default: 0 },
    oldestIssueAt: { type: Date, default: null },
    knowers: { type: [Object], default: [] },
    knowerIds: { type: [String], default: [] },
    soleStaffId: { type: String, default: null },
    ref: { type: Object, default: null },
    posts: { type: Number, default: 0 },
    months: { type: String, default: '' },
    timeZone: { type: String, default: '' },
    revision: { type: Number, default: 0 },
    staleSince: { type: Date },
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

/** A snoozed member; the id is the member's. */
export interface SnoozeDocument extends SpaceDocument {
  until: Date;
  reason: string;
  staffId: string;
  snoozedAt: Date;
  /** The silence it is about; it ends with the next talk. */
  quietSince: Date;
}

export const snoozeStore = defineSchema<SnoozeDocument>({
  collection: 'snoozes',
  fields: {
    until: { type: Date, required: true },
    reason: { type: String, required: true },
    staffId: { type: String, required: true },
    snoozedAt: { type: Date, required: true },
    quietSince: { type: Date, required: true },
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

/** Days after which members of a space are cold; one document per space. */
export interface RadarSettingDocument extends SpaceDocument {
  defaultDays: number | null;
  types: { typeId: string; days: number | null }[];
}

export const radarSettingStore = defineSchema<RadarSettingDocument>({
  collection: 'radarSettings',
  fields: {
    defaultDays: { type: Number, default: null },
    types: { type: Schema.Types.Mixed, default: [] },
  },
});
