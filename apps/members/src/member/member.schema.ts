import {
  emptyMemberField,
  memberField,
  memberFieldNames,
  type CustomFieldValues,
  type KanaRow,
  type MemberFieldValues,
} from '@engawa/contracts';
import {
  defineStore,
  type DocumentOf,
  orNull,
  unvalidated,
  text,
  listOf,
  nested,
} from '@engawa/persistence';
import { indexedFields, unindexedIndex } from '@engawa/text-search';
import type { CustomSortKeys } from '../custom-field/custom-field-sort.rules';
import { sortIndexes } from './member-sort.rules';
import { z } from 'zod';

/** Editable fields of a member. */
export interface MemberFields extends MemberFieldValues {
  typeId: string | null;
  customFields: CustomFieldValues;
}

/** What an import did to a member, for its revert. */
const importMark = nested({
  importId: z.string(),
  row: z.number(),
  /** The member's version after it; another one means a later change. */
  version: z.number(),
  /** Previous values; null when the import added the member. */
  before: unvalidated<Partial<MemberFields & { photoFileName: string }>>().nullable(),
  /** Whether it was reverted. */
  reverted: z.boolean().optional(),
});
export type ImportMark = z.infer<typeof importMark>;

/** Values of the fields that a merge takes, by field. */
const mergeValues =
  unvalidated<Partial<MemberFields & { photoUrl: string | null; thumbPhotoUrl: string | null }>>();
export type MergeValues = z.infer<typeof mergeValues>;

/** A merge of this member into another, and how to undo it. */
const mergeMark = nested({
  into: z.string(),
  at: z.date(),
  by: z.string(),
  /** Previous values of the remaining member's fields that were taken from this one. */
  keptBefore: mergeValues,
});

/** A merge that has changed this remaining member, but perhaps not yet the other one. */
const mergeAttempt = nested({
  /** The other member. */
  from: z.string(),
  /** When it began; absent in attempts of 2.13.0. */
  at: z.date().optional(),
  /** Values that this member took from it. */
  taken: mergeValues,
  /** Previous values of the same fields. */
  keptBefore: mergeValues,
});
export type MergeAttempt = z.infer<typeof mergeAttempt>;

/**
 * Indexes of lists. Queries name theirs: among many members of one name, a planner that tries a few
 * keys of each index may prefer a full scan.
 */
export const listIndexes = { all: 'list', type: 'listType' } as const;

/** Documents of earlier versions lack fields that were added since; they read as empty. */
const memberFields = Object.fromEntries(
  memberFieldNames.map((name) => {
    if (memberField(name).isRequired) return [name, text];
    return [name, emptyMemberField(name) === null ? orNull(z.string()) : z.string().default('')];
  }),
) as unknown as {
  [Name in keyof MemberFieldValues]: z.ZodType<MemberFieldValues[Name]>;
};

/** A stored member. The last fields are derived from the names; see the rules. */
export const memberStore = defineStore({
  collection: 'members',
  shape: {
    ...memberFields,
    ...indexedFields,
    customFields: unvalidated<CustomFieldValues>().default({}),
    typeId: orNull(z.string()),
    photoUrl: orNull(z.string()),
    thumbPhotoUrl: orNull(z.string()),
    deleted: z.boolean(),
    /** Personal data are erased; such a member is also deleted and stays so. */
    erased: z.boolean().default(false),
    lastTalkedAt: orNull(z.date()),
    /** Posts about the member and how many have an open issue, as search counted them at that time. */
    posts: z.number().default(0),
    openIssues: z.number().default(0),
    figuresAt: z.date().optional(),
    /** Number of writes of `lastTalkedAt`, so that two listeners cannot overwrite each other. */
    talkRevision: z.number().default(0),
    /** Photo file name in the CSV; photos uploaded later are matched by it. */
    photoFileName: z.string().default(''),
    /** The import that last wrote this member. */
    imported: orNull(importMark),
    /** The last change of the type; documents of earlier versions have none. */
    typeChange: orNull(
      nested({
        at: z.date(),
        before: z.string().nullable(),
      }),
    ),
    merged: orNull(mergeMark),
    /** When it was merged; absent otherwise. */
    mergedAt: z.date().optional(),
    /** Merges into this member that are not finished. */
    merging: z.array(mergeAttempt).optional(),
    /** The member of its last merge, when that was undone. */
    unmergedFrom: z.string().optional(),
    /** See `identityKey`; equal for likely duplicates. */
    identityKey: text,
    /** Fields of `customFields`, to find the members that have a value in one. */
    customFieldIds: listOf(z.string()),
    sortKey: text,
    customSort: unvalidated<CustomSortKeys>().default({}),
  },
  formerIndexes: ['listQuestion', 'space_1_imported.importId_1_id_1'],
  unversioned: {
    marks: ['talkRevision', 'figuresAt'],
    internal: ['merged', 'merging', 'imported', 'unindexed', 'indexKeys'],
  },
  indexes: [
    {
      name: listIndexes.all,
      keys: { space: 1, deleted: 1, sortKey: 1, id: 1 },
      serves: 'MemberListRepository.findListPage, findListRevision, MemberRepository.findForExport',
    },
    {
      name: listIndexes.type,
      keys: { space: 1, deleted: 1, typeId: 1, sortKey: 1, id: 1 },
      serves:
        'MemberListRepository.findListPage with a type, findListRevision, MemberRepository.findWithType',
    },
    ...sortIndexes,
    unindexedIndex,
    {
      keys: { space: 1, customFieldIds: 1, id: 1 },
      serves: 'MemberRepository.findWithCustomField',
    },
    {
      keys: { space: 1, identityKey: 1, id: 1 },
      serves: 'MemberRepository.findByIdentity, MergeRepository.findDuplicates',
    },
    {
      keys: { space: 1, 'imported.importId': 1, 'imported.row': 1 },
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
      serves: 'MergeRepository.findMerged',
    },
    {
      keys: { space: 1, photoFileName: 1 },
      partial: { photoFileName: { $gt: '' } },
      serves: 'MemberRepository.findByPhotoFileName',
    },
  ],
});

export type MemberDocument = DocumentOf<typeof memberStore>;

/** Fields for the search index alone. */
export const indexFields = ['unindexed', 'indexKeys'] as const;

/** The members that a list shows, without its text query. */
export interface MemberFilter {
  /** Null: members without a type. */
  typeId?: string | null;
  deleted: boolean;
  kanaRow?: KanaRow;
}
