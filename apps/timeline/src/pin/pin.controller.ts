import { Controller, Delete, Get, Param, Put } from '@nestjs/common';
import { Can, CurrentStaff } from '@engawa/auth';
import type { CurrentStaffClaims } from '@engawa/auth';
import * as contracts from '@engawa/contracts';
import { Answer, Operation, Problems } from '@engawa/service-kit';
import { PostPathDto } from '../post/post.dto';
import { PinService } from './pin.service';

@Controller('posts')
export class PinController {
  constructor(private readonly pins: PinService) {}

  @Get('pins')
  @Can('post.read')
  @Operation('listPins', {
    summary: 'List pinned posts',
    description:
      'Returns the pinned posts of the space, last pinned first. A space has at most five.',
  })
  @Answer(200, contracts.listPinsAnswer)
  list(@CurrentStaff() staff: CurrentStaffClaims) {
    return this.pins.list(staff);
  }

  @Put(':postId/pin')
  @Can('post.write')
  @Operation('pinPost', {
    summary: 'Pin a post',
    description:
      'Pins a post above the timeline. A space has at most five pinned posts. Only its writer and administrators may.',
  })
  @Answer(200, contracts.listPinsAnswer)
  @Problems('timeline.post.not-found', 'timeline.post.forbidden', 'timeline.pin.too-many')
  pin(@CurrentStaff() staff: CurrentStaffClaims, @Param() path: PostPathDto) {
    return this.pins.pin(staff, path.postId);
  }

  @Delete(':postId/pin')
  @Can('post.write')
  @Operation('unpinPost', {
    summary: 'Unpin a post',
    description: 'Removes a post from the pinned posts. Only its writer and administrators may.',
  })
  @Answer(200, contracts.listPinsAnswer)
  @Problems('timeline.post.not-found', 'timeline.post.forbidden')
  unpin(@CurrentStaff() staff: CurrentStaffClaims, @Param() path: PostPathDto) {
    return this.pins.unpin(staff, path.postId);
  }
}
