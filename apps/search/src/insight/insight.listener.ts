import { Controller } from '@nestjs/common';
import { events } from '@engawa/contracts';
import { OnEvent, type EventOf } from '@engawa/events';
import { SpaceZoneRepository } from './insight.repository';

@Controller()
export class InsightListener {
  constructor(private readonly zones: SpaceZoneRepository) {}

  @OnEvent(events.spaceCreated, events.spaceUpdated)
  async onSpace(event: EventOf<typeof events.spaceCreated>): Promise<void> {
    const { spaceId, timeZone } = event.data;
    await this.zones.projectUpsert(spaceId, spaceId, event.version, { timeZone });
  }
}
