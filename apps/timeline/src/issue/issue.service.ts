import { Injectable } from '@nestjs/common';
import type { CurrentStaff } from '@engawa/auth';
import type { LinkSolutionInput, Post, Solver } from '@engawa/contracts';
import { CommentRepository } from '../comment/comment.repository';
import { PeopleService } from '../directory-cache/people.service';
import { PostRepository } from '../post/post.repository';
import { issueFields } from '../post/post.rules';
import { PostWriteService } from '../post/post-write.service';
import { UnfitReference } from '../content/content.errors';
import { taskOf } from '../content/content.rules';
import type { ContentDocument } from '../content/content.schema';
import { NotAnIssue, UnfinishedTask, UnknownSolution } from './issue.errors';

/** Links issues to their solutions (TML-11). */
@Injectable()
export class IssueService {
  constructor(
    private readonly writer: PostWriteService,
    private readonly posts: PostRepository,
    private readonly comments: CommentRepository,
    private readonly people: PeopleService,
  ) {}

  /**
   * Closes the issue at the time of its solution. An existing solution is replaced. Throws
   * `NotAnIssue`, `UnknownSolution` or `UnfinishedTask`.
   */
  async link(staff: CurrentStaff, postId: string, input: LinkSolutionInput): Promise<Post> {
    const source = await this.source(staff.space, postId, input);
    const task = taskOf(source.thread.mirror);
    if (input.kind === 'task' && task?.status !== 'done') throw new UnfinishedTask();
    const closedAt = input.kind === 'task' ? new Date(task!.statusUpdatedAt) : source.saidAt;
    const usual: Solver = {
      kind: 'staff',
      id: (input.kind === 'task' ? task!.assignUserId : null) ?? source.thread.ownerId,
    };
    const solvedBy = input.solvedBy ?? usual;
    if (input.solvedBy) await this.requireKnown(staff.space, input.solvedBy);
    const { kind, commentId } = input;
    return this.writer.write(staff, postId, null, (post, { at }) => {
      if (!post.issue) throw new NotAnIssue();
      const solution = {
        ...{ kind, postId: input.postId, commentId, solvedBy },
        ...{ linkedBy: staff.staffId, linkedAt: at },
      };
      return issueFields({ openedAt: post.issue.openedAt, closedAt, solution });
    });
  }

  /** Reopens the issue; an open one stays unchanged. */
  reopen(staff: CurrentStaff, postId: string): Promise<Post> {
    return this.writer.write(staff, postId, null, (post) => {
      if (!post.issue) throw new NotAnIssue();
      const { openedAt, closedAt, withdrawn } = post.issue;
      if (!closedAt && !withdrawn) return null;
      return issueFields({ openedAt, closedAt: null, solution: null });
    });
  }

  /** The post or comment of the solution, and its time. */
  private async source(
    space: string,
    issuePostId: string,
    { kind, postId, commentId }: LinkSolutionInput,
  ): Promise<{ thread: ContentDocument; saidAt: Date }> {
    const wantsComment = kind === 'comment' || commentId !== null;
    const post = await this.posts.findLive(space, postId);
    if (!post) throw new UnknownSolution('postId');
    if (wantsComment) {
      const comment = commentId && (await this.comments.findLive(space, postId, commentId));
      if (!comment || kind === 'post') throw new UnknownSolution('commentId');
      return { thread: comment, saidAt: comment.createdAt };
    }
    // A post cannot solve itself; its finished task can.
    if (kind === 'post' && postId === issuePostId) throw new UnknownSolution('postId');
    return { thread: post, saidAt: post.talkedAt };
  }

  private async requireKnown(space: string, { kind, id }: Solver): Promise<void> {
    const ids = {
      staffIds: kind === 'staff' ? [id] : [],
      memberIds: kind === 'member' ? [id] : [],
    };
    const people = await this.people.read(space, ids, { strict: true });
    const known = kind === 'staff' ? people.findColleague(id) : people.findMember(id);
    if (known) return;
    throw new UnfitReference(
      kind === 'staff' ? 'timeline.post.unknown-staff' : 'timeline.post.unknown-member',
      ['/body/solvedBy/id'],
    );
  }
}
