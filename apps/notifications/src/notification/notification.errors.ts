import { ProblemError } from '@engawa/service-kit';

/** Unknown, withdrawn, or another staff member's: the same answer. */
export class NotificationNotFound extends ProblemError {
  constructor() {
    super('notifications.notification.not-found', { status: 404 });
  }
}
