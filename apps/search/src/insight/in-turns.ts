import { setImmediate as nextTurn } from 'node:timers/promises';

/** Yields to the event loop before each item, so that other requests do not wait for all of them. */
export async function* inTurns<T>(items: Iterable<T>): AsyncGenerator<T, void> {
  for (const item of items) {
    await nextTurn();
    yield item;
  }
}
