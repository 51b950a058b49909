import { Controller } from '@nestjs/common';
import { events } from '@engawa/contracts';
import { OnEvent, type EventOf } from '@engawa/events';
import { MemberTypeService } from './member-type.service';

@Controller()
export class MemberTypeListener {
  constructor(private readonly types: MemberTypeService) {}

  /** A new space begins with the default types. */
  @OnEvent(events.spaceCreated)
  async onSpaceCreated(event: EventOf<typeof events.spaceCreated>): Promise<void> {
    await this.types.seed(event.data.spaceId);
  }
}
