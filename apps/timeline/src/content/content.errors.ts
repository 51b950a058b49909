import { mapWriteErrors } from '@engawa/persistence';
import { ProblemError } from '@engawa/service-kit';
import { PostContended } from '../post/post.errors';

/** 422 `timeline.post.empty`, for posts and comments. */
export class EmptyContent extends ProblemError {
  constructor() {
    super('timeline.post.empty', {
      errors: [{ pointer: '/body/memo', code: 'missing' }],
    });
  }
}

type UnknownCode =
  | 'timeline.post.unknown-member'
  | 'timeline.post.deleted-member'
  | 'timeline.post.unknown-label'
  | 'timeline.post.unknown-staff'
  | 'timeline.post.deactivated-assignee'
  | 'timeline.post.unknown-attachment'
  | 'timeline.attachment.duplicate';

/** 422 with a pointer at each id that is not valid in this space. */
export class UnfitReference extends ProblemError {
  constructor(code: UnknownCode, pointers: readonly string[]) {
    super(code, { errors: pointers.map((pointer) => ({ pointer, code: 'invalid' })) });
  }
}

/**
 * Runs a write of a post or comment. Throws `PostContended` after repeated conflicts, and the error
 * of `stale` when another change came first.
 */
export function mapContentWriteErrors<T, Stored>(
  write: () => Promise<T>,
  stale?: (current: Stored) => Promise<Error>,
): Promise<T> {
  return mapWriteErrors(write(), { stale, contended: () => new PostContended() });
}
