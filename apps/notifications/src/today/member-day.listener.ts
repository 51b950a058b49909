import { Controller } from '@nestjs/common';
import { events, type DataOf } from '@engawa/contracts';
import { OnEvent, type EventOf } from '@engawa/events';
import { MemberDayRepository } from './member-day.repository';
import { memberDayFields } from './member-day.rules';

/** Updates the copies of members' days; late and repeated events change nothing. */
@Controller()
export class MemberDayListener {
  constructor(private readonly days: MemberDayRepository) {}

  @OnEvent(
    [events.memberAdded, events.memberUpdated, events.memberDeleted, events.memberRestored],
    { lists: true },
  )
  async onMembers(list: EventOf<typeof events.memberUpdated>[]): Promise<void> {
    await Promise.all(list.map(({ space, version, data }) => this.put(space, version, data)));
  }

  @OnEvent(events.membersImported)
  async onImport({ space, data }: EventOf<typeof events.membersImported>): Promise<void> {
    await Promise.all(data.members.map((member) => this.put(space, member.version, member)));
  }

  private put(space: string, version: number, facts: DataOf<typeof events.memberUpdated>) {
    return this.days.projectUpsert(space, facts.memberId, version, memberDayFields(facts));
  }
}
