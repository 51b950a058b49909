import { Controller } from '@nestjs/common';
import { events } from '@engawa/contracts';
import { bySpace, type EventOf, OnEvent } from '@engawa/events';
import { CommentTallyService } from './comment-tally.service';
import { CommentThreadService } from './comment-thread.service';

/** Effects of posts and comments within this service, also when a request was interrupted. */
@Controller()
export class CommentListener {
  constructor(
    private readonly threads: CommentThreadService,
    private readonly tally: CommentTallyService,
  ) {}

  @OnEvent(events.postDeleted, events.postUpdated)
  async onPost(event: EventOf<typeof events.postDeleted>): Promise<void> {
    const { postId, tally } = event.data;
    // Only a deletion or restoration of the post affects its comments.
    if (!tally?.changes.some(({ post }) => post !== 0)) return;
    await this.threads.followPost(event.space, postId, event.actor);
  }

  /** An update may be a restoration, whose request counts only after it. */
  @OnEvent([events.commentCreated, events.commentUpdated, events.commentDeleted], { lists: true })
  async onComments(list: EventOf<typeof events.commentDeleted>[]): Promise<void> {
    const written = list.filter(({ name }) => name === events.commentCreated.name);
    // Together, so that they read each post once. A comment that is deleted is counted by its event.
    await Promise.all([
      ...[...bySpace(written)].map(([space, group]) =>
        this.threads.followNew(
          space,
          group.map(({ data: { postId, commentId } }) => ({ postId, commentId: commentId! })),
        ),
      ),
      ...list.map(({ space, data }) => this.tally.recount(space, data.postId)),
    ]);
  }
}
