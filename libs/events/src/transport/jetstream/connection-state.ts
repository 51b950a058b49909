/** Whether the server is connected: work waits for it, and fails as soon as it is lost. */
export class ConnectionState {
  private open = false;
  private ended = false;
  private waiting: { resolve: () => void; reject: (error: Error) => void }[] = [];
  private underWay = new Set<(error: Error) => void>();

  get isOpen(): boolean {
    return this.open;
  }

  opened(): void {
    this.open = true;
    for (const { resolve } of this.waiting.splice(0)) resolve();
  }

  lost(): void {
    this.open = false;
    for (const fail of this.underWay) fail(new Error('the connection was lost'));
    this.underWay.clear();
  }

  end(): void {
    this.ended = true;
    this.lost();
    for (const { reject } of this.waiting.splice(0)) reject(new Error('closed'));
  }

  /** Resolves when connected; throws after `withinMillis`, if given. */
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

  /** The result of the work, or an error as soon as the connection is lost. */
  unlessLost<T>(work: Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.underWay.add(reject);
      work.then(resolve, reject).finally(() => this.underWay.delete(reject));
    });
  }
}
