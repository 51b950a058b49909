import { Controller } from '@nestjs/common';
import { events } from '@engawa/contracts';
import { OnEvent, type EventOf } from '@engawa/events';
import { SpaceCopyRepository } from './space.repository';

@Controller()
export class SpaceListener {
  constructor(private readonly spaces: SpaceCopyRepository) {}

  @OnEvent(events.spaceCreated, events.spaceUpdated)
  async onSpace(event: EventOf<typeof events.spaceCreated>): Promise<void> {
    const { spaceId, displayName, timeZone } = event.data;
    await this.spaces.projectUpsert(spaceId, spaceId, event.version, { displayName, timeZone });
  }
}
