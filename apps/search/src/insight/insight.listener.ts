import { Controller } from '@nestjs/common';
import { events } from '@engawa/contracts';
import { OnEvent, type EventOf } from '@engawa/events';
import { InsightFigures } from './insight-figures.service';
import { SpaceZoneRepository } from './insight.repository';

@Controller()
export class InsightListener {
  constructor(
    private readonly zones: SpaceZoneRepository,
    private readonly figures: InsightFigures,
  ) {}

  @OnEvent(events.spaceCreated, events.spaceUpdated)
  async onSpace(event: EventOf<typeof events.spaceCreated>): Promise<void> {
    const { spaceId, timeZone } = event.data;
    await this.zones.keep(spaceId, event.version, timeZone);
    this.figures.wake();
  }
}
