/** Running and waiting hashes. Durations in ms. */
export interface HashLoad {
  readonly running: number;
  readonly waiting: number;
  /** Concurrency limit. */
  readonly concurrency: number;
  /** Recent duration of one hash. */
  readonly duration: number;
}

/** Longest wait for a hash to start. */
export const MAX_WAIT_MS = 2_000;

/** Expected milliseconds until one more hash starts. */
export function expectedWait({ running, waiting, concurrency, duration }: HashLoad): number {
  const ahead = Math.max(0, running + waiting - concurrency + 1);
  return (ahead / concurrency) * duration;
}

/**
 * Number of concurrent hashes. At least one of libuv's four threads stays free for files and name
 * look-ups and, with several cores, one core for other requests.
 */
export function hashConcurrency(cores: number): number {
  return Math.max(1, Math.min(3, cores - 1));
}
