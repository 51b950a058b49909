import { ProblemError } from '@engawa/service-kit';

export class LabelNotFound extends ProblemError {
  constructor() {
    super('timeline.label.not-found');
  }
}

/** 409: the space has a label of this name. */
export class LabelTaken extends ProblemError {
  constructor() {
    super('timeline.label.taken', { errors: [{ pointer: '/body/name', code: 'invalid' }] });
  }
}

/** 422: a default label cannot be deleted and always marks issues. */
export class LabelBuiltIn extends ProblemError {
  constructor() {
    super('timeline.label.built-in');
  }
}

export class TooManyLabels extends ProblemError {
  constructor() {
    super('timeline.label.too-many');
  }
}
