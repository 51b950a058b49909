import { ProblemError } from '@engawa/service-kit';

export class AttachmentNotFound extends ProblemError {
  constructor() {
    super('timeline.attachment.not-found');
  }
}

/** 400: the body has no file, or an empty one. */
export class FileMissing extends ProblemError {
  constructor() {
    super('timeline.attachment.missing', { status: 400 });
  }
}

/** 413: more than 4 MB. */
export class FileTooLarge extends ProblemError {
  constructor() {
    super('timeline.attachment.too-large', { status: 413 });
  }
}

/** 422: the content does not match the name. */
export class FileDisguised extends ProblemError {
  constructor() {
    super('timeline.attachment.disguised');
  }
}

/** 422: a damaged picture, or one with too many pixels. */
export class FileUnreadable extends ProblemError {
  constructor() {
    super('timeline.attachment.unreadable');
  }
}

/** 409: a post uses it; remove it there. */
export class AttachmentInUse extends ProblemError {
  constructor() {
    super('timeline.attachment.in-use', { status: 409 });
  }
}
