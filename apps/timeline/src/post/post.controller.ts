import { Body, Controller, Delete, Get, Param, Patch, Post, Query } from '@nestjs/common';
import { Can, CurrentStaff } from '@engawa/auth';
import type { CurrentStaffClaims } from '@engawa/auth';
import * as contracts from '@engawa/contracts';
import { Answer, Idempotent, IfMatch, Operation, Problems } from '@engawa/service-kit';
import { ConfirmationService } from './confirmation.service';
import { CreatePostDto, ListPostsQueryDto, PostPathDto, UpdatePostDto } from './post.dto';
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
    private readonly confirmations: ConfirmationService,
  ) {}

  @Get()
  @Can('post.read')
  @Operation('listPosts', {
    summary: 'The timeline, newest talk first',
    description:
      'Pages go both ways from a cursor; `around` gives five posts on each side of one, `ids` just those.',
  })
  @Answer(200, contracts.listPostsAnswer)
  @Problems('timeline.post.not-found', 'request.invalid-cursor')
  list(@CurrentStaff() staff: CurrentStaffClaims, @Query() query: ListPostsQueryDto) {
    return this.posts.list(staff, query);
  }

  @Post()
  @Can('post.write')
  @Operation('createPost', { summary: 'Write down a talk' })
  @Answer(201, contracts.post)
  @Problems(...references)
  @Idempotent()
  create(@CurrentStaff() staff: CurrentStaffClaims, @Body() input: CreatePostDto) {
    return this.writer.create(staff, input);
  }

  @Get(':postId')
  @Can('post.read')
  @Operation('getPost', { summary: 'One post' })
  @Answer(200, contracts.post)
  @Problems('timeline.post.not-found')
  get(@CurrentStaff() staff: CurrentStaffClaims, @Param() path: PostPathDto) {
    return this.posts.get(staff, path.postId);
  }

  @Patch(':postId')
  @Can('post.write')
  @Operation('updatePost', {
    summary: 'Change a post',
    description:
      'Its writer and administrators; everybody may turn it into a task, change the task, and turn it back.',
  })
  @Answer(200, contracts.post)
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
    @IfMatch({ optional: true }) ifVersion: number | null,
  ) {
    return this.writer.update(staff, path.postId, input, ifVersion);
  }

  @Delete(':postId')
  @Can('post.write')
  @Operation('deletePost', { summary: 'Delete a post, with its comments and tasks' })
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
  @Operation('restorePost', { summary: 'Undo a deletion, for a minute' })
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
  @Operation('listPostHistory', { summary: 'Earlier memos of a post, newest first' })
  @Answer(200, contracts.listHistoryAnswer)
  @Problems('timeline.post.not-found')
  history(@CurrentStaff() staff: CurrentStaffClaims, @Param() path: PostPathDto) {
    return this.posts.history(staff, path.postId);
  }

  @Post(':postId/confirmations')
  @Can('post.read')
  @Operation('confirmPost', { summary: 'Say that one has read a must-read post' })
  @Answer(200, contracts.post)
  @Problems('timeline.post.not-found', 'timeline.post.not-must-read', 'timeline.post.conflict')
  @Idempotent()
  confirm(@CurrentStaff() staff: CurrentStaffClaims, @Param() path: PostPathDto) {
    return this.confirmations.confirm(staff, path.postId);
  }
}
