import { Controller } from '@nestjs/common';
import { events } from '@engawa/contracts';
import { type EventOf, OnEvent } from '@engawa/events';
import { IssueLabelService } from './issue-label.service';

/** What a label's new meaning does to its posts. */
@Controller()
export class IssueListener {
  constructor(private readonly labels: IssueLabelService) {}

  @OnEvent(events.labelUpdated, events.labelDeleted)
  async onLabel(event: EventOf<typeof events.labelUpdated>): Promise<void> {
    await this.labels.follow(event.space, event.data.labelId, event.actor);
  }
}
