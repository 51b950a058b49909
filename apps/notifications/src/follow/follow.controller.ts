import { Body, Controller, Delete, Get, HttpCode, Param, Put } from '@nestjs/common';
import { Can, CurrentStaff } from '@engawa/auth';
import { follow, listFollowsAnswer } from '@engawa/contracts';
import { Answer, Operation, Problems } from '@engawa/service-kit';
import { FollowedMemberDto, FollowedPostDto, FollowPostDto } from './follow.dto';
import { FollowService } from './follow.service';

@Controller('notifications/follows')
export class FollowController {
  constructor(private readonly follows: FollowService) {}

  @Get()
  @Can('notification.read')
  @Operation('listFollows', {
    summary: 'List what the caller follows and muted',
    description:
      'Returns members and posts that the caller follows, and muted posts, newest first.',
  })
  @Answer(200, listFollowsAnswer)
  listFollows(@CurrentStaff() staff: CurrentStaff) {
    return this.follows.list(staff);
  }

  @Put('members/:memberId')
  @Can('notification.read')
  @Operation('followMember', {
    summary: 'Follow a member',
    description: 'Notifies the caller of new posts about a member, and of comments on them.',
  })
  @Answer(200, follow)
  @Problems('notifications.follow.not-found', 'notifications.follow.too-many')
  followMember(@CurrentStaff() staff: CurrentStaff, @Param() { memberId }: FollowedMemberDto) {
    return this.follows.followMember(staff, memberId);
  }

  @Delete('members/:memberId')
  @HttpCode(204)
  @Can('notification.read')
  @Operation('unfollowMember', {
    summary: 'Stop following a member',
    description:
      'Stops the notifications about a member. Succeeds if the caller does not follow the member.',
  })
  @Answer(204, null)
  unfollowMember(@CurrentStaff() staff: CurrentStaff, @Param() { memberId }: FollowedMemberDto) {
    return this.follows.unfollow(staff, 'member', memberId);
  }

  @Put('posts/:postId')
  @Can('notification.read')
  @Operation('followPost', {
    summary: 'Follow or mute a post',
    description:
      '`follow` notifies the caller of comments on the post and of the status of its task. `mute` limits notifications about the post to mentions, own tasks and must-reads.',
  })
  @Answer(200, follow)
  @Problems('notifications.follow.not-found', 'notifications.follow.too-many')
  followPost(
    @CurrentStaff() staff: CurrentStaff,
    @Param() { postId }: FollowedPostDto,
    @Body() { choice }: FollowPostDto,
  ) {
    return this.follows.followPost(staff, postId, choice);
  }

  @Delete('posts/:postId')
  @HttpCode(204)
  @Can('notification.read')
  @Operation('unfollowPost', {
    summary: 'Stop following or muting a post',
    description:
      'Restores the usual notifications about a post. Succeeds if the caller neither follows nor mutes it.',
  })
  @Answer(204, null)
  unfollowPost(@CurrentStaff() staff: CurrentStaff, @Param() { postId }: FollowedPostDto) {
    return this.follows.unfollow(staff, 'post', postId);
  }
}
