import { mapWriteErrors } from '@engawa/persistence';
import { ProblemError } from '@engawa/service-kit';
import { PostContended } from '../post/post.errors';

/** Both posts and comments: 422 `timeline.post.empty`. */
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

/** 422 with a pointer at each id of the input that does not fit this space. */
export class UnfitReference extends ProblemError {
  constructor(code: UnknownCode, pointers: readonly string[]) {
    super(code, { errors: pointers.map((pointer) => ({ pointer, code: 'invalid' })) });
  }
}

/**
 * Carries out a write of a post or comment. Throws `PostContended` where others changed it again and
 * again in the meantime, and what `stale` answers where another change came first.
 */
export function mapContentWriteErrors<T, Stored>(
  write: () => Promise<T>,
  stale?: (current: Stored) => Promise<Error>,
): Promise<T> {
  return mapWriteErrors(write(), { stale, contended: () => new PostContended() });
}
