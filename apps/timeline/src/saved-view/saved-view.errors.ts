import { ProblemError } from '@engawa/service-kit';

/** Unknown, or the own view of another staff member: the same answer. */
export class SavedViewNotFound extends ProblemError {
  constructor() {
    super('timeline.saved-view.not-found', { status: 404 });
  }
}

/** The view of the space belongs to another staff member. */
export class SavedViewForbidden extends ProblemError {
  constructor() {
    super('timeline.saved-view.forbidden', { status: 403 });
  }
}

export class SavedViewTaken extends ProblemError {
  constructor() {
    super('timeline.saved-view.taken', {
      errors: [{ pointer: '/body/displayName', code: 'invalid' }],
    });
  }
}

export class TooManySavedViews extends ProblemError {
  constructor(limit: number) {
    super('timeline.saved-view.too-many', { params: { limit } });
  }
}

/** 422 with a pointer at each id that the space does not have. */
export class UnknownViewCriterion extends ProblemError {
  constructor(pointers: readonly string[]) {
    super('timeline.saved-view.unknown-criterion', {
      errors: pointers.map((pointer) => ({ pointer, code: 'invalid' })),
    });
  }
}
