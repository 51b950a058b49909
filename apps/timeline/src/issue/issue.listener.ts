import { Controller } from '@nestjs/common';
import { events } from '@engawa/contracts';
import { bySpace, type EventOf, OnEvent } from '@engawa/events';
import { LabelCache } from '../label/label-cache.service';
import { IssueLabelService } from './issue-label.service';
import { IssueSolutionService } from './issue-solution.service';

/** Updates issues when labels, or the posts, comments and tasks that solved them, change. */
@Controller()
export class IssueListener {
  constructor(
    private readonly labels: IssueLabelService,
    private readonly cache: LabelCache,
    private readonly solutions: IssueSolutionService,
  ) {}

  @OnEvent(events.labelUpdated)
  async onLabel(event: EventOf<typeof events.labelUpdated>): Promise<void> {
    await this.labels.follow(event.space, event.data.labelId, event.actor);
  }

  /**
   * A label can become or cease to be an issue label between the check of a write and the write, and
   * while a post is deleted. The cache knows of that by now: this event came later, or `onLabel` finds
   * the post.
   */
  @OnEvent([events.postCreated, events.postUpdated], { lists: true })
  async onPosts(list: EventOf<typeof events.postUpdated>[]): Promise<void> {
    for (const [space, group] of bySpace(list)) {
      const ids = new Set(group.flatMap(({ data }) => data.labelIds));
      const labels = await this.cache.findLive(space, [...ids]);
      const isIssue = (labelId: string) => labels.get(labelId)?.isIssue === true;
      for (const { data } of group) {
        const { postId, labelIds, issue } = data;
        if (labelIds.some(isIssue) !== Boolean(issue)) await this.labels.followIn(space, postId);
      }
    }
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
