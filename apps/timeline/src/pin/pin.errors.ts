import { ProblemError } from '@engawa/service-kit';

export class TooManyPins extends ProblemError {
  constructor() {
    super('timeline.pin.too-many');
  }
}
