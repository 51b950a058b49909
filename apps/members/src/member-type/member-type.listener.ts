import { Controller } from '@nestjs/common';
import { events, spaceId } from '@engawa/contracts';
import { OnEvent, OnQuestion, type EventOf } from '@engawa/events';
import { z } from 'zod';
import { MemberTypeService } from './member-type.service';

@Controller()
export class MemberTypeListener {
  constructor(private readonly types: MemberTypeService) {}

  /** Seeds a new space with the default types. */
  @OnEvent(events.spaceCreated)
  async onSpaceCreated(event: EventOf<typeof events.spaceCreated>): Promise<void> {
    await this.types.seed(event.data.spaceId);
  }

  /** Type ids of a space, for services that store them. */
  @OnQuestion('members.findMemberTypes')
  async findMemberTypes(payload: unknown): Promise<string[]> {
    const { space } = findMemberTypesQuestion.parse(payload);
    return (await this.types.list(space)).map(({ id }) => id);
  }
}

const findMemberTypesQuestion = z.object({ space: spaceId });
