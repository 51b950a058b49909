import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { spaceId } from '@engawa/contracts';
import { OnQuestion } from '@engawa/events';
import { z } from 'zod';
import { toSpaceFacts } from './space.mapper';
import { SpacesRepository } from './space.repository';

const question = z.object({ space: spaceId });

/** Answers services that do not know a space yet. */
@Controller()
export class SpaceListener {
  constructor(private readonly spaces: SpacesRepository) {}

  /** A list with the space's facts and version; empty when there is none. */
  @OnQuestion('identity.findSpace')
  async findSpace(@Payload() payload: unknown) {
    const { space } = question.parse(payload);
    const record = await this.spaces.findById(space, space);
    return record ? [{ ...toSpaceFacts(record), version: record.version }] : [];
  }
}
