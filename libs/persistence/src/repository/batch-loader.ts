interface PendingCall<Call, Answer> {
  call: Call;
  resolve: (answer: Answer) => void;
  reject: (error: unknown) => void;
}

/**
 * Batches calls made in the same event-loop tick into one command (DataLoader), so that concurrent
 * listeners share round trips.
 */
export class BatchLoader<Call, Answer> {
  private waiting: PendingCall<Call, Answer>[] = [];

  /**
   * `run` returns one result per call, in order: the answer, or an `Error` for that call only.
   * `limit` is the largest batch.
   */
  constructor(
    private readonly run: (calls: Call[]) => Promise<(Answer | Error)[]>,
    private readonly limit = 500,
  ) {}

  /**
   * Resolves with the answer to this call from the batch of this event-loop turn; rejects with the
   * batch.
   */
  load(call: Call): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ call, resolve, reject });
      if (this.waiting.length === 1) setImmediate(() => this.flush());
    });
  }

  private flush(): void {
    const all = this.waiting;
    this.waiting = [];
    for (let from = 0; from < all.length; from += this.limit) {
      void this.answer(all.slice(from, from + this.limit));
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
