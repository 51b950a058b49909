import { MEMBER_PHOTO_MAX_BYTES } from '@engawa/contracts';
import { ProblemError } from '@engawa/service-kit';

/** Specification: only png and jpg. */
export class PhotoNotAPicture extends ProblemError {
  constructor() {
    super('members.photo.not-a-picture', { status: 422 });
  }
}

export class PhotoTooLarge extends ProblemError {
  constructor() {
    super('members.photo.too-large', {
      status: 413,
      params: { megabytes: MEMBER_PHOTO_MAX_BYTES / 1_048_576 },
    });
  }
}

export class PhotoUnreadable extends ProblemError {
  constructor() {
    super('members.photo.unreadable', { status: 422 });
  }
}

export class PhotoNotFound extends ProblemError {
  constructor() {
    super('members.photo.not-found', { status: 404 });
  }
}
