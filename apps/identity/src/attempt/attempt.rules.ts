/** What is remembered of failed sign-ins under one key. Times in milliseconds. */
export interface AttemptRecord {
  readonly failures: number;
  readonly lastAt: number;
}

/** How a key's failures slow down and then lock. Times in milliseconds. */
export interface AttemptPolicy {
  /** Failures that cost nothing. */
  readonly free: number;
  /** Failures from which on the key is locked. */
  readonly lockAt: number;
  readonly lockFor: number;
  /**
   * Failures are forgotten this long after the last one. Not longer than a lock, or one failure
   * after each lock would renew it.
   */
  readonly forgetAfter: number;
}

const minute = 60_000;

/** One account from one network, or from one remembered device. */
export const pairPolicy: AttemptPolicy = {
  free: 5,
  lockAt: 10,
  lockFor: 15 * minute,
  forgetAfter: 15 * minute,
};
/** One network over all accounts: an office behind one address must be able to mistype. */
export const networkPolicy: AttemptPolicy = {
  free: 100,
  lockAt: 100,
  lockFor: 15 * minute,
  forgetAfter: 15 * minute,
};
/** Links by mail that one network, or one remembered device, asks for at one address. */
export const resetPolicy: AttemptPolicy = {
  free: 5,
  lockAt: 5,
  lockFor: 15 * minute,
  forgetAfter: 15 * minute,
};
/** Links by mail that one network asks for at all addresses. */
export const resetNetworkPolicy: AttemptPolicy = {
  free: 50,
  lockAt: 50,
  lockFor: 15 * minute,
  forgetAfter: 15 * minute,
};

/** A password attempt at one account; `network` is a hash. `at` in milliseconds. */
export interface Guess {
  readonly at: number;
  readonly network: string;
}

/** Guesses that networks unknown to an account have together in any window. */
export const GUESS_BUDGET = 10;
export const GUESS_WINDOW_MS = 60 * minute;

/** Guesses of the last window. */
export function recentGuesses(guesses: readonly Guess[], now: number): Guess[] {
  return guesses.filter(({ at }) => now - at < GUESS_WINDOW_MS);
}

/** Milliseconds until the budget has a guess left; 0 for now. */
export function waitForBudget(guesses: readonly Guess[], now: number): number {
  const recent = recentGuesses(guesses, now).sort((a, b) => a.at - b.at);
  const blocking = recent.at(-GUESS_BUDGET);
  return blocking ? blocking.at + GUESS_WINDOW_MS - now : 0;
}

/** Milliseconds to wait before the next attempt; 0 for none. */
export function waitBefore(
  record: AttemptRecord | null,
  policy: AttemptPolicy,
  now: number,
): number {
  if (!record || now - record.lastAt >= policy.forgetAfter) return 0;
  const since = now - record.lastAt;
  if (record.failures >= policy.lockAt) return Math.max(0, policy.lockFor - since);
  if (record.failures < policy.free) return 0;
  const pause = 1_000 * 2 ** (record.failures - policy.free);
  return Math.max(0, pause - since);
}

/** The record after one more failure; a forgotten one starts again at one. */
export function withFailure(
  record: AttemptRecord | null,
  policy: AttemptPolicy,
  now: number,
): AttemptRecord {
  if (!record || now - record.lastAt >= policy.forgetAfter) return { failures: 1, lastAt: now };
  return { failures: record.failures + 1, lastAt: now };
}
