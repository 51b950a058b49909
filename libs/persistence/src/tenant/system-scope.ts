import { AsyncLocalStorage } from 'node:async_hooks';

const scope = new AsyncLocalStorage<{ reason: string }>();

/**
 * Runs work over all spaces, such as the outbox sweeper. Queries inside need no space. `reason` is
 * required; outside of it, a query without a space throws `MissingSpace`.
 */
export async function inSystemScope<T>(reason: string, work: () => PromiseLike<T> | T): Promise<T> {
  if (typeof reason !== 'string' || reason.trim() === '') {
    throw new TypeError('A system scope needs its reason');
  }
  // Awaited inside the scope: a mongoose query starts only when it is awaited.
  return scope.run({ reason }, async () => await work());
}

/** The reason of the current system scope; null outside of one. */
export function systemScopeReason(): string | null {
  return scope.getStore()?.reason ?? null;
}
