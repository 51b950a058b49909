import { Injectable } from '@nestjs/common';
import { PostRepository } from '../post/post.repository';
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
