import { WINDOW_SECONDS, type RateCounter } from './rate-counter';

/** What this replica knows about a caller's window, which all replicas share. */
interface Window {
  /** Requests that this replica has reserved and not used. */
  reserved: number;
  /** Requests that no replica has reserved, when this one last asked. */
  unreserved: number;
  /** In ms since 1970. */
  endsAt: number;
  /** Requests that wait for a reservation. */
  waiting: number;
  reservation: Promise<void> | null;
}

export interface Allowance {
  allowed: boolean;
  limit: number;
  remaining: number;
  /** Seconds until the window ends. */
  resetIn: number;
}

/** Most callers remembered at the same time; beyond it, the oldest are dropped. */
const MAX_CALLERS = 100_000;

/** A replica reserves this part of the limit at a time. */
const SHARES_OF_A_LIMIT = 100;

/**
 * Limits the requests of each caller in a window. The counter is shared by all replicas. A replica
 * reserves a share of the limit and uses it without asking again; it reserves the next share before
 * the current one is used up. The replicas together never allow more than the limit; a share that a
 * replica does not use in the window is lost to the caller, at most 1 % of the limit for each
 * replica. A limit below 200 has shares of one request. While the counter does not answer, a
 * replica reserves of what it knows to be left.
 */
export class RateLimiter {
  private readonly windows = new Map<string, Window>();
  private readonly share: number;

  constructor(
    private readonly limit: number,
    private readonly counter: RateCounter,
    private readonly now: () => number = Date.now,
  ) {
    this.share = Math.max(1, Math.floor(limit / SHARES_OF_A_LIMIT));
  }

  async take(caller: string): Promise<Allowance> {
    const window = this.windowOf(caller);
    const allowed = takeReserved(window) || (await this.waitForReserved(caller, window));
    if (window.reserved < this.share / 2 && this.share > 1) this.reserve(caller, window);
    return {
      allowed,
      limit: this.limit,
      remaining: window.reserved + window.unreserved,
      resetIn: Math.max(1, Math.ceil((window.endsAt - this.now()) / 1000)),
    };
  }

  /** Undoes the count of a request. */
  refund(caller: string): void {
    const window = this.windows.get(caller);
    if (window) window.reserved += 1;
  }

  private windowOf(caller: string): Window {
    const now = this.now();
    const current = this.windows.get(caller);
    if (current && current.endsAt > now) return current;
    // Deleted and set again, so that the map stays ordered by the start of the windows.
    this.windows.delete(caller);
    const window: Window = {
      reserved: 0,
      unreserved: this.limit,
      // Corrected by the first reservation: the window may have begun at another replica.
      endsAt: now + WINDOW_SECONDS * 1000,
      waiting: 0,
      reservation: null,
    };
    this.windows.set(caller, window);
    this.forgetEnded(now);
    return window;
  }

  /** Returns false when nothing is left to reserve. */
  private async waitForReserved(caller: string, window: Window): Promise<boolean> {
    window.waiting += 1;
    let taken = false;
    while (!taken && window.unreserved > 0) {
      this.reserve(caller, window);
      await window.reservation;
      taken = takeReserved(window);
    }
    window.waiting -= 1;
    return taken;
  }

  /** One reservation at a time, large enough for all who wait. */
  private reserve(caller: string, window: Window): void {
    if (window.unreserved === 0) return;
    window.reservation ??= this.reserveOnce(caller, window).finally(() => {
      window.reservation = null;
    });
  }

  private async reserveOnce(caller: string, window: Window): Promise<void> {
    const wanted = Math.max(this.share, window.waiting);
    const count = await this.counter.add(caller, wanted);
    // The shared count lacks what this replica allowed while it counted alone: the lower rest wins.
    const shared = count ? Math.max(0, this.limit - count.points + wanted) : this.limit;
    const before = Math.min(shared, window.unreserved);
    window.reserved += Math.min(wanted, before);
    window.unreserved = Math.max(0, before - wanted);
    if (count) window.endsAt = this.now() + count.resetIn;
  }

  private forgetEnded(now: number): void {
    for (const [caller, window] of this.windows) {
      if (window.endsAt > now && this.windows.size <= MAX_CALLERS) return;
      this.windows.delete(caller);
    }
  }
}

function takeReserved(window: Window): boolean {
  if (window.reserved === 0) return false;
  window.reserved -= 1;
  return true;
}
