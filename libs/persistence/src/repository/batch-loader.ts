import { setImmediate as endOfTurn } from 'node:timers/promises';

interface PendingCall<Call, Answer> {
  call: Call;
  resolve: (answer: Answer) => void;
  reject: (error: unknown) => void;
}

const DEFAULT_LIMIT = 500;

interface BatchOptions {
  /** Most calls of a batch. */
  limit?: number;
  /**
   * How long, in ms, a batch waits until it has as many calls as the one before it, if that had
   * several: who shared it probably calls again now.
   */
  gatherMs?: number;
}

/**
 * Batches calls made in the same event-loop tick into one command (DataLoader), so that concurrent
 * listeners share round trips.
 */
export class BatchLoader<Call, Answer> {
  private waiting: PendingCall<Call, Answer>[] = [];
  private expected = 1;
  private gathered: () => void = () => undefined;

  /** `run` returns one result per call, in order: the answer, or an `Error` for that call only. */
  constructor(
    private readonly run: (calls: Call[]) => Promise<(Answer | Error)[]>,
    private readonly options: BatchOptions = {},
  ) {}

  /** Resolves with the answer to this call; rejects with its batch. */
  load(call: Call): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ call, resolve, reject });
      if (this.waiting.length === 1) void this.begin();
      else if (this.waiting.length === this.expected) this.gathered();
    });
  }

  private async begin(): Promise<void> {
    const { gatherMs } = this.options;
    if (gatherMs && this.expected > 1) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, gatherMs);
        this.gathered = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    await endOfTurn();
    this.flush();
  }

  private flush(): void {
    const { limit = DEFAULT_LIMIT } = this.options;
    const all = this.waiting;
    this.waiting = [];
    this.expected = all.length;
    for (let from = 0; from < all.length; from += limit) {
      void this.answer(all.slice(from, from + limit));
    }
  }

  private async answer(waiting: PendingCall<Call, Answer>[]): Promise<void> {
    try {
      const answers = await this.run(waiting.map(({ call }) => call));
      for (const [index, { resolve, reject }] of waiting.entries()) {
        const answer = answers[index]!;
        if (answer instanceof Error) reject(answer);
        else resolve(answer);
      }
    } catch (error) {
      for (const { reject } of waiting) reject(error);
    }
  }
}
