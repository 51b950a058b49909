import { Controller } from '@nestjs/common';
import { events } from '@engawa/contracts';
import { OnEvent, type EventOf } from '@engawa/events';
import { HealthFigures } from '../health/health-figures.service';
import { InsightFigures } from './insight-figures.service';
import { SpaceZoneRepository } from './insight.repository';

@Controller()
export class InsightListener {
  constructor(
    private readonly zones: SpaceZoneRepository,
    private readonly figures: InsightFigures,
    private readonly health: HealthFigures,
  ) {}

  @OnEvent(events.spaceCreated, events.spaceUpdated)
  async onSpace(event: EventOf<typeof events.spaceCreated>): Promise<void> {
    const { spaceId, timeZone } = event.data;
    await this.zones.keep(spaceId, event.version, timeZone);
    await this.health.changeTimeZone(spaceId, await this.zones.timeZoneOf(spaceId));
    this.figures.wake();
  }
}
