import { ProblemError } from '@engawa/service-kit';

/** 404, for unknown, deleted and foreign ids alike. */
export class CommentNotFound extends ProblemError {
  constructor() {
    super('timeline.comment.not-found');
  }
}

/** 403: neither the author nor an administrator. */
export class CommentForbidden extends ProblemError {
  constructor() {
    super('timeline.comment.forbidden');
  }
}
