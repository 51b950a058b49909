import { Controller } from '@nestjs/common';
import { events } from '@engawa/contracts';
import { type EventOf, OnEvent } from '@engawa/events';
import { IssueLabelService } from './issue-label.service';
import { IssueSolutionService } from './issue-solution.service';

/** Updates issues when labels, or the posts, comments and tasks that solved them, change. */
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

  @OnEvent(events.postDeleted)
  async onPostDeleted(event: EventOf<typeof events.postDeleted>): Promise<void> {
    await this.solutions.updateIssuesSolvedBy(event.space, event.data.postId, event.actor);
  }

  @OnEvent(events.postUpdated)
  async onPostUpdated(event: EventOf<typeof events.postUpdated>): Promise<void> {
    const { postId, tally, mirror, issue } = event.data;
    const isRestored = tally?.changes.some(({ post }) => post !== 0) === true;
    if (isRestored || mirror)
      await this.solutions.updateIssuesSolvedBy(event.space, postId, event.actor);
    // The solution may have changed while it was being linked.
    if (isRestored || issue?.closedAt) {
      await this.solutions.updateIssue(event.space, postId, event.actor);
    }
  }

  @OnEvent(events.commentDeleted, events.commentUpdated)
  async onComment(event: EventOf<typeof events.commentDeleted>): Promise<void> {
    await this.solutions.updateIssuesSolvedBy(event.space, event.data.postId, event.actor);
  }
}
