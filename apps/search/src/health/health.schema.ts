import { defineSchema, type SpaceDocument } from '@engawa/persistence';
import { Schema } from 'mongoose';

/** A staff who wrote about a member. */
export interface Knower {
  staffId: string;
  posts: number;
  lastTalkedAt: Date;
  lastPostId: string;
}

/**
 * How things stand with one member (INS-3); its id is the member's. Counted anew from the entries
 * and names whenever one of them changes, never added to.
 */
export interface MemberHealthDocument extends SpaceDocument {
  /** Empty where the member has none. */
  typeId: string;
  /** False for who has resigned, was erased, or turned out to be another. */
  listed: boolean;
  lastTalkedAt: Date | null;
  /** The last talk, or since when the member is known. */
  quietSince: Date;
  /** Since when the member is known; null once anybody talked with them. */
  joinedAt: Date | null;
  openIssues: number;
  oldestIssueAt: Date | null;
  /** Who wrote about the member, most posts first. */
  knowers: Knower[];
  knowerIds: string[];
  /** The one active staff who knows the member; empty: nobody who is still here; null: several. */
  soleStaffId: string | null;
  /** Since when all this may be old; absent when it is not. */
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
    staleSince: { type: Date },
  },
  indexes: [
    {
      keys: { space: 1, listed: 1, typeId: 1, quietSince: 1, id: 1 },
      serves: 'MemberHealthRepository.findQuiet, countQuiet and findTypes',
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
    { keys: { space: 1, knowerIds: 1 }, serves: 'MemberHealthRepository.markKnownBy' },
    {
      keys: { staleSince: 1 },
      sparse: true,
      serves: 'MemberHealthRepository.findStale (system scope: all spaces)',
    },
  ],
});

/** A cold member who is left alone up to a time; its id is the member's. */
export interface SnoozeDocument extends SpaceDocument {
  until: Date;
  reason: string;
  staffId: string;
  snoozedAt: Date;
  /** The silence that it is about: with the next talk it is over. */
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

/** After how many days members of a space grow cold; one document a space. */
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
