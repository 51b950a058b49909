/** Interval of queries while nothing suggests that events were left behind. */
const QUIET_INTERVAL_MS = 15_000;
/** How long each round queries after a start, a failed write or found events. */
const SUSPICIOUS_MS = 30_000;
const MAX_TRACKED = 20_000;

/**
 * Decides when the sweeper has to query a collection for events that nobody publishes. This process
 * knows which of its own documents still have events, so that a collection at rest is queried
 * rarely: only for what another process left behind.
 */
export class LeftoverEvents {
  /** Documents with events of this process, by the time of their write, the oldest first. */
  private readonly open = new Map<string, number>();
  private suspiciousUntil: number;
  private lookedAt = 0;

  constructor(private readonly now: () => number = Date.now) {
    // A previous process may have crashed.
    this.suspiciousUntil = this.now() + SUSPICIOUS_MS;
  }

  /** A document was written with events. */
  written(key: string): void {
    if (this.open.size >= MAX_TRACKED) this.suspect();
    else if (!this.open.has(key)) this.open.set(key, this.now());
  }

  /** The events of these documents are published and removed. */
  removed(keys: Iterable<string>): void {
    for (const key of keys) this.open.delete(key);
  }

  /** The outcome of a write is unknown: it may have left events. */
  suspect(): void {
    this.suspiciousUntil = this.now() + SUSPICIOUS_MS;
  }

  /** Whether events older than `before` may be left behind. */
  mayExist(before: Date): boolean {
    const now = this.now();
    if (now < this.suspiciousUntil || now - this.lookedAt >= QUIET_INTERVAL_MS) return true;
    const [oldest] = this.open.values();
    return oldest !== undefined && oldest < before.getTime();
  }

  /** Reports the result of a query for events older than `before`; `complete`: no others exist. */
  looked(before: Date, keys: readonly string[], complete: boolean): void {
    this.lookedAt = this.now();
    if (keys.length > 0) this.suspect();
    if (!complete) return;
    const found = new Set(keys);
    for (const [key, writtenAt] of this.open) {
      if (writtenAt >= before.getTime()) break;
      if (!found.has(key)) this.open.delete(key);
    }
  }
}
