/** Events that wait to be applied, from which on a process counts as behind. */
const LIMIT = 300;
/** Down to so many it has caught up: the last ones would else compete with what they bring about. */
const CAUGHT_UP = 20;
/** Others are kept waiting for so long at the most, in ms. */
const MOST_MILLIS = 5_000;

/**
 * How far the listeners of this process are behind. After it was away, a service applies what
 * waits before it tells others what follows from it: that would only keep busy those on whose
 * machine it catches up.
 */
export class Backlog {
  private readonly parts = new Map<string, number>();
  private total = 0;
  private release: NodeJS.Timeout | null = null;
  private behind = false;
  private waiting: (() => void)[] = [];

  constructor(
    private readonly limit = LIMIT,
    private readonly mostMillis = MOST_MILLIS,
    private readonly caughtUp = CAUGHT_UP,
  ) {}

  /** How many wait in one place. */
  set(part: string, count: number): void {
    this.total += count - (this.parts.get(part) ?? 0);
    this.parts.set(part, count);
    if (this.total <= (this.behind ? this.caughtUp : this.limit)) {
      this.behind = false;
      this.letGo();
    } else if (!this.behind) {
      this.behind = true;
      this.release = setTimeout(() => this.letGo(), this.mostMillis).unref();
    }
  }

  /** Resolves at once unless too many wait, and in any case soon. */
  async whenSmall(): Promise<void> {
    if (!this.release) return;
    await new Promise<void>((resolve) => this.waiting.push(resolve));
  }

  private letGo(): void {
    if (this.release) clearTimeout(this.release);
    this.release = null;
    for (const resolve of this.waiting.splice(0)) resolve();
  }
}
