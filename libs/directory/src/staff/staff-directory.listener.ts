import { Controller } from '@nestjs/common';
import { events } from '@engawa/contracts';
import { OnEvent, type EventOf } from '@engawa/events';
import { StaffEntryRepository } from './staff-entry.repository';
import { staffFieldsOf } from './staff.mapper';

/** Updates the copies of staff; late and repeated events change nothing. */
@Controller()
export class StaffDirectoryListener {
  constructor(private readonly staffs: StaffEntryRepository) {}

  /** Stores a changed staff member; an older version changes nothing. */
  @OnEvent(events.staffAdded, events.staffUpdated, events.staffDeactivated, events.staffActivated)
  async onStaff(event: EventOf<typeof events.staffUpdated>): Promise<void> {
    const { space, version, data } = event;
    await this.staffs.projectUpsert(space, data.staffId, version, staffFieldsOf(data));
  }
}
