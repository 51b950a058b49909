import { ProblemError } from '@engawa/service-kit';

export class ReactionNotFound extends ProblemError {
  constructor() {
    super('timeline.reaction.not-found');
  }
}

/** 422: the space does not have this emoji. */
export class UnknownReaction extends ProblemError {
  constructor() {
    super('timeline.reaction.unknown', {
      errors: [{ pointer: '/body/reactionId', code: 'invalid' }],
    });
  }
}

/** 409: the space already has this emoji. */
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
