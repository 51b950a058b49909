import { Controller } from '@nestjs/common';
import { events } from '@engawa/contracts';
import { type EventOf, OnEvent } from '@engawa/events';
import { AttachmentExpiryService } from './attachment-expiry.service';
import { AttachmentPlacementService } from './attachment-placement.service';

/** Updates files when their post or comment changes. */
@Controller()
export class AttachmentListener {
  constructor(
    private readonly placements: AttachmentPlacementService,
    private readonly expiry: AttachmentExpiryService,
  ) {}

  /** Moves attached files, and lets removed ones expire. */
  @OnEvent(events.postCreated, events.postUpdated, events.commentCreated, events.commentUpdated)
  async onThread(event: EventOf<typeof events.postUpdated>): Promise<void> {
    const { postId, commentId, attachmentTitles } = event.data;
    const target = { postId, commentId };
    if (attachmentTitles.length > 0) await this.placements.moveToThread(event.space, target);
    if (event.version > 1) await this.expiry.follow(event.space, target);
  }

  @OnEvent(events.postDeleted, events.commentDeleted)
  async onGone(event: EventOf<typeof events.postDeleted>): Promise<void> {
    const { postId, commentId } = event.data;
    await this.expiry.follow(event.space, { postId, commentId });
  }
}
