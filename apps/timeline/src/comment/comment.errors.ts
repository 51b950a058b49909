import { comment, type Comment } from '@engawa/contracts';
import { ProblemError } from '@engawa/service-kit';

/** 404, for unknown, deleted and foreign ids alike. */
export class CommentNotFound extends ProblemError {
  constructor() {
    super('timeline.comment.not-found');
  }
}

/** 403: neither its writer nor an administrator. */
export class CommentForbidden extends ProblemError {
  constructor() {
    super('timeline.comment.forbidden');
  }
}

/** 412 with the comment as it stands now. */
export class CommentStale extends ProblemError {
  constructor(current: Comment) {
    super('timeline.comment.stale', { current: comment.parse(current) });
  }
}
