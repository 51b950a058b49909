import { Controller } from '@nestjs/common';
import { erasureAnswer, events } from '@engawa/contracts';
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

  /** The names are asked from their owner, because events stay in the log. */
  @OnEvent(events.memberErased)
  async onErased({ space, data }: EventOf<typeof events.memberErased>): Promise<void> {
    const { memberId } = data;
    const answer = await this.bus.ask<unknown>('members.findErasure', { space, memberId });
    const found = erasureAnswer.parse(answer);
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
