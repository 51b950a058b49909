/** A number of places; who finds none free waits in line. */
export class Slots {
  private readonly waiting: (() => void)[] = [];
  private taken = 0;

  constructor(private readonly count: number) {}

  async enter(): Promise<void> {
    if (this.taken < this.count) {
      this.taken += 1;
      return;
    }
    // A place that is given back goes to the first in line, without becoming free in between.
    await new Promise<void>((resolve) => this.waiting.push(resolve));
  }

  leave(): void {
    const next = this.waiting.shift();
    if (next) next();
    else this.taken -= 1;
  }

  async within<T>(work: () => Promise<T>): Promise<T> {
    await this.enter();
    try {
      return await work();
    } finally {
      this.leave();
    }
  }
}
