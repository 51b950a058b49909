import { ProblemError } from '@engawa/service-kit';

/** The refresh token is missing, unknown, used, or its session has ended. */
export class SessionEnded extends ProblemError {
  constructor() {
    super('identity.session.ended', { status: 401 });
  }
}

export class SessionNotFound extends ProblemError {
  constructor() {
    super('identity.session.not-found');
  }
}
