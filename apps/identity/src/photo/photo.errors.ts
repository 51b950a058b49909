import { ProblemError } from '@engawa/service-kit';

export class PhotoUnreadable extends ProblemError {
  constructor(cause?: unknown) {
    super('identity.photo.unreadable', { status: 422, cause });
  }
}

export class PhotoTooLarge extends ProblemError {
  constructor() {
    super('identity.photo.too-large', { status: 413 });
  }
}

export class PhotoNotFound extends ProblemError {
  constructor() {
    super('identity.photo.not-found');
  }
}
