import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable, Logger } from '@nestjs/common';
import { PostRepository } from '../post/post.repository';
import type { PostDocument } from '../post/post.schema';
import { CommentRepository } from './comment.repository';

const MAX_ATTEMPTS = 20;

/**
 * Keeps the comment count and the last two commenters of a post. Recounted each time, never
 * incremented, so that repeating is harmless; a count overtaken by another one is discarded and
 * repeated.
 */
@Injectable()
export class CommentTallyService {
  private readonly logger = new Logger('Comments');
  /** The running count of each post, and the next one, shared by all requests in the meantime. */
  private readonly counting = new Map<string, { current: Promise<void>; next?: Promise<void> }>();

  constructor(
    private readonly posts: PostRepository,
    private readonly comments: CommentRepository,
  ) {}

  /**
   * Counts a comment that was inserted: one write, unless others comment at the same moment. `post` is
   * the post before; what was not counted there yet has an event that causes a recount. Never fails:
   * the comment's event causes one, too.
   */
  async countNew(post: PostDocument, ownerId: string): Promise<void> {
    const { space, id } = post;
    try {
      const alone = !this.counting.has(keyOf(space, id));
      const saved = alone && (await this.saveNew(post, ownerId));
      if (!saved) await this.recount(space, id);
    } catch (error) {
      this.logger.warn(`Comments of post ${id} are counted later: ${String(error)}`);
    }
  }

  /** One count at a time per post; later callers share the next one. */
  recount(space: string, postId: string): Promise<void> {
    const key = keyOf(space, postId);
    const running = this.counting.get(key);
    if (!running) return this.begin(key, space, postId);
    running.next ??= running.current
      .catch(() => undefined)
      .then(() => this.begin(key, space, postId));
    return running.next;
  }

  private begin(key: string, space: string, postId: string): Promise<void> {
    const current = this.countAll(space, postId).finally(() => {
      if (this.counting.get(key) === entry && !entry.next) this.counting.delete(key);
    });
    const entry: { current: Promise<void>; next?: Promise<void> } = { current };
    this.counting.set(key, entry);
    return current;
  }

  private saveNew(post: PostDocument, ownerId: string): Promise<boolean> {
    const { space, id, commentTally } = post;
    const commentCount = post.commentCount + 1;
    const others = post.lastCommenterIds.filter((staffId) => staffId !== ownerId);
    const lastCommenterIds = [ownerId, ...others].slice(0, 2);
    return this.posts.setCommentTally(space, id, commentTally, { commentCount, lastCommenterIds });
  }

  private async countAll(space: string, postId: string): Promise<void> {
    for (let race = 0; race < MAX_ATTEMPTS; race += 1) {
      const post = await this.posts.findById(space, postId);
      if (!post) return;
      const counted = await this.comments.countOfPost(space, postId);
      const same =
        counted.commentCount === post.commentCount &&
        counted.lastCommenterIds.join() === post.lastCommenterIds.join();
      if (same) return;
      if (await this.posts.setCommentTally(space, postId, post.commentTally, counted)) return;
      // Another replica counts too: avoid running in lockstep.
      if (race > 2) await sleep(Math.random() * 10 * race);
    }
    throw new Error(`The comments of post ${postId} change too fast to be counted`);
  }
}

function keyOf(space: string, postId: string): string {
  return `${space}/${postId}`;
}
