import { emptyContent, type SaveDraftInput } from '@engawa/contracts';
import type { StoredAttachment } from '../content/content.schema';
import type { DraftDocument } from './draft.schema';

/** Revision of an ended draft: no save can be newer. */
const ENDED_REVISION = Number.MAX_SAFE_INTEGER;

/** Fields that a save writes. */
export type DraftContent = Omit<SaveDraftInput, 'attachmentIds' | 'talkedAt'> &
  Pick<DraftDocument, 'attachments' | 'talkedAt'>;

export function contentOf(input: SaveDraftInput, attachments: StoredAttachment[]): DraftContent {
  const { attachmentIds: _ids, talkedAt, ...rest } = input;
  return { ...rest, attachments, talkedAt: talkedAt === null ? null : new Date(talkedAt) };
}

/** The tombstone of a draft, without its text. */
export function endedContent(
  state: 'sent' | 'deleted',
  endedAt: Date,
): DraftContent & Pick<DraftDocument, 'state' | 'endedAt'> {
  const { attachmentIds: _ids, ...empty } = emptyContent;
  const revision = ENDED_REVISION;
  const place = { whereList: '', postIdForComment: null };
  return { ...empty, ...place, state, endedAt, revision, attachments: [], talkedAt: null };
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
