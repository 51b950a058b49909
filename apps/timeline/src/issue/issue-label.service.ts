import { Injectable } from '@nestjs/common';
import { LabelRepository } from '../label/label.repository';
import { postEvent } from '../post/post.mapper';
import { PostRepository } from '../post/post.repository';
import { issueFields, nextIssue } from '../post/post.rules';
import { split } from '../post/post-fields.rules';

const BATCH_SIZE = 100;

/** Updates the posts of a label that became or ceased to be an issue label. */
@Injectable()
export class IssueLabelService {
  constructor(
    private readonly posts: PostRepository,
    private readonly labels: LabelRepository,
  ) {}

  /** Safe to repeat; writes only changes. */
  async follow(space: string, labelId: string, actor: string | null): Promise<void> {
    const issues = await this.issueLabels(space);
    let cursor: string | null = null;
    do {
      const page: Awaited<ReturnType<PostRepository['findPageWithLabel']>> =
        await this.posts.findPageWithLabel(space, labelId, cursor ?? undefined, BATCH_SIZE);
      for (const { id, issue, labelIds } of page.items) {
        const wanted = labelIds.some((carried) => issues.has(carried));
        if (wanted !== (issue !== null)) await this.classify(space, id, issues, actor);
      }
      cursor = page.nextCursor;
    } while (cursor !== null);
  }

  /** The same for one post. */
  async followIn(space: string, postId: string): Promise<void> {
    await this.classify(space, postId, await this.issueLabels(space), null);
  }

  private async issueLabels(space: string): Promise<Set<string>> {
    const all = await this.labels.findAll(space);
    return new Set(all.filter((label) => label.isIssue).map((label) => label.id));
  }

  private async classify(
    space: string,
    postId: string,
    issues: ReadonlySet<string>,
    actor: string | null,
  ): Promise<void> {
    await this.posts.change(space, postId, (post, { version }) => {
      if (post.deleted) return null;
      const issue = nextIssue(post.issue, post.labelIds, (id) => issues.has(id), post.talkedAt);
      if ((issue === null) === (post.issue === null)) return null;
      const fields = issueFields(issue);
      const changed = { ...post, ...fields, version };
      const event = postEvent('postUpdated', changed, actor, { before: post });
      return { ...split(fields), events: [event] };
    });
  }
}
