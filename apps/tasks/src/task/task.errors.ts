import { task, type Task } from '@engawa/contracts';
import { ProblemError } from '@engawa/service-kit';

/** Unknown, deleted, turned back, or of another space: the same answer. */
export class TaskNotFound extends ProblemError {
  constructor() {
    super('tasks.task.not-found', { status: 404 });
  }
}

/** Somebody changed the task since it was read; `current` is what stands there now. */
export class TaskStale extends ProblemError {
  constructor(current: Task) {
    super('tasks.task.stale', { status: 412, current: task.parse(current) });
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
