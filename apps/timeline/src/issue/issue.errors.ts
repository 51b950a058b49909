import { ProblemError } from '@engawa/service-kit';

/** 422: the post has no issue label. */
export class NotAnIssue extends ProblemError {
  constructor() {
    super('timeline.issue.not-an-issue');
  }
}

/** 422: the solution does not exist, or is the issue itself. */
export class UnknownSolution extends ProblemError {
  constructor(field: 'postId' | 'commentId') {
    super('timeline.issue.unknown-solution', {
      errors: [{ pointer: `/body/${field}`, code: 'invalid' }],
    });
  }
}

/** 422: only a finished task solves an issue. */
export class UnfinishedTask extends ProblemError {
  constructor() {
    super('timeline.issue.unfinished-task', {
      errors: [{ pointer: '/body/kind', code: 'invalid' }],
    });
  }
}
