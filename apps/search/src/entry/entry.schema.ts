import type { TaskStatus } from '@engawa/contracts';
import { defineSchema } from '@engawa/persistence';
import { indexedFields, unindexedIndex, type IndexedDocument } from '@engawa/text-search';

/**
 * A searchable post or comment. Version and id are those of the post or comment. Deleted ones stay
 * as tombstones, so that a late event does not revive them.
 */
export interface EntryDocument extends IndexedDocument {
  kind: 'post' | 'comment';
  postId: string;
  ownerId: string;
  memo: string;
  memberIds: string[];
  labelIds: string[];
  attachmentTitles: string[];
  taskStatus: TaskStatus | null;
  talkedAt: Date;
  writtenAt: Date;
  changedAt: Date;
  issueOpenedAt: Date | null;
  issueClosedAt: Date | null;
  /** Of a post that records one (TML-12); absent in entries of earlier versions. */
  introduction?: { memberId: string; toMemberId: string; outcome: string } | null;
  /** Time of the talk in which members were introduced. */
  introducedAt?: Date | null;
  /** Whether it was deleted itself. */
  gone: boolean;
  /** Whether it can be found: neither it nor its post is deleted. */
  shown: boolean;
}

export const OPEN_ISSUE_INDEX = 'openIssues';

/** Before any post. */
export const BEGINNING_OF_TIME = new Date(0);

export const entryStore = defineSchema<EntryDocument>({
  collection: 'entries',
  formerIndexes: [
    'grams',
    'space_1_id_1',
    'space_1_ownerId_1_id_1',
    'space_1_memberIds_1_id_1',
    'space_1_labelIds_1_id_1',
  ],
  fields: {
    kind: { type: String, enum: ['post', 'comment'], required: true },
    postId: { type: String, required: true },
    ownerId: { type: String, default: '' },
    memo: { type: String, default: '' },
    memberIds: { type: [String], default: [] },
    labelIds: { type: [String], default: [] },
    attachmentTitles: { type: [String], default: [] },
    taskStatus: { type: String, default: null },
    talkedAt: { type: Date, required: true },
    writtenAt: { type: Date, required: true },
    changedAt: { type: Date, required: true },
    issueOpenedAt: { type: Date, default: null },
    issueClosedAt: { type: Date, default: null },
    introduction: { type: Object, default: null },
    introducedAt: { type: Date, default: null },
    gone: { type: Boolean, required: true },
    shown: { type: Boolean, required: true },
    ...indexedFields,
  },
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
      keys: { space: 1, shown: 1, taskStatus: 1, talkedAt: -1, id: -1 },
      serves: 'EntryRepository.findHits of a task status',
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
    { keys: { space: 1, postId: 1, id: 1 }, serves: 'EntryRepository.findComments' },
  ],
});
