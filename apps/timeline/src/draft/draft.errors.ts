import { ProblemError } from '@engawa/service-kit';

export class DraftNotFound extends ProblemError {
  constructor() {
    super('timeline.draft.not-found');
  }
}

/** 409: it was sent or thrown away, and does not come back. */
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
