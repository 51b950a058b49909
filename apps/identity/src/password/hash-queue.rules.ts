/** How many hashes run and wait. Durations in milliseconds. */
export interface HashLoad {
  readonly running: number;
  readonly waiting: number;
  /** Hashes that run at the same time at most. */
  readonly concurrency: number;
  /** Of one hash, as seen lately. */
  readonly duration: number;
}

/** A caller waits at most this long for their hash to begin. */
export const MAX_WAIT_MS = 2_000;

/** Milliseconds until one more hash would begin. */
export function expectedWait({ running, waiting, concurrency, duration }: HashLoad): number {
  const ahead = Math.max(0, running + waiting - concurrency + 1);
  return (ahead / concurrency) * duration;
}

/**
 * Cores that hash. At least one thread of libuv's four stays free for files and look-ups of names,
 * and where there are several cores, one stays free for requests that read.
 */
export function hashConcurrency(cores: number): number {
  return Math.max(1, Math.min(3, cores - 1));
}
