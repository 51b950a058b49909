import type { SaveDraftInput } from '@engawa/contracts';
import type { StoredAttachment } from '../content/content.schema';
import type { DraftDocument } from './draft.schema';

/** Revision of an ended draft: no later save can be newer. */
export const ENDED_REVISION = Number.MAX_SAFE_INTEGER;

/** What a save writes. */
export type DraftContent = Pick<
  DraftDocument,
  | 'revision'
  | 'memo'
  | 'memberIds'
  | 'labelIds'
  | 'mentions'
  | 'attachments'
  | 'task'
  | 'talkedAt'
  | 'mustRead'
  | 'introduction'
  | 'whereList'
  | 'postIdForComment'
>;

export function contentOf(input: SaveDraftInput, attachments: StoredAttachment[]): DraftContent {
  const { attachmentIds: _ids, talkedAt, ...rest } = input;
  return { ...rest, attachments, talkedAt: talkedAt === null ? null : new Date(talkedAt) };
}

/** The mark that stays of a draft; its text goes. */
export function endedContent(
  state: 'sent' | 'deleted',
  endedAt: Date,
): DraftContent & Pick<DraftDocument, 'state' | 'endedAt'> {
  return {
    state,
    endedAt,
    revision: ENDED_REVISION,
    memo: '',
    memberIds: [],
    labelIds: [],
    mentions: [],
    attachments: [],
    task: null,
    talkedAt: null,
    mustRead: false,
    introduction: null,
    whereList: '',
    postIdForComment: null,
  };
}

/** A save against what is stored: newer text is taken, the same again is nothing, older is stale. */
export function judgeSave(
  current: DraftDocument,
  next: DraftContent,
): 'ended' | 'newer' | 'same' | 'stale' {
  if (current.state !== 'open') return 'ended';
  if (next.revision > current.revision) return 'newer';
  const same = (Object.keys(next) as (keyof DraftContent)[]).every(
    (field) => JSON.stringify(next[field]) === JSON.stringify(current[field]),
  );
  return same ? 'same' : 'stale';
}

/** Whether a draft is shown: one that names only members who left is not. */
export function isShown(
  draft: Pick<DraftDocument, 'memberIds'>,
  isGone: (memberId: string) => boolean,
): boolean {
  return draft.memberIds.length === 0 || !draft.memberIds.every(isGone);
}
