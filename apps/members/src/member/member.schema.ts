import { defineSchema } from '@engawa/persistence';
import { indexedFields, unindexedIndex, type IndexedDocument } from '@engawa/text-search';

/** What a person writes of a member. */
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

/** What an import did to a member, and how to take it back. */
export interface ImportMark {
  importId: string;
  row: number;
  /** The member's version after it; another one means that someone changed it since. */
  version: number;
  /** Fields as they were; null where the import added the member. */
  before: Partial<MemberFields & { photoFileName: string }> | null;
  /** Whether it is taken back. */
  reverted?: boolean;
}

/** That this member turned out to be another, and how to take that back. */
export interface MergeMark {
  into: string;
  at: Date;
  by: string;
  /** Fields of the kept member that were taken of this one, as they were. */
  keptBefore: Partial<MemberFields & { photoUrl: string | null; thumbPhotoUrl: string | null }>;
}

/** A stored member. The last fields are made from the names; see the rules beside. */
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
  /** The personal data are gone for ever; such a member is deleted as well and stays so. */
  erased: boolean;
  lastTalkedAt: Date | null;
  /** Counts the writes of `lastTalkedAt`, so that two listeners cannot undo each other's. */
  talkRevision: number;
  /** Name of the photo's file in the CSV that named it; photos uploaded later find it by that. */
  photoFileName: string;
  /** The import that wrote this last, for its revert. */
  imported: ImportMark | null;
  merged: MergeMark | null;
  /** When it turned out to be another; absent where it did not. */
  mergedAt?: Date;
  /** The member that it was last merged into, where that merge was undone. */
  unmergedFrom?: string;
  /** See `identityKey`: equal for likely duplicates. */
  identityKey: string;
  sortKey: string;
}

/**
 * Names of the indexes that lists are read by. Queries name theirs: among many members of one name
 * a planner that tries a few keys of each index may take a whole scan for the better way.
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
