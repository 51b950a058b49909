import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { events } from '@engawa/contracts';
import { SpacesRepository } from '../space/space.repository';
import { staffEvent } from './staff-event.mapper';
import { StaffRepository } from './staff.repository';
import { FACTS_REVISION } from './staff.schema';

/**
 * Tells other services once which accounts are god's: earlier versions did not, and a copy without
 * it would take god for a colleague.
 */
@Injectable()
export class GodFactsService implements OnApplicationBootstrap {
  constructor(
    private readonly staffs: StaffRepository,
    private readonly spaces: SpacesRepository,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    for (const { space, id } of await this.staffs.findGodsOfEarlierVersions()) {
      const { primaryAdminId } = await this.spaces.getSpace(space);
      await this.staffs.change(space, id, (current, next) =>
        // Another replica may have been first.
        current.factsRevision === FACTS_REVISION
          ? null
          : {
              set: { factsRevision: FACTS_REVISION },
              events: [
                staffEvent(events.staffUpdated, current, {
                  ...{ version: next.version, primaryAdminId, actor: null },
                }),
              ],
            },
      );
    }
  }
}
