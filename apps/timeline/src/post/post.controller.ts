import { Body, Controller, Delete, Get, Param, Patch, Post, Query } from '@nestjs/common';
import { Can, CurrentStaff } from '@engawa/auth';
import type { CurrentStaffClaims } from '@engawa/auth';
import * as contracts from '@engawa/contracts';
import { Answer, Idempotent, IfMatch, Operation, Problems } from '@engawa/service-kit';
import { ConfirmationService } from './confirmation.service';
import {
  CreatePostDto,
  CreatePostsDto,
  ListPostsQueryDto,
  PostPathDto,
  UpdatePostDto,
} from './post.dto';
import { PostBulkService } from './post-bulk.service';
import { PostService } from './post.service';
import { PostWriteService } from './post-write.service';

const references = [
  'timeline.post.empty',
  'timeline.post.talk-ahead',
  'timeline.post.unknown-member',
  'timeline.post.deleted-member',
  'timeline.post.unknown-label',
  'timeline.post.unknown-staff',
  'timeline.post.deactivated-assignee',
  'timeline.post.unknown-attachment',
  'timeline.attachment.duplicate',
] as const;

@Controller('posts')
export class PostController {
  constructor(
    private readonly posts: PostService,
    private readonly writer: PostWriteService,
    private readonly bulk: PostBulkService,
    private readonly confirmations: ConfirmationService,
  ) {}

  @Get()
  @Can('post.read')
  @Operation('listPosts', {
    summary: 'List posts',
    description:
      'Returns the timeline, newest talk first. Pages go both ways from a cursor; `around` returns five posts on each side of one post; `ids` returns exactly those posts.',
  })
  @Answer(200, contracts.listPostsAnswer)
  @Problems('timeline.post.not-found', 'request.invalid-cursor')
  list(@CurrentStaff() staff: CurrentStaffClaims, @Query() query: ListPostsQueryDto) {
    return this.posts.list(staff, query);
  }

  @Post()
  @Can('post.write')
  @Operation('createPost', {
    summary: 'Create a post',
    description:
      'Writes down a talk. A post needs a memo or an attachment. `talkedAt` defaults to now. With `task` the post becomes a task at once.',
  })
  @Answer(201, contracts.post, { minimal: true })
  @Problems(...references)
  @Idempotent()
  create(@CurrentStaff() staff: CurrentStaffClaims, @Body() input: CreatePostDto) {
    return this.writer.create(staff, input);
  }

  @Post('bulk')
  @Can('post.write')
  @Operation('createPosts', {
    summary: 'Create many posts',
    description:
      'Creates up to 500 posts, without files and tasks. Each entry is created or refused on its own; the response has a result for each, in the same order. A repeated request with the same `Idempotency-Key` creates only what is missing. As for an import, nobody is notified of each post: webhooks get one `timeline.posts.imported`, and chats nothing.',
  })
  @Answer(200, contracts.bulkAnswer)
  @Idempotent()
  createMany(@CurrentStaff() staff: CurrentStaffClaims, @Body() input: CreatePostsDto) {
    return this.bulk.create(staff, input);
  }

  @Get(':postId')
  @Can('post.read')
  @Operation('getPost', {
    summary: 'Get a post',
    description: 'Returns one post with its labels, members, reactions, task and issue.',
  })
  @Answer(200, contracts.post)
  @Problems('timeline.post.not-found')
  get(@CurrentStaff() staff: CurrentStaffClaims, @Param() path: PostPathDto) {
    return this.posts.get(staff, path.postId);
  }

  @Patch(':postId')
  @Can('post.write')
  @Operation('updatePost', {
    summary: 'Update a post',
    description:
      'Changes the given fields. Its writer and administrators may change everything; every staff member may turn the post into a task, change the task and turn it back. `task: null` removes the task.',
  })
  @Answer(200, contracts.post, { minimal: true })
  @Problems(
    'timeline.post.not-found',
    'timeline.post.forbidden',
    'timeline.post.stale',
    'timeline.post.conflict',
    ...references,
  )
  update(
    @CurrentStaff() staff: CurrentStaffClaims,
    @Param() path: PostPathDto,
    @Body() input: UpdatePostDto,
    @IfMatch() ifVersion: number | null,
  ) {
    return this.writer.update(staff, path.postId, input, ifVersion);
  }

  @Delete(':postId')
  @Can('post.write')
  @Operation('deletePost', {
    summary: 'Delete a post',
    description:
      'Deletes a post with its comments and tasks. Only its writer and administrators may. restorePost undoes it within a minute.',
  })
  @Answer(204, null)
  @Problems(
    'timeline.post.not-found',
    'timeline.post.forbidden',
    'timeline.post.stale',
    'timeline.post.conflict',
  )
  remove(
    @CurrentStaff() staff: CurrentStaffClaims,
    @Param() path: PostPathDto,
    @IfMatch({ optional: true }) ifVersion: number | null,
  ): Promise<void> {
    return this.writer.remove(staff, path.postId, ifVersion);
  }

  @Post(':postId/restore')
  @Can('post.write')
  @Operation('restorePost', {
    summary: 'Restore a deleted post',
    description: 'Undoes the deletion of a post, its comments and tasks within a minute.',
  })
  @Answer(200, contracts.post)
  @Problems(
    'timeline.post.not-found',
    'timeline.post.forbidden',
    'timeline.post.undo-expired',
    'timeline.post.conflict',
  )
  @Idempotent()
  restore(@CurrentStaff() staff: CurrentStaffClaims, @Param() path: PostPathDto) {
    return this.writer.restore(staff, path.postId);
  }

  @Get(':postId/history')
  @Can('post.read')
  @Operation('listPostHistory', {
    summary: 'List earlier versions of a post',
    description: 'Returns the earlier memos of a post, newest first.',
  })
  @Answer(200, contracts.listHistoryAnswer)
  @Problems('timeline.post.not-found')
  history(@CurrentStaff() staff: CurrentStaffClaims, @Param() path: PostPathDto) {
    return this.posts.history(staff, path.postId);
  }

  @Post(':postId/confirmations')
  @Can('post.read')
  @Operation('confirmPost', {
    summary: 'Confirm a must-read post',
    description: 'Records that the caller has read a must-read post. Repeating it changes nothing.',
  })
  @Answer(200, contracts.post)
  @Problems('timeline.post.not-found', 'timeline.post.not-must-read', 'timeline.post.conflict')
  @Idempotent()
  confirm(@CurrentStaff() staff: CurrentStaffClaims, @Param() path: PostPathDto) {
    return this.confirmations.confirm(staff, path.postId);
  }

  @Post(':postId/confirmations/reminders')
  @Can('post.write')
  @Operation('remindConfirmations', {
    summary: 'Remind staff of a must-read post',
    description:
      'Notifies again every staff member who has not confirmed a must-read post. Only its writer and administrators may, at most once in ten minutes: `Retry-After` says when the next reminder is possible.',
  })
  @Answer(200, contracts.post)
  @Problems(
    'timeline.post.not-found',
    'timeline.post.forbidden',
    'timeline.post.not-must-read',
    'timeline.post.already-reminded',
    'timeline.post.conflict',
  )
  @Idempotent()
  remind(@CurrentStaff() staff: CurrentStaffClaims, @Param() path: PostPathDto) {
    return this.confirmations.remind(staff, path.postId);
  }
}
