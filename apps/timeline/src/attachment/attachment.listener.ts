import { Controller } from '@nestjs/common';
import { events } from '@engawa/contracts';
import { type EventOf, OnEvent } from '@engawa/events';
import { AttachmentSettleService } from './attachment-settle.service';

/** Brings files home once a post or comment names them. */
@Controller()
export class AttachmentListener {
  constructor(private readonly settler: AttachmentSettleService) {}

  @OnEvent(events.postCreated, events.postUpdated, events.commentCreated, events.commentUpdated)
  async onThread(event: EventOf<typeof events.postUpdated>): Promise<void> {
    if (event.data.attachmentTitles.length === 0) return;
    const { postId, commentId } = event.data;
    await this.settler.settle(event.space, { postId, commentId });
  }
}
