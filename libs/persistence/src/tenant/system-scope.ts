import { AsyncLocalStorage } from 'node:async_hooks';

const scope = new AsyncLocalStorage<{ reason: string }>();

/**
 * Runs work that concerns all spaces, such as the outbox sweeper. Within it, queries need no
 * space. `reason` says why and is required; everything else that forgets its space throws.
 */
export async function inSystemScope<T>(reason: string, work: () => PromiseLike<T> | T): Promise<T> {
  if (typeof reason !== 'string' || reason.trim() === '') {
    throw new TypeError('A system scope needs its reason');
  }
  // Awaited inside: a mongoose query begins only when somebody waits for it.
  return scope.run({ reason }, async () => await work());
}

/** Why the running work may do without a space; null outside of a system scope. */
export function systemScopeReason(): string | null {
  return scope.getStore()?.reason ?? null;
}
