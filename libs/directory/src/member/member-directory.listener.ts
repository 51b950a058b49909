import { Controller } from '@nestjs/common';
import { events } from '@engawa/contracts';
import { OnEvent, type EventOf } from '@engawa/events';
import { MemberEntryRepository } from './member-entry.repository';
import { memberFieldsOf } from './member.mapper';

/** Updates the copies of members; late and repeated events change nothing. */
@Controller()
export class MemberDirectoryListener {
  constructor(private readonly members: MemberEntryRepository) {}

  /** Stores a changed member; an older version changes nothing. */
  @OnEvent(events.memberAdded, events.memberUpdated, events.memberDeleted, events.memberRestored)
  async onMember(event: EventOf<typeof events.memberUpdated>): Promise<void> {
    const { space, version, data } = event;
    await this.members.projectUpsert(space, data.memberId, version, memberFieldsOf(data));
  }

  /** Stores the members of an import batch. */
  @OnEvent(events.membersImported)
  async onImport(event: EventOf<typeof events.membersImported>): Promise<void> {
    // Concurrent writes share commands.
    await Promise.all(
      event.data.members.map(({ version, ...facts }) =>
        this.members.projectUpsert(event.space, facts.memberId, version, memberFieldsOf(facts)),
      ),
    );
  }
}
