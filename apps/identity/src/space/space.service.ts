import { Injectable } from '@nestjs/common';
import { events, type Space, type UpdateSpaceInput } from '@engawa/contracts';
import { newEvent } from '@engawa/events';
import { mapWriteErrors } from '@engawa/persistence';
import { auditEvent, changesBetween } from '../audit/audit-event.mapper';
import type { Caller } from '../caller/caller.rules';
import { SpaceNotFound, spaceRefusals } from './space.errors';
import { toSpace, toSpaceFacts } from './space.mapper';
import { SpacesRepository } from './space.repository';
import type { SpaceRecord } from './space.schema';

@Injectable()
export class SpaceService {
  constructor(private readonly spaces: SpacesRepository) {}

  /** @throws SpaceNotFound */
  async get(spaceId: string): Promise<Space> {
    return toSpace(await this.spaces.getSpace(spaceId));
  }

  /** @throws SpaceNotFound, PreconditionFailed */
  async update(caller: Caller, input: UpdateSpaceInput, ifVersion: number | null): Promise<Space> {
    const { space } = caller;
    const done = await mapWriteErrors(
      this.spaces.change(
        space,
        space,
        (current, next) => {
          const changes = changesBetween<SpaceRecord>(current, input);
          if (changes.length === 0) return null;
          return {
            set: input,
            events: [
              newEvent(events.spaceUpdated, {
                space,
                actor: caller.staffId,
                aggregate: { type: 'space', id: space },
                version: next.version,
                data: toSpaceFacts({ ...current, ...defined(input) }),
              }),
              auditEvent({
                space,
                actor: caller.staffId,
                action: 'identity.space.updated',
                target: { type: 'space', id: space, name: current.displayName },
                changes,
                origin: caller,
              }),
            ],
          };
        },
        { ifVersion },
      ),
      spaceRefusals,
    );
    if (!done) throw new SpaceNotFound();
    return toSpace(done.document);
  }
}

function defined<T extends object>(input: T): T {
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined)) as T;
}
