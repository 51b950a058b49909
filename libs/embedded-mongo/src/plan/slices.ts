import type { MongoError } from '../mongo-error';
import type { Pausing } from '../pause';

/** Longest run of one slice on the event loop. */
const SLICE_MS = 3;

/** Why work should end early: the server stops, or the client has disconnected; else null. */
export type Interruption = () => MongoError | null;

/** Yields to the event loop after each slice. */
export class Slices {
  private start = performance.now();
  private count = 0;

  constructor(private readonly interruption: Interruption = () => null) {}

  /** Whether to pause; checks the clock only now and then. */
  due(): boolean {
    return (++this.count & 7) === 0 && performance.now() - this.start > SLICE_MS;
  }

  /** Yields to the event loop and starts the next slice. @throws MongoError when interrupted */
  async pause(): Promise<void> {
    await new Promise((resume) => setImmediate(resume));
    this.assertWanted();
    this.start = performance.now();
  }

  /** @throws MongoError when interrupted */
  assertWanted(): void {
    const reason = this.interruption();
    if (reason) throw reason;
  }

  /** The result of pausing work. @throws MongoError when interrupted */
  async resultOf<T>(work: Pausing<T>): Promise<T> {
    for (;;) {
      const step = work.next();
      if (step.done) return step.value;
      await this.pause();
    }
  }
}
