import { ProblemError } from '@engawa/service-kit';

/** Unknown, or another staff's: the same answer. */
export class SavedSearchNotFound extends ProblemError {
  constructor() {
    super('search.saved-search.not-found', { status: 404 });
  }
}

/** The staff has a saved search of this name. */
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
