import type { DataOf, events } from '@engawa/contracts';
import type { EntryFromEvent } from './entry.service';

/** An entry from an event, or from the timeline's answer. */
export function entryOf(
  data: DataOf<typeof events.postCreated>,
  version: number,
  changedAt: Date,
): EntryFromEvent {
  return {
    id: data.commentId ?? data.postId,
    version,
    kind: data.commentId === null ? 'post' : 'comment',
    postId: data.postId,
    ownerId: data.ownerId,
    memo: data.memo,
    memberIds: data.memberIds,
    labelIds: data.labelIds,
    attachmentTitles: data.attachmentTitles,
    taskStatus: data.mirror?.present.value ? data.mirror.status.value.status : null,
    talkedAt: new Date(data.talkedAt),
    writtenAt: new Date(data.createdAt),
    changedAt,
    issueOpenedAt: data.issue ? new Date(data.issue.openedAt) : null,
    issueClosedAt: data.issue?.closedAt ? new Date(data.issue.closedAt) : null,
    introduction: data.introduction ?? null,
    introducedAt: data.introduction ? new Date(data.talkedAt) : null,
  };
}
