import { MongoError } from '../mongo-error';

export interface Deadline {
  /** On the clock of `performance.now()`; Infinity for none. */
  readonly at: number;
  /** Reason to end earlier: the server stops, or the client has disconnected. */
  readonly interrupted: () => MongoError | null;
}

export function assertInTime(deadline: Deadline | null): void {
  if (!deadline) return;
  const reason = deadline.interrupted();
  if (reason) throw reason;
  if (performance.now() > deadline.at) throw new MongoError(50, 'operation exceeded time limit');
}
