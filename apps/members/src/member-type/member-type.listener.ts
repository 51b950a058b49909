import { Controller } from '@nestjs/common';
import { events, spaceId } from '@engawa/contracts';
import { bySpace, OnEvent, OnQuestion, type EventOf } from '@engawa/events';
import { z } from 'zod';
import { MemberTypeClearing } from './member-type-clearing.service';
import { MemberTypeService } from './member-type.service';

@Controller()
export class MemberTypeListener {
  constructor(
    private readonly types: MemberTypeService,
    private readonly clearing: MemberTypeClearing,
  ) {}

  /** Seeds a new space with the default types. */
  @OnEvent(events.spaceCreated)
  async onSpaceCreated(event: EventOf<typeof events.spaceCreated>): Promise<void> {
    await this.types.seed(event.data.spaceId);
  }

  @OnEvent([events.memberAdded, events.memberUpdated], { lists: true })
  async onMembers(list: EventOf<typeof events.memberUpdated>[]): Promise<void> {
    for (const [space, group] of bySpace(list)) {
      await this.clearing.clearDeleted(
        space,
        group.map(({ data }) => data),
      );
    }
  }

  @OnEvent(events.membersImported)
  async onImported({ space, data }: EventOf<typeof events.membersImported>): Promise<void> {
    await this.clearing.clearDeleted(space, data.members);
  }

  /** Type ids of a space, for services that store them. */
  @OnQuestion('members.findMemberTypes')
  async findMemberTypes(payload: unknown): Promise<string[]> {
    const { space } = findMemberTypesQuestion.parse(payload);
    return (await this.types.list(space)).map(({ id }) => id);
  }
}

const findMemberTypesQuestion = z.object({ space: spaceId });
