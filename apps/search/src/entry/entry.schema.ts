import { taskStatus } from '@engawa/contracts';
import { defineStore, type DocumentOf, text, listOf, orNull, nested } from '@engawa/persistence';
import { indexedFields, unindexedIndex } from '@engawa/text-search';
import { z } from 'zod';

export const OPEN_ISSUE_INDEX = 'openIssues';

/** Before any post. */
export const BEGINNING_OF_TIME = new Date(0);

/**
 * A searchable post or comment. Version and id are those of the post or comment. Deleted ones stay
 * as tombstones, so that a late event does not revive them.
 */
export const entryStore = defineStore({
  collection: 'entries',
  shape: {
    ...indexedFields,
    kind: z.enum(['post', 'comment']),
    postId: text,
    ownerId: z.string().default(''),
    memo: z.string().default(''),
    memberIds: listOf(z.string()),
    labelIds: listOf(z.string()),
    attachmentTitles: listOf(z.string()),
    taskStatus: orNull(taskStatus),
    talkedAt: z.date(),
    writtenAt: z.date(),
    changedAt: z.date(),
    issueOpenedAt: orNull(z.date()),
    issueClosedAt: orNull(z.date()),
    /** Of a post that records one (TML-12); absent in entries of earlier versions. */
    introduction: orNull(
      nested({
        memberId: z.string(),
        toMemberId: z.string(),
        outcome: z.string(),
      }),
    ).optional(),
    /** Time of the talk in which members were introduced. */
    introducedAt: orNull(z.date()).optional(),
    /** Whether it was deleted itself. */
    gone: z.boolean(),
    /** Whether it can be found: neither it nor its post is deleted. */
    shown: z.boolean(),
  },
  formerIndexes: [
    'grams',
    'space_1_id_1',
    'space_1_ownerId_1_id_1',
    'space_1_memberIds_1_id_1',
    'space_1_labelIds_1_id_1',
    'space_1_shown_1_taskStatus_1_talkedAt_-1_id_-1',
    'space_1_postId_1_id_1',
  ],
  indexes: [
    unindexedIndex,
    {
      keys: { space: 1, shown: 1, talkedAt: -1, id: -1 },
      serves: 'EntryRepository.findHits by date',
    },
    {
      keys: { space: 1, shown: 1, ownerId: 1, talkedAt: -1, id: -1 },
      serves: 'EntryRepository.findHits and findNaming of a staff member',
    },
    {
      keys: { space: 1, shown: 1, memberIds: 1, talkedAt: -1, id: -1 },
      serves: 'EntryRepository.findHits and findNaming of a member',
    },
    {
      keys: { space: 1, shown: 1, labelIds: 1, talkedAt: -1, id: -1 },
      serves: 'EntryRepository.findHits and findNaming of a label',
    },
    {
      name: 'tasks',
      keys: { space: 1, shown: 1, taskStatus: 1, talkedAt: -1, id: -1 },
      partial: { taskStatus: { $gt: '' } },
      serves: 'EntryRepository.findHits of a task status, MemberBriefRepository.findTaskComments',
    },
    {
      keys: { space: 1, shown: 1, issueOpenedAt: -1, id: -1 },
      partial: { issueOpenedAt: { $gt: BEGINNING_OF_TIME } },
      serves: 'EntryRepository.findIssues and findHits of opened issues',
    },
    {
      keys: { space: 1, shown: 1, issueClosedAt: -1, id: -1 },
      partial: { issueClosedAt: { $gt: BEGINNING_OF_TIME } },
      serves: 'EntryRepository.findIssues and findHits of solved issues',
    },
    {
      name: OPEN_ISSUE_INDEX,
      keys: { space: 1, shown: 1, issueClosedAt: 1, talkedAt: -1, id: -1 },
      partial: { issueOpenedAt: { $gt: BEGINNING_OF_TIME } },
      serves: 'EntryRepository.findHits of open issues and countOpenIssues',
    },
    {
      keys: { space: 1, shown: 1, introducedAt: -1, id: -1 },
      partial: { introducedAt: { $gt: BEGINNING_OF_TIME } },
      serves: 'MatchEntryRepository.findIntroductions',
    },
    {
      keys: { space: 1, shown: 1, 'introduction.outcome': 1, introducedAt: -1, id: -1 },
      partial: { introducedAt: { $gt: BEGINNING_OF_TIME } },
      serves: 'MatchEntryRepository.findSucceeded',
    },
    {
      name: 'comments',
      keys: { space: 1, postId: 1, id: 1 },
      partial: { kind: 'comment' },
      serves: 'EntryRepository.findComments',
    },
  ],
});

export type EntryDocument = DocumentOf<typeof entryStore>;
