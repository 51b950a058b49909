import { draft, type Draft } from '@engawa/contracts';
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

/** 412 with the newer text that another device saved. */
export class DraftStale extends ProblemError {
  constructor(current: Draft) {
    super('timeline.draft.stale', { current: draft.parse(current) });
  }
}

export class TooManyDrafts extends ProblemError {
  constructor() {
    super('timeline.draft.too-many');
  }
}
