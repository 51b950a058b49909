import { ProblemError } from '@engawa/service-kit';

/** Unknown, or another staff member's: the same answer. */
export class FilterNotFound extends ProblemError {
  constructor() {
    super('tasks.filter.not-found', { status: 404 });
  }
}

/** The staff member has a filter of this name. */
export class FilterNameTaken extends ProblemError {
  constructor() {
    super('tasks.filter.name-taken', { status: 409 });
  }
}

export class TooManyFilters extends ProblemError {
  constructor(limit: number) {
    super('tasks.filter.too-many', { status: 409, params: { limit } });
  }
}
