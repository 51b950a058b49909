import { Injectable } from '@nestjs/common';
import type { CurrentStaff } from '@engawa/auth';
import type { Comment, ListCommentsQuery } from '@engawa/contracts';
import { PostService } from '../post/post.service';
import { CommentNotFound } from './comment.errors';
import { CommentMapper } from './comment.mapper';
import { CommentRepository } from './comment.repository';
import type { CommentDocument } from './comment.schema';

/** Reads comments; those of a deleted post count as deleted. */
@Injectable()
export class CommentService {
  constructor(
    private readonly posts: PostService,
    private readonly comments: CommentRepository,
    private readonly mapper: CommentMapper,
  ) {}

  async list(staff: CurrentStaff, postId: string, query: ListCommentsQuery) {
    const [, page] = await Promise.all([
      this.posts.getLive(staff.space, postId),
      this.comments.findThreadPage(staff.space, postId, query),
    ]);
    return { ...page, items: await this.mapper.answers(staff.space, page.items) };
  }

  async get(staff: CurrentStaff, postId: string, commentId: string): Promise<Comment> {
    return this.mapper.answerOne(await this.getLive(staff.space, postId, commentId));
  }

  async history(staff: CurrentStaff, postId: string, commentId: string) {
    const { history } = await this.getLive(staff.space, postId, commentId);
    return {
      items: history.map((entry) => ({ ...entry, editedAt: entry.editedAt.toISOString() })),
    };
  }

  /** A living comment of a living post. Throws `PostNotFound` or `CommentNotFound`. */
  async getLive(space: string, postId: string, commentId: string): Promise<CommentDocument> {
    const [, comment] = await Promise.all([
      this.posts.getLive(space, postId),
      this.comments.findLive(space, postId, commentId),
    ]);
    if (!comment) throw new CommentNotFound();
    return comment;
  }
}
