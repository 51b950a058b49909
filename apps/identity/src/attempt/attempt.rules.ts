/** Failed sign-ins of one key. Times in epoch ms. */
export interface AttemptRecord {
  readonly failures: number;
  readonly lastAt: number;
}

/** How failures of a key delay and then lock it. Durations in ms. */
export interface AttemptPolicy {
  /** Failures without a delay. */
  readonly free: number;
  /** Failures from which the key is locked. */
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
/** Password mails that one network or remembered device requests for one address. */
export const resetPolicy: AttemptPolicy = {
  free: 5,
  lockAt: 5,
  lockFor: 15 * minute,
  forgetAfter: 15 * minute,
};
/** Password mails that one network requests for all addresses. */
export const resetNetworkPolicy: AttemptPolicy = {
  free: 50,
  lockAt: 50,
  lockFor: 15 * minute,
  forgetAfter: 15 * minute,
};

/** A password attempt on one account; `network` is a hash. `at` in epoch ms. */
export interface Guess {
  readonly at: number;
  readonly network: string;
}

/** Guesses of all unknown networks together on one account per window. */
export const GUESS_BUDGET = 10;
export const GUESS_WINDOW_MS = 60 * minute;

/** Guesses within the last window. */
export function recentGuesses(guesses: readonly Guess[], now: number): Guess[] {
  return guesses.filter(({ at }) => now - at < GUESS_WINDOW_MS);
}

/** Milliseconds until the budget allows another guess; 0 if it does now. */
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

/** The record after one more failure; an expired record restarts at one. */
export function withFailure(
  record: AttemptRecord | null,
  policy: AttemptPolicy,
  now: number,
): AttemptRecord {
  if (!record || now - record.lastAt >= policy.forgetAfter) return { failures: 1, lastAt: now };
  return { failures: record.failures + 1, lastAt: now };
}
