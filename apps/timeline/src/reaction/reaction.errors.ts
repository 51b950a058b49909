import { ProblemError } from '@engawa/service-kit';

export class ReactionNotFound extends ProblemError {
  constructor() {
    super('timeline.reaction.not-found');
  }
}

/** 422: a toggle names a pictogram that the space does not have. */
export class UnknownReaction extends ProblemError {
  constructor() {
    super('timeline.reaction.unknown', {
      errors: [{ pointer: '/body/reactionId', code: 'invalid' }],
    });
  }
}

/** 409: the space has this pictogram. */
export class ReactionTaken extends ProblemError {
  constructor() {
    super('timeline.reaction.taken', { errors: [{ pointer: '/body/emoji', code: 'invalid' }] });
  }
}

export class TooManyReactions extends ProblemError {
  constructor() {
    super('timeline.reaction.too-many');
  }
}
