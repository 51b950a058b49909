import { Controller } from '@nestjs/common';
import { events } from '@engawa/contracts';
import { type EventOf, OnEvent } from '@engawa/events';
import { SavedViewService } from './saved-view.service';

/** Removes deleted member types from saved views. */
@Controller()
export class SavedViewListener {
  constructor(private readonly views: SavedViewService) {}

  @OnEvent(events.memberTypeDeleted)
  async onMemberTypeDeleted({
    space,
    data,
  }: EventOf<typeof events.memberTypeDeleted>): Promise<void> {
    await this.views.removeMemberType(space, data.typeId);
  }
}
