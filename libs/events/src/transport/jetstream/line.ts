/** What is away for less is no outage, in ms. */
const OUTAGE_MS = 2_000;

/** Whether the server can be reached: lets work wait for it, and ends work that it took along. */
export class Line {
  private open = false;
  private ended = false;
  private waiting: { resolve: () => void; reject: (error: Error) => void }[] = [];
  private underWay = new Set<(error: Error) => void>();
  private lostAt: number | null = null;
  private reopenedAt = Number.NEGATIVE_INFINITY;

  get isOpen(): boolean {
    return this.open;
  }

  /** How long ago the server came back after an outage that let work pile up, in ms. */
  get sinceOutage(): number {
    return performance.now() - this.reopenedAt;
  }

  opened(): void {
    this.open = true;
    const now = performance.now();
    if (this.lostAt !== null && now - this.lostAt > OUTAGE_MS) this.reopenedAt = now;
    this.lostAt = null;
    for (const { resolve } of this.waiting.splice(0)) resolve();
  }

  lost(): void {
    if (this.open) this.lostAt = performance.now();
    this.open = false;
    for (const fail of this.underWay) fail(new Error('the connection was lost'));
    this.underWay.clear();
  }

  end(): void {
    this.ended = true;
    this.lost();
    for (const { reject } of this.waiting.splice(0)) reject(new Error('closed'));
  }

  /** Resolves as soon as the server can be reached; throws after `withinMillis`, if given. */
  async whenOpen(withinMillis?: number): Promise<void> {
    if (this.open) return;
    if (this.ended) throw new Error('closed');
    let timer: NodeJS.Timeout | undefined;
    await new Promise<void>((resolve, reject) => {
      this.waiting.push({ resolve, reject });
      if (withinMillis === undefined) return;
      timer = setTimeout(() => reject(new Error('not connected')), withinMillis);
    }).finally(() => clearTimeout(timer));
  }

  /** The work's result, or an error as soon as the connection is lost. */
  unlessLost<T>(work: Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.underWay.add(reject);
      work.then(resolve, reject).finally(() => this.underWay.delete(reject));
    });
  }
}
