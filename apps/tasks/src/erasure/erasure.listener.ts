import { Controller } from '@nestjs/common';
import { events } from '@engawa/contracts';
import { findErasure } from '@engawa/directory';
import { EventBus, OnEvent, type EventOf } from '@engawa/events';
import { FilterService } from '../filter/filter.service';

/** Removes the name of an erased member from saved filters (MBR-5). */
@Controller()
export class ErasureListener {
  constructor(
    private readonly bus: EventBus,
    private readonly filters: FilterService,
  ) {}

  @OnEvent(events.memberErased)
  async onErased({ space, data }: EventOf<typeof events.memberErased>): Promise<void> {
    const found = await findErasure(this.bus, space, data.memberId);
    if (found) await this.filters.redact(space, found.whole);
  }
}
