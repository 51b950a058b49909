import { ProblemError } from '@engawa/service-kit';

/** 503: the timeline does not answer, so nothing can be compared. */
export class TimelineUnavailable extends ProblemError {
  constructor(cause: unknown) {
    super('tasks.repair.timeline-unavailable', { status: 503, cause });
  }
}
