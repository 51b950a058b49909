import type { EventEnvelope } from '@engawa/contracts';
import { postEvent } from '../testing/memory-source';
import { EventBatch } from './event-batch';

const idsOf = (events: EventEnvelope[]) => events.map((event) => event.aggregate.id);

function recording(
  options: { pause?: number; pauseFlood?: number; limit?: number; fails?: string[] } = {},
) {
  const batches: string[][] = [];
  const batch = new EventBatch({
    gather: 0,
    pauseEach: options.pause ?? 0,
    pauseMost: 1_000_000,
    pauseFull: 0,
    pauseFlood: options.pauseFlood ?? 0,
    limit: options.limit ?? 10,
    apply: async (events) => {
      batches.push(idsOf(events));
      const unfit = idsOf(events).find((id) => options.fails?.includes(id));
      if (unfit) throw new Error(`${unfit} does not fit`);
    },
  });
  return { batches, push: (...ids: string[]) => ids.map((id) => batch.push(postEvent(id, 1))) };
}

it('applies together what comes together, and as many as it may', async () => {
  const { batches, push } = recording({ limit: 3 });
  await Promise.all(push('a', 'b', 'c', 'd'));
  await Promise.all(push('e'));
  expect(batches).toEqual([['a', 'b', 'c'], ['d'], ['e']]);
});

it('lets later ones gather until a batch is full', async () => {
  // So long that only a full batch can end the wait.
  const { batches, push } = recording({ pause: 1_000_000, limit: 2 });
  await Promise.all(push('a'));
  const waiting = push('b');
  await new Promise((resolve) => setImmediate(resolve));
  expect(batches).toEqual([['a']]);
  await Promise.all([...waiting, ...push('c')]);
  expect(batches).toEqual([['a'], ['b', 'c']]);
});

it('leaves the machine to others when a flood begins', async () => {
  const { batches, push } = recording({ pauseFlood: 200, limit: 2 });
  const all = push('a', 'b', 'c', 'd');
  await new Promise((resolve) => setImmediate(resolve));
  expect(batches).toEqual([]);
  await Promise.all(all);
  expect(batches).toHaveLength(2);
});

it('goes on without a pause after the first full batch, and again after the next flood begins', async () => {
  const { batches, push } = recording({ pauseFlood: 30, limit: 2 });
  const began = performance.now();
  await Promise.all(push('a', 'b', 'c', 'd', 'e', 'f', 'g'));
  expect(performance.now() - began).toBeGreaterThan(25);
  expect(batches).toEqual([['a', 'b'], ['c', 'd'], ['e', 'f'], ['g']]);
  const again = push('h', 'i');
  await new Promise((resolve) => setImmediate(resolve));
  expect(batches).toHaveLength(4);
  await Promise.all(again);
  expect(batches).toHaveLength(5);
});

it('gathers while a batch is being applied', async () => {
  let end = (): void => undefined;
  const batches: string[][] = [];
  const batch = new EventBatch({
    gather: 0,
    pauseEach: 0,
    pauseMost: 0,
    pauseFull: 0,
    pauseFlood: 0,
    limit: 10,
    apply: async (events) => {
      batches.push(idsOf(events));
      if (batches.length === 1) await new Promise<void>((resolve) => (end = resolve));
    },
  });
  const first = batch.push(postEvent('a', 1));
  while (batches.length === 0) await new Promise((resolve) => setImmediate(resolve));
  const later = ['b', 'c'].map((id) => batch.push(postEvent(id, 1)));
  end();
  await Promise.all([first, ...later]);
  expect(batches).toEqual([['a'], ['b', 'c']]);
});

it('applies one by one what failed together, so that only the unfit fails', async () => {
  const { batches, push } = recording({ fails: ['b'] });
  const outcomes = await Promise.allSettled(push('a', 'b', 'c'));
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(batches).toEqual([['a', 'b', 'c'], ['a'], ['b'], ['c']]);
});
