import { Body, Controller, Param, Post } from '@nestjs/common';
import { Can, CurrentStaff } from '@engawa/auth';
import type { CurrentStaffClaims } from '@engawa/auth';
import * as contracts from '@engawa/contracts';
import { Answer, Idempotent, Operation, Problems } from '@engawa/service-kit';
import { CommentPathDto } from '../comment/comment.dto';
import { PostPathDto } from '../post/post.dto';
import { ToggleReactionDto } from './reaction.dto';
import { ReactionToggleService } from './reaction-toggle.service';

@Controller('posts/:postId')
export class ReactionToggleController {
  constructor(private readonly toggles: ReactionToggleService) {}

  @Post('reactions')
  @Can('post.write')
  @Operation('toggleReaction', {
    summary: 'Toggle a reaction on a post',
    description: "Adds the caller's reaction to a post, or removes it if it is there.",
  })
  @Answer(200, contracts.toggleReactionAnswer)
  @Problems('timeline.post.not-found', 'timeline.reaction.unknown', 'timeline.post.conflict')
  @Idempotent()
  onPost(
    @CurrentStaff() staff: CurrentStaffClaims,
    @Param() path: PostPathDto,
    @Body() input: ToggleReactionDto,
  ) {
    return this.toggles.onPost(staff, path.postId, input.reactionId);
  }

  @Post('comments/:commentId/reactions')
  @Can('post.write')
  @Operation('toggleCommentReaction', {
    summary: 'Toggle a reaction on a comment',
    description: "Adds the caller's reaction to a comment, or removes it if it is there.",
  })
  @Answer(200, contracts.toggleReactionAnswer)
  @Problems(
    'timeline.post.not-found',
    'timeline.comment.not-found',
    'timeline.reaction.unknown',
    'timeline.post.conflict',
  )
  @Idempotent()
  onComment(
    @CurrentStaff() staff: CurrentStaffClaims,
    @Param() path: CommentPathDto,
    @Body() input: ToggleReactionDto,
  ) {
    return this.toggles.onComment(staff, path, input.reactionId);
  }
}
