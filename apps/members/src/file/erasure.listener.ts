import { Controller } from '@nestjs/common';
import { erasureQuestion, events, type Erasure } from '@engawa/contracts';
import { OnEvent, OnQuestion, type EventOf } from '@engawa/events';
import { ErasureRepository } from './erasure.repository';
import { ErasureService } from './erasure.service';

@Controller()
export class ErasureListener {
  constructor(
    private readonly erasures: ErasureRepository,
    private readonly service: ErasureService,
  ) {}

  /** Removes an erased member's photos, and the member from imports. */
  @OnEvent(events.memberErased)
  async onErased(event: EventOf<typeof events.memberErased>): Promise<void> {
    await this.service.begin(event.space, event.data.memberId);
  }

  /** Names to look for in texts; null after some weeks, and for members who were not erased. */
  @OnQuestion('members.findErasure')
  async findErasure(payload: unknown): Promise<Erasure | null> {
    const { space, memberId } = erasureQuestion.parse(payload);
    const found = await this.erasures.findById(space, memberId);
    return found && { memberIds: found.memberIds, whole: found.whole, part: found.part };
  }
}
