import { Injectable } from '@nestjs/common';
import type { CurrentStaff } from '@engawa/auth';
import { CommentNotFound } from '../comment/comment.errors';
import { CommentRepository } from '../comment/comment.repository';
import { PostNotFound } from '../post/post.errors';
import { PostRepository } from '../post/post.repository';
import type { PostDocument } from '../post/post.schema';
import { PostService } from '../post/post.service';
import { mapContentWriteErrors } from '../content/content.errors';
import { reactionsOf } from '../content/content.mapper';
import { toggled } from '../content/content.rules';
import type { ContentDocument } from '../content/content.schema';
import { UnknownReaction } from './reaction.errors';
import { reactionEvent } from './reaction.mapper';
import { ReactionRepository } from './reaction.repository';

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
    const place = { postId, commentId: null };
    const decide = async () => {
      const toggle = await this.decision(staff, reactionId, place);
      return (post: PostDocument, next: { version: number; at: Date }) => {
        if (post.deleted) throw new PostNotFound();
        return toggle(post, next);
      };
    };
    const result = await mapContentWriteErrors(() =>
      this.posts.change(staff.space, postId, decide(), { once: true }),
    );
    if (!result) throw new PostNotFound();
    return answer(result.document, reactionId, staff.staffId);
  }

  async onComment(staff: CurrentStaff, place: Place & { commentId: string }, reactionId: string) {
    const [toggle] = await Promise.all([
      this.decision(staff, reactionId, place),
      this.postReader.getLive(staff.space, place.postId),
    ]);
    const result = await mapContentWriteErrors(() =>
      this.comments.change(
        staff.space,
        place.commentId,
        (comment, next) => {
          if (comment.deleted || comment.postId !== place.postId) throw new CommentNotFound();
          return toggle(comment, next);
        },
        { once: true },
      ),
    );
    if (!result) throw new CommentNotFound();
    return answer(result.document, reactionId, staff.staffId);
  }

  private async decision(staff: CurrentStaff, reactionId: string, place: Place) {
    const reaction = await this.reactions.findAny(staff.space, reactionId);
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
