import { Controller } from '@nestjs/common';
import { erasureAnswer, events } from '@engawa/contracts';
import { EventBus, OnEvent, type EventOf } from '@engawa/events';
import { FilterService } from '../filter/filter.service';

/** Removes the name of an erased member from saved filters (MBR-5). */
@Controller()
export class ErasureListener {
  constructor(
    private readonly bus: EventBus,
    private readonly filters: FilterService,
  ) {}

  /** The names are asked from their owner, because events stay in the log. */
  @OnEvent(events.memberErased)
  async onErased({ space, data }: EventOf<typeof events.memberErased>): Promise<void> {
    const { memberId } = data;
    const answer = await this.bus.ask<unknown>('members.findErasure', { space, memberId });
    const found = erasureAnswer.parse(answer);
    if (found) await this.filters.redact(space, found.whole);
  }
}
