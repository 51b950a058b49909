import { space } from '@engawa/contracts';
import { PreconditionFailed, ProblemError } from '@engawa/service-kit';
import { toSpace } from './space.mapper';
import type { SpaceRecord } from './space.schema';

export class SpaceNotFound extends ProblemError {
  constructor() {
    super('identity.space.not-found');
  }
}

/** The name is or was in use (IDN-1). */
export class SpaceTaken extends ProblemError {
  constructor() {
    super('identity.space.taken');
  }
}

/** 412 with the current space. */
export const spaceRefusals = {
  stale: (current: SpaceRecord) =>
    new PreconditionFailed('identity.space.stale', space, toSpace(current)),
};
