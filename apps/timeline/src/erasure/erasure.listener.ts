import { Controller } from '@nestjs/common';
import { events } from '@engawa/contracts';
import { findErasure } from '@engawa/directory';
import { EventBus, type EventOf, OnEvent } from '@engawa/events';
import { ErasureRepository } from './erasure.repository';
import { erasurePhases } from './erasure.schema';
import { ErasureService } from './erasure.service';

@Controller()
export class ErasureListener {
  constructor(
    private readonly bus: EventBus,
    private readonly erasures: ErasureRepository,
    private readonly service: ErasureService,
  ) {}

  @OnEvent(events.memberErased)
  async onErased({ space, data }: EventOf<typeof events.memberErased>): Promise<void> {
    const { memberId } = data;
    const found = await findErasure(this.bus, space, memberId);
    if (!found) return;
    await this.erasures.begin(space, {
      id: memberId,
      ...found,
      phase: erasurePhases[0],
      after: null,
      waitingSince: new Date(),
    });
    this.service.wake({ space, receiver: '' });
  }
}
