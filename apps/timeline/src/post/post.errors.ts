import { ProblemError } from '@engawa/service-kit';

/** 404, for unknown, deleted and foreign ids alike. */
export class PostNotFound extends ProblemError {
  constructor() {
    super('timeline.post.not-found');
  }
}

/** 403: neither the author nor an administrator. */
export class PostForbidden extends ProblemError {
  constructor() {
    super('timeline.post.forbidden');
  }
}

/** 409: the deletion can no longer be undone. */
export class UndoExpired extends ProblemError {
  constructor() {
    super('timeline.post.undo-expired', { status: 409 });
  }
}

/** 409: repeated conflicts with other changes. */
export class PostContended extends ProblemError {
  constructor() {
    super('timeline.post.conflict');
  }
}

/** 422: the talk is more than a day ahead. */
export class TalkAhead extends ProblemError {
  constructor() {
    super('timeline.post.talk-ahead', {
      errors: [{ pointer: '/body/talkedAt', code: 'invalid' }],
    });
  }
}

/** 422: the post does not ask for confirmation. */
export class NotMustRead extends ProblemError {
  constructor() {
    super('timeline.post.not-must-read');
  }
}

/** 409 with `Retry-After` in whole seconds. */
export class AlreadyReminded extends ProblemError {
  constructor(waitMillis: number) {
    super('timeline.post.already-reminded', {
      headers: { 'retry-after': String(Math.ceil(waitMillis / 1_000)) },
    });
  }
}
