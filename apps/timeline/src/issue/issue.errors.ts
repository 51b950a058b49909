import { ProblemError } from '@engawa/service-kit';

/** 422: the post carries no issue label. */
export class NotAnIssue extends ProblemError {
  constructor() {
    super('timeline.issue.not-an-issue');
  }
}

/** 422: what is named as the solution is not there, or is the issue itself. */
export class UnknownSolution extends ProblemError {
  constructor(field: 'postId' | 'commentId') {
    super('timeline.issue.unknown-solution', {
      errors: [{ pointer: `/body/${field}`, code: 'invalid' }],
    });
  }
}

/** 422: a task solves an issue only when it is done. */
export class UnfinishedTask extends ProblemError {
  constructor() {
    super('timeline.issue.unfinished-task', {
      errors: [{ pointer: '/body/kind', code: 'invalid' }],
    });
  }
}
