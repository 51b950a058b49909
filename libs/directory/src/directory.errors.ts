import { ProblemError } from '@engawa/service-kit';

/** 503: an id is not known here and its owner does not answer. */
export class DirectoryUnavailable extends ProblemError {
  constructor(cause: unknown) {
    super('internal.not-ready', { status: 503, cause, headers: { 'retry-after': '1' } });
  }
}
