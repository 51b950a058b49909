import { Injectable } from '@nestjs/common';
import type { CurrentStaff } from '@engawa/auth';
import { CommentNotFound } from '../comment/comment.errors';
import { CommentRepository } from '../comment/comment.repository';
import { PostNotFound } from '../post/post.errors';
import { PostRepository } from '../post/post.repository';
import { PostService } from '../post/post.service';
import { mapContentWriteErrors } from '../content/content.errors';
import { reactionsOf } from '../content/content.mapper';
import { toggled } from '../content/content.rules';
import type { ContentDocument } from '../content/content.schema';
import { UnknownReaction } from './reaction.errors';
import { reactionEvent } from './reaction.mapper';
import { ReactionRepository } from './reaction.repository';
import type { ReactionDocument } from './reaction.schema';

interface Place {
  postId: string;
  commentId: string | null;
}

/** Adds or removes a staff member's emoji on a post or comment (TML-4). */
@Injectable()
export class ReactionToggleService {
  constructor(
    private readonly posts: PostRepository,
    private readonly postReader: PostService,
    private readonly comments: CommentRepository,
    private readonly reactions: ReactionRepository,
  ) {}

  async onPost(staff: CurrentStaff, postId: string, reactionId: string) {
    const reaction = await this.reactions.findAny(staff.space, reactionId);
    const decide = this.decision(staff, reaction, { postId, commentId: null });
    const result = await mapContentWriteErrors(() =>
      this.posts.change(
        staff.space,
        postId,
        (post, next) => {
          if (post.deleted) throw new PostNotFound();
          return decide(post, next);
        },
        { once: true },
      ),
    );
    if (!result) throw new PostNotFound();
    return answer(result.document, reactionId, staff.staffId);
  }

  async onComment(staff: CurrentStaff, place: Place & { commentId: string }, reactionId: string) {
    const [reaction] = await Promise.all([
      this.reactions.findAny(staff.space, reactionId),
      this.postReader.getLive(staff.space, place.postId),
    ]);
    const decide = this.decision(staff, reaction, place);
    const result = await mapContentWriteErrors(() =>
      this.comments.change(
        staff.space,
        place.commentId,
        (comment, next) => {
          if (comment.deleted || comment.postId !== place.postId) throw new CommentNotFound();
          return decide(comment, next);
        },
        { once: true },
      ),
    );
    if (!result) throw new CommentNotFound();
    return answer(result.document, reactionId, staff.staffId);
  }

  private decision(staff: CurrentStaff, reaction: ReactionDocument | null, place: Place) {
    return (thread: ContentDocument, next: { version: number; at: Date }) => {
      if (!reaction) throw new UnknownReaction();
      const { reacted, reactions } = toggled(thread.reactions, reaction.id, staff.staffId, next.at);
      // A deleted emoji can only be removed.
      if (reacted && reaction.deleted) throw new UnknownReaction();
      const changed = { ...thread, reactions, version: next.version };
      return {
        set: { reactions },
        events: [reactionEvent(reacted, changed, place, reaction, staff.staffId)],
      };
    };
  }
}

function answer(thread: ContentDocument, reactionId: string, staffId: string) {
  const reacted = thread.reactions.some(
    (entry) => entry.reactionId === reactionId && entry.reactedBy === staffId,
  );
  return { reacted, reactions: reactionsOf(thread.reactions), version: thread.version };
}
