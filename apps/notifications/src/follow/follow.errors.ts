import { ProblemError } from '@engawa/service-kit';

export class FollowTargetNotFound extends ProblemError {
  constructor() {
    super('notifications.follow.not-found');
  }
}

export class TooManyFollows extends ProblemError {
  constructor(limit: number) {
    super('notifications.follow.too-many', { params: { limit } });
  }
}
