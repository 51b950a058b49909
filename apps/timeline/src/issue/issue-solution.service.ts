import { Injectable } from '@nestjs/common';
import { CommentRepository } from '../comment/comment.repository';
import { postEvent } from '../post/post.mapper';
import { PostRepository } from '../post/post.repository';
import { issueFields } from '../post/post.rules';
import { split } from '../post/post-fields.rules';
import type { StoredIssue } from '../post/post.schema';
import { taskOf } from '../content/content.rules';
import { linkedSolution, issueAfterCheck } from './issue.rules';

/**
 * Reopens issues whose solution was deleted or whose task is no longer done, and closes them again
 * when that is undone (TML-11).
 */
@Injectable()
export class IssueSolutionService {
  constructor(
    private readonly posts: PostRepository,
    private readonly comments: CommentRepository,
  ) {}

  /** Updates every issue solved by a post or by something below it. Safe to repeat. */
  async updateIssuesSolvedBy(space: string, postId: string, actor: string | null): Promise<void> {
    for (const { id } of await this.posts.findSolvedBy(space, postId)) {
      await this.updateIssue(space, id, actor);
    }
  }

  /** Updates the issue of one post. Safe to repeat. */
  async updateIssue(space: string, issuePostId: string, actor: string | null): Promise<void> {
    const seen = linkedSolution((await this.posts.findById(space, issuePostId))?.issue ?? null);
    if (!seen) return;
    const stands = await this.solutionHolds(space, seen);
    await this.posts.change(space, issuePostId, (post, { version }) => {
      if (post.deleted || !post.issue) return null;
      // Another solution was linked meanwhile, and was checked then.
      if (linkedSolution(post.issue)?.linkedAt.getTime() !== seen.linkedAt.getTime()) return null;
      const issue = issueAfterCheck(post.issue, stands);
      if (!issue) return null;
      const fields = issueFields(issue);
      const changed = { ...post, ...fields, version };
      const event = postEvent('postUpdated', changed, actor, { before: post });
      return { ...split(fields), events: [event] };
    });
  }

  private async solutionHolds(
    space: string,
    { kind, postId, commentId }: NonNullable<StoredIssue['solution']>,
  ): Promise<boolean> {
    const post = await this.posts.findLive(space, postId);
    const source =
      post && commentId !== null ? await this.comments.findLive(space, postId, commentId) : post;
    if (!source) return false;
    return kind !== 'task' || taskOf(source.mirror)?.status === 'done';
  }
}
