import type { SaveDraftInput } from '@engawa/contracts';
import type { StoredAttachment } from '../content/content.schema';
import type { DraftDocument } from './draft.schema';

/** Revision of an ended draft: no save can be newer. */
const ENDED_REVISION = Number.MAX_SAFE_INTEGER;

/** Fields that a save writes. */
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

/** The tombstone of a draft, without its text. */
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

/**
 * Compares a save with the stored draft: newer is accepted, equal changes nothing, older is stale.
 */
export function decideSave(
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

/** Whether a draft is shown: not if all its members have left. */
export function isShown(
  draft: Pick<DraftDocument, 'memberIds'>,
  isGone: (memberId: string) => boolean,
): boolean {
  return draft.memberIds.length === 0 || !draft.memberIds.every(isGone);
}
