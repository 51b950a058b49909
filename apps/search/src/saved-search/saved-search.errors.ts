import { ProblemError } from '@engawa/service-kit';

/** Unknown, or another staff member's: the same answer. */
export class SavedSearchNotFound extends ProblemError {
  constructor() {
    super('search.saved-search.not-found', { status: 404 });
  }
}

/** The staff member has a saved search of this name. */
export class SavedSearchNameTaken extends ProblemError {
  constructor() {
    super('search.saved-search.name-taken', { status: 409 });
  }
}

export class TooManySavedSearches extends ProblemError {
  constructor(limit: number) {
    super('search.saved-search.too-many', { status: 409, params: { limit } });
  }
}

/** 422 with a pointer at each id unknown to the space. */
export class UnknownCriterion extends ProblemError {
  constructor(pointers: readonly string[]) {
    super('search.saved-search.unknown-criterion', {
      errors: pointers.map((pointer) => ({ pointer, code: 'invalid' })),
    });
  }
}
