import { Controller } from '@nestjs/common';
import { events } from '@engawa/contracts';
import { bySpace, OnEvent, type EventOf } from '@engawa/events';
import { CustomFieldClearing } from './custom-field-clearing.service';

/** Clears values of fields and choices that were deleted while a member was written. */
@Controller()
export class CustomFieldListener {
  constructor(private readonly clearing: CustomFieldClearing) {}

  @OnEvent([events.memberAdded, events.memberUpdated], { lists: true })
  async onMembers(list: EventOf<typeof events.memberUpdated>[]): Promise<void> {
    for (const [space, group] of bySpace(list)) {
      const first = Math.min(...group.map(({ at }) => Date.parse(at)));
      const memberIds = group.map(({ data }) => data.memberId);
      await this.clearing.clearWritten(space, memberIds, new Date(first));
    }
  }

  @OnEvent(events.membersImported)
  async onImported({ space, at, data }: EventOf<typeof events.membersImported>): Promise<void> {
    const memberIds = data.members.map(({ memberId }) => memberId);
    await this.clearing.clearWritten(space, memberIds, new Date(at));
  }
}
