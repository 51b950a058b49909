import { Controller } from '@nestjs/common';
import { events } from '@engawa/contracts';
import { OnEvent, type EventOf } from '@engawa/events';
import { SpaceEntryRepository } from './space-entry.repository';

/** Updates the copies of spaces; late and repeated events change nothing. */
@Controller()
export class SpaceDirectoryListener {
  constructor(private readonly spaces: SpaceEntryRepository) {}

  /** Stores a changed space; an older version changes nothing. */
  @OnEvent(events.spaceCreated, events.spaceUpdated)
  async onSpace(event: EventOf<typeof events.spaceUpdated>): Promise<void> {
    const { spaceId, displayName, timeZone } = event.data;
    await this.spaces.projectUpsert(event.space, spaceId, event.version, {
      displayName,
      timeZone,
    });
  }
}
