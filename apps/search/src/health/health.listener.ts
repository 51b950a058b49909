import { Controller } from '@nestjs/common';
import { events } from '@engawa/contracts';
import { OnEvent, type EventOf } from '@engawa/events';
import { SnoozeRepository } from './snooze.repository';

@Controller()
export class HealthListener {
  constructor(private readonly snoozes: SnoozeRepository) {}

  /** Why an erased member was left alone goes with them (MBR-5). */
  @OnEvent(events.memberErased)
  async onErased({ space, data }: EventOf<typeof events.memberErased>): Promise<void> {
    for (const memberId of data.memberIds) await this.snoozes.remove(space, memberId);
  }
}
