import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Logger } from '@nestjs/common';

/** Pause after the n-th failed attempt (from 1): grows from 50 ms to 1.5 s. */
export function growingPause(attempt: number): number {
  return Math.min(1_500, 50 * 3 ** (attempt - 1));
}

/** Ends the waits of many pieces of work at once. */
export function newStopping(): AbortController {
  const stopping = new AbortController();
  setMaxListeners(0, stopping.signal);
  return stopping;
}

/** The result of the work; throws as soon as the signal aborts. */
export async function unlessAborted<Result>(
  work: Promise<Result>,
  signal: AbortSignal,
): Promise<Result> {
  let abort = (): void => undefined;
  const aborted = new Promise<never>((_resolve, reject) => {
    abort = () => reject(signal.reason as Error);
    signal.addEventListener('abort', abort);
  });
  return Promise.race([work, aborted]).finally(() => signal.removeEventListener('abort', abort));
}

/**
 * Repeats the work until it succeeds; throws only after the signal aborts. Logs the first failure
 * and every 20th.
 */
export async function retry<Result>(
  what: string,
  work: () => Promise<Result>,
  signal: AbortSignal,
): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    signal.throwIfAborted();
    try {
      return await work();
    } catch (error) {
      if (attempt % 20 === 1 && !signal.aborted) {
        new Logger('Events').warn(`${what}, attempt ${attempt}: ${reasonOf(error)}`);
      }
    }
    await sleep(growingPause(attempt), undefined, { signal });
  }
}

/** Runs the work again whenever it ends or fails, until the signal aborts. */
export async function runForever(
  what: string,
  work: () => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    await retry(what, work, signal).catch(() => undefined);
    await sleep(growingPause(1), undefined, { signal }).catch(() => undefined);
  }
}

/** Name and message of a failure, at most 2,000 characters, as a dead letter stores them. */
export function reasonOf(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}`.slice(0, 2_000) : String(error);
}
