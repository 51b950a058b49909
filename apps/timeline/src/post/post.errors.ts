import { ProblemError } from '@engawa/service-kit';

/** 404, for unknown, deleted and foreign ids alike. */
export class PostNotFound extends ProblemError {
  constructor() {
    super('timeline.post.not-found');
  }
}

/** 403: neither its writer nor an administrator. */
export class PostForbidden extends ProblemError {
  constructor() {
    super('timeline.post.forbidden');
  }
}

/** 409: the time to undo a deletion is over. */
export class UndoExpired extends ProblemError {
  constructor() {
    super('timeline.post.undo-expired', { status: 409 });
  }
}

/** 409: others changed the same post again and again in the meantime. */
export class PostContended extends ProblemError {
  constructor() {
    super('timeline.post.conflict');
  }
}

/** 422: the talk would lie more than a day ahead. */
export class TalkAhead extends ProblemError {
  constructor() {
    super('timeline.post.talk-ahead', {
      errors: [{ pointer: '/body/talkedAt', code: 'invalid' }],
    });
  }
}

/** 422: the post asks for no confirmation. */
export class NotMustRead extends ProblemError {
  constructor() {
    super('timeline.post.not-must-read');
  }
}
