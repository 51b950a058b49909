import { ProblemError } from '@engawa/service-kit';

export class SpaceNotFound extends ProblemError {
  constructor() {
    super('identity.space.not-found');
  }
}

/** The name is in use, or was once (IDN-1). */
export class SpaceTaken extends ProblemError {
  constructor() {
    super('identity.space.taken');
  }
}
