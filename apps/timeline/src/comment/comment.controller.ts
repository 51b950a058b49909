import { Body, Controller, Delete, Get, Param, Patch, Post, Query } from '@nestjs/common';
import { Can, CurrentStaff } from '@engawa/auth';
import type { CurrentStaffClaims } from '@engawa/auth';
import * as contracts from '@engawa/contracts';
import { Answer, Idempotent, IfMatch, Operation, Problems } from '@engawa/service-kit';
import { PostPathDto } from '../post/post.dto';
import {
  CommentPathDto,
  CreateCommentDto,
  ListCommentsQueryDto,
  UpdateCommentDto,
} from './comment.dto';
import { CommentService } from './comment.service';
import { CommentWriteService } from './comment-write.service';

const references = [
  'timeline.post.empty',
  'timeline.post.unknown-label',
  'timeline.post.unknown-staff',
  'timeline.post.deactivated-assignee',
  'timeline.post.unknown-attachment',
  'timeline.attachment.duplicate',
] as const;

@Controller('posts/:postId/comments')
export class CommentController {
  constructor(
    private readonly comments: CommentService,
    private readonly writer: CommentWriteService,
  ) {}

  @Get()
  @Can('post.read')
  @Operation('listComments', {
    summary: 'List comments',
    description: 'Returns the comments of a post, oldest first.',
  })
  @Answer(200, contracts.listCommentsAnswer)
  @Problems('timeline.post.not-found', 'request.invalid-cursor')
  list(
    @CurrentStaff() staff: CurrentStaffClaims,
    @Param() path: PostPathDto,
    @Query() query: ListCommentsQueryDto,
  ) {
    return this.comments.list(staff, path.postId, query);
  }

  @Post()
  @Can('post.write')
  @Operation('createComment', {
    summary: 'Create a comment',
    description:
      'Adds a comment to a post. A comment takes labels, attachments and a task like a post, but names no members.',
  })
  @Answer(201, contracts.comment, { minimal: true })
  @Problems('timeline.post.not-found', ...references)
  @Idempotent()
  create(
    @CurrentStaff() staff: CurrentStaffClaims,
    @Param() path: PostPathDto,
    @Body() input: CreateCommentDto,
  ) {
    return this.writer.create(staff, path.postId, input);
  }

  @Get(':commentId')
  @Can('post.read')
  @Operation('getComment', {
    summary: 'Get a comment',
    description: 'Returns one comment of a post.',
  })
  @Answer(200, contracts.comment)
  @Problems('timeline.post.not-found', 'timeline.comment.not-found')
  get(@CurrentStaff() staff: CurrentStaffClaims, @Param() path: CommentPathDto) {
    return this.comments.get(staff, path.postId, path.commentId);
  }

  @Patch(':commentId')
  @Can('post.write')
  @Operation('updateComment', {
    summary: 'Update a comment',
    description:
      'Changes the given fields. Its writer and administrators may change everything; every staff member may turn the comment into a task, change the task and turn it back.',
  })
  @Answer(200, contracts.comment, { minimal: true })
  @Problems(
    'timeline.post.not-found',
    'timeline.comment.not-found',
    'timeline.comment.forbidden',
    'timeline.comment.stale',
    'timeline.post.conflict',
    ...references,
  )
  update(
    @CurrentStaff() staff: CurrentStaffClaims,
    @Param() path: CommentPathDto,
    @Body() input: UpdateCommentDto,
    @IfMatch() ifVersion: number | null,
  ) {
    return this.writer.update(staff, path.postId, path.commentId, input, ifVersion);
  }

  @Delete(':commentId')
  @Can('post.write')
  @Operation('deleteComment', {
    summary: 'Delete a comment',
    description:
      'Deletes a comment with its task. Only its writer and administrators may. restoreComment undoes it within a minute.',
  })
  @Answer(204, null)
  @Problems(
    'timeline.post.not-found',
    'timeline.comment.not-found',
    'timeline.comment.forbidden',
    'timeline.comment.stale',
    'timeline.post.conflict',
  )
  remove(
    @CurrentStaff() staff: CurrentStaffClaims,
    @Param() path: CommentPathDto,
    @IfMatch({ optional: true }) ifVersion: number | null,
  ): Promise<void> {
    return this.writer.remove(staff, path.postId, path.commentId, ifVersion);
  }

  @Get(':commentId/history')
  @Can('post.read')
  @Operation('listCommentHistory', {
    summary: 'List earlier versions of a comment',
    description: 'Returns the earlier memos of a comment, newest first.',
  })
  @Answer(200, contracts.listHistoryAnswer)
  @Problems('timeline.post.not-found', 'timeline.comment.not-found')
  history(@CurrentStaff() staff: CurrentStaffClaims, @Param() path: CommentPathDto) {
    return this.comments.history(staff, path.postId, path.commentId);
  }

  @Post(':commentId/restore')
  @Can('post.write')
  @Operation('restoreComment', {
    summary: 'Restore a deleted comment',
    description: 'Undoes the deletion of a comment within a minute.',
  })
  @Answer(200, contracts.comment)
  @Problems(
    'timeline.post.not-found',
    'timeline.comment.not-found',
    'timeline.comment.forbidden',
    'timeline.post.undo-expired',
    'timeline.post.conflict',
  )
  @Idempotent()
  restore(@CurrentStaff() staff: CurrentStaffClaims, @Param() path: CommentPathDto) {
    return this.writer.restore(staff, path.postId, path.commentId);
  }
}
