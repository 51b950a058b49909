import {
  emptyMemberField,
  memberField,
  memberFieldNames,
  type CustomFieldValues,
  type KanaRow,
  type MemberFieldValues,
} from '@engawa/contracts';
import { defineSchema } from '@engawa/persistence';
import { indexedFields, unindexedIndex, type IndexedDocument } from '@engawa/text-search';
import type { CustomSortKeys } from '../custom-field/custom-field-sort.rules';
import { sortIndexes } from './member-sort.rules';

/** Editable fields of a member. */
export interface MemberFields extends MemberFieldValues {
  typeId: string | null;
  customFields: CustomFieldValues;
}

/** What an import did to a member, for its revert. */
export interface ImportMark {
  importId: string;
  row: number;
  /** The member's version after it; another one means a later change. */
  version: number;
  /** Previous values; null when the import added the member. */
  before: Partial<MemberFields & { photoFileName: string }> | null;
  /** Whether it was reverted. */
  reverted?: boolean;
}

/** A merge of this member into another, and how to undo it. */
export interface MergeMark {
  into: string;
  at: Date;
  by: string;
  /** Previous values of the remaining member's fields that were taken from this one. */
  keptBefore: Partial<MemberFields & { photoUrl: string | null; thumbPhotoUrl: string | null }>;
}

/** A stored member. The last fields are derived from the names; see the rules. */
export interface MemberDocument extends IndexedDocument, MemberFields {
  photoUrl: string | null;
  thumbPhotoUrl: string | null;
  deleted: boolean;
  /** Personal data are erased; such a member is also deleted and stays so. */
  erased: boolean;
  lastTalkedAt: Date | null;
  /** Posts about the member and how many have an open issue, as search counted them at that time. */
  posts: number;
  openIssues: number;
  figuresAt?: Date;
  /** Number of writes of `lastTalkedAt`, so that two listeners cannot overwrite each other. */
  talkRevision: number;
  /** Photo file name in the CSV; photos uploaded later are matched by it. */
  photoFileName: string;
  /** The import that last wrote this member. */
  imported: ImportMark | null;
  /** The last change of the type; documents of earlier versions have none. */
  typeChange: { at: Date; before: string | null } | null;
  merged: MergeMark | null;
  /** When it was merged; absent otherwise. */
  mergedAt?: Date;
  /** The member of its last merge, when that was undone. */
  unmergedFrom?: string;
  /** See `identityKey`; equal for likely duplicates. */
  identityKey: string;
  /** Fields of `customFields`, to find the members that have a value in one. */
  customFieldIds: string[];
  sortKey: string;
  customSort: CustomSortKeys;
}

/**
 * Indexes of lists. Queries name theirs: among many members of one name, a planner that tries a few
 * keys of each index may prefer a full scan.
 */
export const listIndexes = { all: 'list', type: 'listType' } as const;

/** Documents of earlier versions lack fields that were added since; they read as empty. */
const storedFields = Object.fromEntries(
  memberFieldNames.map((name) => [
    name,
    memberField(name).isRequired
      ? { type: String, required: true }
      : { type: String, default: emptyMemberField(name) },
  ]),
);

export const memberStore = defineSchema<MemberDocument>({
  collection: 'members',
  formerIndexes: ['listQuestion'],
  fields: {
    ...storedFields,
    customFields: { type: Object, default: {} },
    customFieldIds: { type: [String], default: [] },
    typeId: { type: String, default: null },
    photoUrl: { type: String, default: null },
    thumbPhotoUrl: { type: String, default: null },
    deleted: { type: Boolean, required: true },
    erased: { type: Boolean, default: false },
    lastTalkedAt: { type: Date, default: null },
    talkRevision: { type: Number, default: 0 },
    photoFileName: { type: String, default: '' },
    imported: { type: Object, default: null },
    typeChange: { type: Object, default: null },
    merged: { type: Object, default: null },
    mergedAt: { type: Date },
    unmergedFrom: { type: String },
    identityKey: { type: String, required: true },
    sortKey: { type: String, required: true },
    customSort: { type: Object, default: {} },
    posts: { type: Number, default: 0 },
    openIssues: { type: Number, default: 0 },
    figuresAt: { type: Date },
    ...indexedFields,
  },
  unversioned: {
    marks: ['talkRevision', 'figuresAt'],
    internal: ['merged', 'imported', 'unindexed', 'indexKey'],
  },
  indexes: [
    {
      name: listIndexes.all,
      keys: { space: 1, deleted: 1, sortKey: 1, id: 1 },
      serves: 'MemberRepository.findListPage, findListRevision, findForExport',
    },
    {
      name: listIndexes.type,
      keys: { space: 1, deleted: 1, typeId: 1, sortKey: 1, id: 1 },
      serves: 'MemberRepository.findListPage with a type, findListRevision, findWithType',
    },
    ...sortIndexes,
    unindexedIndex,
    {
      keys: { space: 1, customFieldIds: 1, id: 1 },
      serves: 'MemberRepository.findWithCustomField',
    },
    { keys: { space: 1, identityKey: 1, id: 1 }, serves: 'MemberRepository.findByIdentity' },
    {
      keys: { space: 1, 'imported.importId': 1, id: 1 },
      partial: { 'imported.importId': { $exists: true } },
      serves: 'MemberRepository.findImported',
    },
    {
      keys: { space: 1, 'merged.into': 1, id: 1 },
      partial: { 'merged.into': { $exists: true } },
      serves: 'MemberRepository.findMergedInto',
    },
    {
      keys: { space: 1, mergedAt: -1, id: -1 },
      partial: { mergedAt: { $exists: true } },
      serves: 'MemberRepository.findMerged',
    },
    {
      keys: { space: 1, photoFileName: 1 },
      partial: { photoFileName: { $gt: '' } },
      serves: 'MemberRepository.findByPhotoFileName',
    },
  ],
});

/** The members that a list shows, without its text query. */
export interface MemberFilter {
  typeId?: string;
  deleted: boolean;
  kanaRow?: KanaRow;
}
