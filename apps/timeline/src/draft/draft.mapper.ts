import { Injectable } from '@nestjs/common';
import { type Draft, events } from '@engawa/contracts';
import { type EventOf, newEvent } from '@engawa/events';
import { attachmentAnswer } from '../attachment/attachment.mapper';
import type { People } from '../directory-cache/people.service';
import type { DraftDocument } from './draft.schema';

@Injectable()
export class DraftMapper {
  answer(draft: DraftDocument, people: People): Draft {
    const members = people.membersOf(draft.memberIds).filter((member) => !member.deleted);
    return {
      id: draft.id,
      revision: draft.revision,
      ownerId: draft.ownerId,
      memo: draft.memo,
      members,
      memberIds: members.map((member) => member.id),
      labelIds: draft.labelIds,
      mentions: draft.mentions,
      attachments: draft.attachments.map(attachmentAnswer),
      task: draft.task,
      talkedAt: draft.talkedAt?.toISOString() ?? null,
      mustRead: draft.mustRead,
      introduction: introductionOf(draft, people),
      whereList: draft.whereList,
      isCommentDraft: draft.postIdForComment !== null,
      postIdForComment: draft.postIdForComment,
      createdAt: draft.createdAt.toISOString(),
      updatedAt: draft.updatedAt.toISOString(),
    };
  }
}

/** Ids of all members in a draft. */
export function draftMemberIds({
  memberIds,
  introduction,
}: Pick<DraftDocument, 'memberIds' | 'introduction'>): string[] {
  return introduction
    ? [...memberIds, introduction.memberId, introduction.toMemberId]
    : [...memberIds];
}

/** Null when the two are one member after a merge. */
function introductionOf({ introduction }: DraftDocument, people: People): Draft['introduction'] {
  if (!introduction) return null;
  const memberId = people.shownMemberId(introduction.memberId);
  const toMemberId = people.shownMemberId(introduction.toMemberId);
  return memberId === toMemberId ? null : { ...introduction, memberId, toMemberId };
}

/** For the author's own devices only. */
export function draftEvent(
  kind: 'draftSaved' | 'draftDeleted',
  draft: { id: string; space: string; ownerId: string; version: number },
): EventOf<typeof events.draftSaved> {
  return newEvent(events[kind], {
    space: draft.space,
    actor: draft.ownerId,
    aggregate: { type: 'draft', id: draft.id },
    version: draft.version,
    data: { staffId: draft.ownerId, draftId: draft.id },
  }) as EventOf<typeof events.draftSaved>;
}
