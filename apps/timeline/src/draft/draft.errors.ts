import { ProblemError } from '@engawa/service-kit';

export class DraftNotFound extends ProblemError {
  constructor() {
    super('timeline.draft.not-found');
  }
}

/** 409: it was sent or deleted, and cannot be saved again. */
export class DraftEnded extends ProblemError {
  constructor() {
    super('timeline.draft.ended', { status: 409 });
  }
}

export class TooManyDrafts extends ProblemError {
  constructor() {
    super('timeline.draft.too-many');
  }
}
