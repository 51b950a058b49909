import { Injectable } from '@nestjs/common';
import { type Draft, events } from '@engawa/contracts';
import { type EventOf, newEvent } from '@engawa/events';
import { AttachmentLinkService } from '../attachment/attachment-link.service';
import type { People } from '../people/people.service';
import type { DraftDocument } from './draft.schema';

@Injectable()
export class DraftMapper {
  constructor(private readonly links: AttachmentLinkService) {}

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
      attachments: draft.attachments.map((file) => this.links.answer(draft.space, file)),
      task: draft.task,
      talkedAt: draft.talkedAt?.toISOString() ?? null,
      mustRead: draft.mustRead,
      introduction: draft.introduction,
      whereList: draft.whereList,
      isCommentDraft: draft.postIdForComment !== null,
      postIdForComment: draft.postIdForComment,
      createdAt: draft.createdAt.toISOString(),
      updatedAt: draft.updatedAt.toISOString(),
    };
  }
}

/** Only for the writer's own devices. */
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
