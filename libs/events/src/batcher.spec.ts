import type { EventEnvelope } from '@engawa/contracts';
import { postEvent } from './testing/memory-source';
import { Batcher } from './batcher';

const idsOf = (events: EventEnvelope[]) => events.map((event) => event.aggregate.id);

function recording(options: { max?: number; fails?: string[] } = {}) {
  const batches: string[][] = [];
  const batch = new Batcher<EventEnvelope>({
    deferred: true,
    oneByOne: true,
    max: options.max ?? 10,
    run: async (events) => {
      batches.push(idsOf(events));
      const unfit = idsOf(events).find((id) => options.fails?.includes(id));
      if (unfit) throw new Error(`${unfit} does not fit`);
    },
  });
  return { batches, push: (...ids: string[]) => ids.map((id) => batch.push(postEvent(id, 1))) };
}

it('applies events that arrive together as a batch, up to its limit', async () => {
  const { batches, push } = recording({ max: 3 });
  await Promise.all(push('a', 'b', 'c', 'd'));
  await Promise.all(push('e'));
  expect(batches).toEqual([['a', 'b', 'c'], ['d'], ['e']]);
});

it('collects the next batch while one is being applied', async () => {
  let end = (): void => undefined;
  const batches: string[][] = [];
  const batch = new Batcher<EventEnvelope>({
    deferred: true,
    oneByOne: true,
    max: 10,
    run: async (events) => {
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

it('gathers after a large batch, so that what comes one after another is a batch too', async () => {
  const sizes = async (first: number) => {
    const found: number[] = [];
    let end = (): void => undefined;
    const batch = new Batcher<number>({
      deferred: true,
      gather: () => new Promise<void>((resolve) => (end = resolve)),
      run: async (items) => void found.push(items.length),
    });
    await Promise.all(Array.from({ length: first }, (_, n) => batch.push(n)));
    const later: Promise<void>[] = [];
    for (let n = 0; n < 3; n += 1) {
      later.push(batch.push(n));
      for (let turn = 0; turn < 5; turn += 1) await new Promise(setImmediate);
    }
    end();
    await Promise.all(later);
    return found;
  };
  expect(await sizes(16)).toEqual([16, 3]);
  expect(await sizes(2)).toEqual([2, 1, 1, 1]);
});

it('applies a failed batch event by event, so that only the invalid one fails', async () => {
  const { batches, push } = recording({ fails: ['b'] });
  const outcomes = await Promise.allSettled(push('a', 'b', 'c'));
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(batches).toEqual([['a', 'b', 'c'], ['a'], ['b'], ['c']]);
});
