import { Controller } from '@nestjs/common';
import { events } from '@engawa/contracts';
import { OnEventBatch, type EventOf } from '@engawa/events';
import { EntryService } from './entry.service';

@Controller()
export class EntryListener {
  constructor(private readonly entries: EntryService) {}

  @OnEventBatch(
    events.postCreated,
    events.postUpdated,
    events.commentCreated,
    events.commentUpdated,
  )
  async onWritten(list: EventOf<typeof events.postCreated>[]): Promise<void> {
    await Promise.all(list.map((event) => this.keep(event)));
  }

  @OnEventBatch(events.postDeleted, events.commentDeleted)
  async onDeleted(list: EventOf<typeof events.postDeleted>[]): Promise<void> {
    await Promise.all(list.map((event) => this.remove(event)));
  }

  private async keep(event: EventOf<typeof events.postCreated>): Promise<void> {
    const { data } = event;
    await this.entries.keep(event.space, {
      id: data.commentId ?? data.postId,
      version: event.version,
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
      changedAt: new Date(event.at),
      issueOpenedAt: data.issue ? new Date(data.issue.openedAt) : null,
      issueClosedAt: data.issue?.closedAt ? new Date(data.issue.closedAt) : null,
    });
  }

  private async remove(event: EventOf<typeof events.postDeleted>): Promise<void> {
    const { postId, commentId } = event.data;
    await this.entries.remove(event.space, {
      id: commentId ?? postId,
      version: event.version,
      kind: commentId === null ? 'post' : 'comment',
      postId,
      at: new Date(event.at),
    });
  }
}
