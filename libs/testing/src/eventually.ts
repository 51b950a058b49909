import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Retries `check` until it does not throw; throws its last error after the timeout. The default is long because
 * only a failing test waits for it, and a loaded machine may be far behind.
 */
export async function eventually<T>(
  check: () => T | Promise<T>,
  options: { timeoutMs?: number; everyMs?: number } = {},
): Promise<T> {
  const end = Date.now() + (options.timeoutMs ?? 60_000);
  for (;;) {
    try {
      return await check();
    } catch (error) {
      if (Date.now() >= end) throw error;
      await sleep(options.everyMs ?? 15);
    }
  }
}

/** Checks repeatedly for the whole time (default 300 ms); for what must not happen. */
export async function throughout(check: () => void | Promise<void>, ms = 300): Promise<void> {
  const end = Date.now() + ms;
  while (Date.now() < end) {
    await check();
    await sleep(15);
  }
  await check();
}

/**
 * Asks what is missing until nothing is, and returns what never comes. A loaded machine may be far
 * behind, so the wait ends only when nothing came for `lostAfterMs` (default 2 minutes).
 */
export async function findLost<T>(
  findMissing: () => Promise<T[]>,
  options: { lostAfterMs?: number; everyMs?: number } = {},
): Promise<T[]> {
  let fewest = Number.POSITIVE_INFINITY;
  let progressAt = Date.now();
  for (;;) {
    const missing = await findMissing();
    if (missing.length < fewest) progressAt = Date.now();
    fewest = Math.min(fewest, missing.length);
    const isLost = Date.now() - progressAt > (options.lostAfterMs ?? 120_000);
    if (missing.length === 0 || isLost) return missing;
    await sleep(options.everyMs ?? 1_000);
  }
}
