import { MongoError } from '../mongo-error';

export interface Deadline {
  /** Milliseconds on the clock of `performance.now()`; Infinity for none. */
  readonly at: number;
  /** Why the operation should end before that: the server stops, or nobody waits for the answer any more. */
  readonly interrupted: () => MongoError | null;
}

export function assertInTime(deadline: Deadline | null): void {
  if (!deadline) return;
  const reason = deadline.interrupted();
  if (reason) throw reason;
  if (performance.now() > deadline.at) throw new MongoError(50, 'operation exceeded time limit');
}
