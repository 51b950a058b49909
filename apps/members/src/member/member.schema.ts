import { defineSchema } from '@engawa/persistence';
import { indexedFields, unindexedIndex, type IndexedDocument } from '@engawa/text-search';

/** Editable fields of a member. */
export interface MemberFields {
  familyName: string;
  firstName: string;
  familyNameKana: string;
  firstNameKana: string;
  company: string;
  title: string;
  memo: string;
  typeId: string | null;
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
export interface MemberDocument extends IndexedDocument {
  familyName: string;
  firstName: string;
  familyNameKana: string;
  firstNameKana: string;
  company: string;
  title: string;
  memo: string;
  typeId: string | null;
  photoUrl: string | null;
  thumbPhotoUrl: string | null;
  deleted: boolean;
  /** Personal data are erased; such a member is also deleted and stays so. */
  erased: boolean;
  lastTalkedAt: Date | null;
  /** Number of writes of `lastTalkedAt`, so that two listeners cannot overwrite each other. */
  talkRevision: number;
  /** Photo file name in the CSV; photos uploaded later are matched by it. */
  photoFileName: string;
  /** The import that last wrote this member. */
  imported: ImportMark | null;
  merged: MergeMark | null;
  /** When it was merged; absent otherwise. */
  mergedAt?: Date;
  /** The member of its last merge, when that was undone. */
  unmergedFrom?: string;
  /** See `identityKey`; equal for likely duplicates. */
  identityKey: string;
  sortKey: string;
}

/**
 * Indexes of lists. Queries name theirs: among many members of one name, a planner that tries a few
 * keys of each index may prefer a full scan.
 */
export const listIndexes = { all: 'list', type: 'listType' } as const;

export const memberStore = defineSchema<MemberDocument>({
  collection: 'members',
  formerIndexes: ['listQuestion'],
  fields: {
    familyName: { type: String, required: true },
    firstName: { type: String, default: '' },
    familyNameKana: { type: String, default: '' },
    firstNameKana: { type: String, default: '' },
    company: { type: String, default: '' },
    title: { type: String, default: '' },
    memo: { type: String, default: '' },
    typeId: { type: String, default: null },
    photoUrl: { type: String, default: null },
    thumbPhotoUrl: { type: String, default: null },
    deleted: { type: Boolean, required: true },
    erased: { type: Boolean, default: false },
    lastTalkedAt: { type: Date, default: null },
    talkRevision: { type: Number, default: 0 },
    photoFileName: { type: String, default: '' },
    imported: { type: Object, default: null },
    merged: { type: Object, default: null },
    mergedAt: { type: Date },
    unmergedFrom: { type: String },
    identityKey: { type: String, required: true },
    sortKey: { type: String, required: true },
    ...indexedFields,
  },
  indexes: [
    {
      name: listIndexes.all,
      keys: { space: 1, deleted: 1, sortKey: 1, id: 1 },
      serves: 'MemberRepository.findListPage, findForExport',
    },
    {
      name: listIndexes.type,
      keys: { space: 1, deleted: 1, typeId: 1, sortKey: 1, id: 1 },
      serves: 'MemberRepository.findListPage with a type, findWithType',
    },
    unindexedIndex,
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

/** Which members a list shows, without its question. */
export interface MemberFilter {
  typeId?: string;
  deleted: boolean;
}
