import { Controller } from '@nestjs/common';
import { events } from '@engawa/contracts';
import { type EventOf, OnEvent } from '@engawa/events';
import { DraftService } from './draft.service';

/** Ends the draft of sent content, also when the request was interrupted. */
@Controller()
export class DraftListener {
  constructor(private readonly drafts: DraftService) {}

  @OnEvent(events.postCreated, events.commentCreated)
  async onSent(event: EventOf<typeof events.postCreated>): Promise<void> {
    const { draftId, ownerId } = event.data;
    if (draftId) await this.drafts.end(event.space, ownerId, draftId, 'sent');
  }
}
