import { Injectable } from '@nestjs/common';
import type { Mirror } from '@engawa/contracts';
import { mergeMirror } from '@engawa/mirror';
import { commentEvent } from '../comment/comment.mapper';
import { CommentRepository } from '../comment/comment.repository';
import { LabelRepository } from '../label/label.repository';
import { postEvent } from '../post/post.mapper';
import { PostRepository } from '../post/post.repository';
import { issueFields, nextIssue } from '../post/post.rules';
import { split } from '../post/post-fields.rules';

/**
 * Merges changes of the tasks service into the shared fields of a post or comment (TSK-4). The
 * larger stamp wins; without a change nothing is written. The published event has the tasks
 * service's own mirror, so that it has nothing to do. A label that was deleted meanwhile is removed
 * by `LabelListener`, with a newer stamp.
 */
@Injectable()
export class TaskMirrorService {
  constructor(
    private readonly posts: PostRepository,
    private readonly comments: CommentRepository,
    private readonly labels: LabelRepository,
  ) {}

  async mergeIntoPost(
    space: string,
    postId: string,
    theirs: Mirror,
    actor: string | null,
  ): Promise<void> {
    const labels = await this.labels.findLiveByIds(space, theirs.labelIds.value);
    const issues = new Set(labels.filter((label) => label.isIssue).map((label) => label.id));
    await this.posts.change(space, postId, (post, { version }) => {
      if (post.deleted) return null;
      const { mirror, changed, moved } = mergeMirror(post.mirror, theirs);
      if (!moved) return null;
      if (changed.length === 0) return { set: { mirror } };
      const labelIds = mirror.labelIds.value;
      const issue = changed.includes('labelIds')
        ? nextIssue(post.issue, labelIds, (id) => issues.has(id), post.talkedAt)
        : post.issue;
      const fields = { mirror, labelIds, contentVersion: version, ...issueFields(issue) };
      const event = postEvent('postUpdated', { ...post, ...fields, version }, actor, {
        before: post,
      });
      return { ...split(fields), events: [event] };
    });
  }

  async mergeIntoComment(
    space: string,
    commentId: string,
    theirs: Mirror,
    actor: string | null,
  ): Promise<void> {
    await this.comments.change(space, commentId, (comment, { version }) => {
      if (comment.deleted) return null;
      const { mirror, changed, moved } = mergeMirror(comment.mirror, theirs);
      if (!moved) return null;
      if (changed.length === 0) return { set: { mirror } };
      const set = { mirror, labelIds: mirror.labelIds.value, contentVersion: version };
      return {
        set,
        events: [commentEvent('commentUpdated', { ...comment, ...set, version }, actor)],
      };
    });
  }
}
