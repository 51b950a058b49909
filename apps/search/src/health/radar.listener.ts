import { Controller } from '@nestjs/common';
import { events } from '@engawa/contracts';
import { OnEvent, type EventOf } from '@engawa/events';
import { RadarSettingRepository } from './radar-setting.repository';

/** Removes deleted member types from the radar's settings. */
@Controller()
export class RadarListener {
  constructor(private readonly settings: RadarSettingRepository) {}

  @OnEvent(events.memberTypeDeleted)
  async onTypeDeleted({ space, data }: EventOf<typeof events.memberTypeDeleted>): Promise<void> {
    await this.settings.removeType(space, data.typeId);
  }
}
