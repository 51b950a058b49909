import { Controller } from '@nestjs/common';
import { events } from '@engawa/contracts';
import { OnEvent, type EventOf } from '@engawa/events';
import { FollowService } from './follow.service';

/** Forgets who followed an erased member (MBR-5). */
@Controller()
export class FollowListener {
  constructor(private readonly follows: FollowService) {}

  @OnEvent(events.memberErased)
  async onErased({ space, data }: EventOf<typeof events.memberErased>): Promise<void> {
    await this.follows.forgetMembers(space, [data.memberId, ...data.memberIds]);
  }
}
