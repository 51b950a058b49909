import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Retries `check` until it does not throw; throws its last error after the timeout (default 15 s).
 */
export async function eventually<T>(
  check: () => T | Promise<T>,
  options: { timeoutMs?: number; everyMs?: number } = {},
): Promise<T> {
  const end = Date.now() + (options.timeoutMs ?? 15_000);
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
