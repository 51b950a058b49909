import { ProblemError } from '@engawa/service-kit';

/** Unknown, deleted, undone, or of another space: the same answer. */
export class TaskNotFound extends ProblemError {
  constructor() {
    super('tasks.task.not-found', { status: 404 });
  }
}

export class UnknownAssignee extends ProblemError {
  constructor() {
    super('tasks.task.unknown-assignee', { status: 422 });
  }
}

export class DeactivatedAssignee extends ProblemError {
  constructor() {
    super('tasks.task.deactivated-assignee', { status: 422 });
  }
}

export class UnknownLabel extends ProblemError {
  constructor() {
    super('tasks.task.unknown-label', { status: 422 });
  }
}

/** TSK-1: anything but `spaces/{space}/posts/{postId}` with an optional comment. */
export class InvalidThreadReference extends ProblemError {
  constructor() {
    super('tasks.task.invalid-thread-reference', { status: 422 });
  }
}
