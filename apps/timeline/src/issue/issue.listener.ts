import { Controller } from '@nestjs/common';
import { events } from '@engawa/contracts';
import { type EventOf, OnEvent } from '@engawa/events';
import { IssueLabelService } from './issue-label.service';
import { IssueSolutionService } from './issue-solution.service';

/** What a label's new meaning does to its posts, and what a deletion does to what it had solved. */
@Controller()
export class IssueListener {
  constructor(
    private readonly labels: IssueLabelService,
    private readonly solutions: IssueSolutionService,
  ) {}

  @OnEvent(events.labelUpdated)
  async onLabel(event: EventOf<typeof events.labelUpdated>): Promise<void> {
    await this.labels.follow(event.space, event.data.labelId, event.actor);
  }

  @OnEvent(events.postDeleted, events.postUpdated)
  async onPost(event: EventOf<typeof events.postDeleted>): Promise<void> {
    const { postId, tally } = event.data;
    // Only a post that is gone, or back, solves anything less or more.
    if (!tally?.changes.some(({ post }) => post !== 0)) return;
    await this.solutions.follow(event.space, postId, event.actor);
    await this.solutions.settle(event.space, postId, event.actor);
  }

  @OnEvent(events.commentDeleted, events.commentUpdated)
  async onComment(event: EventOf<typeof events.commentDeleted>): Promise<void> {
    await this.solutions.follow(event.space, event.data.postId, event.actor);
  }
}
