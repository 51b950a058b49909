import { Injectable } from '@nestjs/common';
import { PostRepository } from '../post/post.repository';
import type { PostDocument } from '../post/post.schema';
import { CommentRepository } from './comment.repository';

const MAX_RACES = 20;

/**
 * Keeps what a post shows of its comments: how many, and who wrote the last two. Counted anew
 * each time, never added up, so that repeating it is harmless; a count that began before another
 * one was saved is thrown away and made again, so that the last word is right.
 */
@Injectable()
export class CommentTallyService {
  constructor(
    private readonly posts: PostRepository,
    private readonly comments: CommentRepository,
  ) {}

  /** After a new comment: one count and one write, unless others comment at the same moment. */
  async countNew(post: PostDocument, ownerId: string): Promise<void> {
    const { space, id, commentTally } = post;
    const others = post.lastCommenterIds.filter((staffId) => staffId !== ownerId);
    const commentCount = await this.comments.countLiving(space, id);
    const lastCommenterIds = [ownerId, ...others].slice(0, 2);
    const counted = { commentCount, lastCommenterIds };
    if (await this.posts.setCommentTally(space, id, commentTally, counted)) return;
    await this.recount(space, id);
  }

  async recount(space: string, postId: string): Promise<void> {
    for (let race = 0; race < MAX_RACES; race += 1) {
      const post = await this.posts.findById(space, postId);
      if (!post) return;
      const counted = await this.comments.countOfPost(space, postId);
      const same =
        counted.commentCount === post.commentCount &&
        counted.lastCommenterIds.join() === post.lastCommenterIds.join();
      if (same) return;
      if (await this.posts.setCommentTally(space, postId, post.commentTally, counted)) return;
    }
    throw new Error(`The comments of post ${postId} change too fast to be counted`);
  }
}
