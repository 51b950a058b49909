interface Window {
  count: number;
  endsAt: number;
}

export interface Allowance {
  allowed: boolean;
  limit: number;
  remaining: number;
  /** Seconds until the window ends. */
  resetIn: number;
}

/** Most callers counted at the same time; beyond it, the oldest are dropped. */
const MAX_CALLERS = 100_000;

/** Counts requests in fixed windows, in this replica's memory. */
export class RateLimiter {
  private readonly windows = new Map<string, Window>();

  constructor(
    private readonly limit: number,
    private readonly windowMs = 60_000,
    private readonly now: () => number = Date.now,
  ) {}

  take(caller: string): Allowance {
    const now = this.now();
    let window = this.windows.get(caller);
    if (!window || window.endsAt <= now) {
      // Deleted and set again, so that the map stays ordered by the end of the windows.
      this.windows.delete(caller);
      window = { count: 0, endsAt: now + this.windowMs };
      this.windows.set(caller, window);
      this.forgetEnded(now);
    }
    window.count += 1;
    return {
      allowed: window.count <= this.limit,
      limit: this.limit,
      remaining: Math.max(0, this.limit - window.count),
      resetIn: Math.max(1, Math.ceil((window.endsAt - now) / 1000)),
    };
  }

  /** Undoes the count of a request. */
  giveBack(caller: string): void {
    const window = this.windows.get(caller);
    if (window && window.count > 0) window.count -= 1;
  }

  private forgetEnded(now: number): void {
    for (const [caller, window] of this.windows) {
      if (window.endsAt > now && this.windows.size <= MAX_CALLERS) return;
      this.windows.delete(caller);
    }
  }
}
