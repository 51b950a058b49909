import { Injectable } from '@nestjs/common';
import { commentEvent } from '../comment/comment.mapper';
import { CommentRepository } from '../comment/comment.repository';
import { draftEvent } from '../draft/draft.mapper';
import { DraftRepository } from '../draft/draft.repository';
import { postEvent } from '../post/post.mapper';
import { PostRepository } from '../post/post.repository';
import { withLabels } from '../post/post.rules';
import { split } from '../post/post-fields.rules';
import { nextMirror } from '../content/content.rules';
import { LabelRepository } from './label.repository';

const BATCH_SIZE = 200;

/**
 * Removes a deleted label from every post, comment and draft of its space (TML-5); tasks follow
 * their posts and comments. Safe to repeat.
 */
@Injectable()
export class LabelRemovalService {
  constructor(
    private readonly labels: LabelRepository,
    private readonly posts: PostRepository,
    private readonly comments: CommentRepository,
    private readonly drafts: DraftRepository,
  ) {}

  async remove(space: string, labelId: string, actor: string | null): Promise<void> {
    await this.fromPosts(space, labelId, actor);
    await this.fromEach(
      (after) => this.comments.findAfterId(space, after, BATCH_SIZE),
      (comment) => this.fromComment(space, comment.id, labelId, actor),
      labelId,
    );
    await this.fromEach(
      (after) => this.drafts.findAfterId(space, after, BATCH_SIZE),
      (draft) => this.fromDraft(space, draft.id, labelId),
      labelId,
    );
  }

  /** Removes a deleted label from a post or comment that got it after the label was removed. */
  async removeFrom(
    space: string,
    { postId, commentId }: { postId: string; commentId: string | null },
    labelId: string,
  ): Promise<void> {
    if (commentId !== null) await this.fromComment(space, commentId, labelId, null);
    else await this.fromPost(space, postId, labelId, null, await this.issueLabels(space));
  }

  private async fromPosts(space: string, labelId: string, actor: string | null): Promise<void> {
    const issues = await this.issueLabels(space);
    // Including deleted ones: a restoration must not bring the label back.
    for (const deleted of [true, false]) {
      let found: { id: string }[];
      do {
        found = await this.posts.findWithLabel(space, labelId, { deleted, limit: BATCH_SIZE });
        for (const { id } of found) {
          await this.fromPost(space, id, labelId, actor, issues);
        }
      } while (found.length === BATCH_SIZE);
    }
  }

  private async issueLabels(space: string): Promise<Set<string>> {
    const all = await this.labels.findAll(space);
    return new Set(all.filter((label) => label.isIssue).map((label) => label.id));
  }

  private async fromPost(
    space: string,
    id: string,
    labelId: string,
    actor: string | null,
    issues: ReadonlySet<string>,
  ): Promise<void> {
    await this.posts.change(space, id, (post, { version, at }) => {
      if (!post.labelIds.includes(labelId)) return null;
      const labelIds = without(post.labelIds, labelId);
      const fields = withLabels(post, labelIds, (other) => issues.has(other), at);
      const changed = { ...post, ...fields, version };
      const event = postEvent('postUpdated', changed, actor, { before: post });
      return { ...split(fields), events: post.deleted ? [] : [event] };
    });
  }

  private async fromComment(
    space: string,
    id: string,
    labelId: string,
    actor: string | null,
  ): Promise<void> {
    await this.comments.change(space, id, (comment, { version, at }) => {
      if (!comment.labelIds.includes(labelId)) return null;
      const labelIds = without(comment.labelIds, labelId);
      const mirror = nextMirror(comment.mirror, { labelIds }, comment.labelIds, at);
      const set = { labelIds, mirror };
      const event = commentEvent('commentUpdated', { ...comment, ...set, version }, actor);
      return { set, events: comment.deleted ? [] : [event] };
    });
  }

  private async fromDraft(space: string, id: string, labelId: string): Promise<void> {
    await this.drafts.change(space, id, (draft, { version }) => {
      if (!draft.labelIds.includes(labelId)) return null;
      return {
        set: { labelIds: without(draft.labelIds, labelId) },
        events: [draftEvent('draftSaved', { ...draft, version })],
      };
    });
  }

  /**
   * Walks all documents by id: no index has the labels of comments, and labels are rarely deleted.
   */
  private async fromEach<Document extends { id: string; labelIds: string[] }>(
    findAfter: (id: string | null) => Promise<Document[]>,
    remove: (document: Document) => Promise<void>,
    labelId: string,
  ): Promise<void> {
    let batch: Document[];
    let after: string | null = null;
    do {
      batch = await findAfter(after);
      for (const document of batch) {
        if (document.labelIds.includes(labelId)) await remove(document);
      }
      after = batch.at(-1)?.id ?? null;
    } while (batch.length === BATCH_SIZE);
  }
}

function without(labelIds: readonly string[], labelId: string): string[] {
  return labelIds.filter((other) => other !== labelId);
}
