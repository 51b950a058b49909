import { Injectable } from '@nestjs/common';
import { PostRepository } from '../post/post.repository';
import { restoredMirror } from '../content/content.rules';
import { commentDeletedEvent, commentEvent } from './comment.mapper';
import { CommentRepository } from './comment.repository';
import { CommentTallyService } from './comment-tally.service';

export interface NewComment {
  postId: string;
  commentId: string;
}

/** Deletes and restores comments with their post. */
@Injectable()
export class CommentThreadService {
  constructor(
    private readonly posts: PostRepository,
    private readonly comments: CommentRepository,
    private readonly tally: CommentTallyService,
  ) {}

  /** Brings the comments to the state of the post, independent of earlier events. Idempotent. */
  async followPost(space: string, postId: string, actor: string | null): Promise<void> {
    const post = await this.posts.findById(space, postId);
    if (!post) return;
    const concerned = await this.comments.findAllOfPost(space, postId, !post.deleted);
    for (const { id } of concerned) {
      await (post.deleted ? this.remove(space, id, actor) : this.restore(space, id, actor));
    }
    // Also when none is left: an interrupted attempt may have restored them and not counted.
    if (!post.deleted) await this.tally.recount(space, postId);
  }

  /** Deletes new comments of a space whose post was deleted while they were written. Idempotent. */
  async followNew(space: string, written: readonly NewComment[]): Promise<void> {
    const posts = await this.posts.findByIds(space, [
      ...new Set(written.map(({ postId }) => postId)),
    ]);
    const living = new Set(posts.filter((post) => !post.deleted).map(({ id }) => id));
    for (const { postId, commentId } of written.filter((one) => !living.has(one.postId))) {
      await this.remove(space, commentId, null);
      // The restoration of the post restores only comments that were deleted before it.
      if (await this.posts.findLive(space, postId)) await this.restore(space, commentId, null);
    }
  }

  private async remove(space: string, id: string, actor: string | null): Promise<void> {
    await this.comments.change(space, id, (comment, { version, at }) => {
      if (comment.deleted) return null;
      const set = { deleted: true, deletedAt: at, deletedWithPost: true };
      return { set, events: [commentDeletedEvent({ ...comment, ...set, version }, actor)] };
    });
  }

  private async restore(space: string, id: string, actor: string | null): Promise<void> {
    await this.comments.change(space, id, (comment, { version, at }) => {
      if (!comment.deleted || !comment.deletedWithPost) return null;
      const mirror = restoredMirror(comment.mirror, at);
      const set = { deleted: false, deletedWithPost: false, mirror };
      return {
        set,
        unset: ['deletedAt'],
        events: [commentEvent('commentUpdated', { ...comment, ...set, version }, actor)],
      };
    });
  }
}
