import { StandingsCache } from './standings-cache.rules';

function cacheOf(stored: Record<string, number>) {
  const clock = { now: 0 };
  const reads: string[] = [];
  const cache = new StandingsCache(
    async (space, month) => {
      reads.push(`${space} ${month}`);
      return Object.entries(stored).map(([staffId, post]) => ({ staffId, post }));
    },
    () => clock.now,
  );
  const add = (staffId: string, post = 1) => cache.add('a', '2026-11', { staffId, post });
  return { clock, reads, add };
}

it('publishes a changed order, and reads once for many posts', async () => {
  const { add, reads } = cacheOf({ ann: 3, bob: 2 });
  expect(await add('bob')).toBe(false);
  expect(await add('bob')).toBe(true);
  expect(await add('ann', -1)).toBe(false);
  expect(await add('cat')).toBe(true);
  expect(reads).toEqual(['a 2026-11']);
});

it('publishes posts that other replicas counted since the previous read', async () => {
  const stored = { ann: 3, bob: 1 };
  const { add, clock, reads } = cacheOf(stored);
  expect(await add('ann')).toBe(false);
  Object.assign(stored, { ann: 4, bob: 9 });
  clock.now += 5_000;
  expect(await add('ann')).toBe(true);
  expect(reads).toHaveLength(2);
});

it('serves concurrent posts from one read', async () => {
  const { add, reads } = cacheOf({});
  expect(await Promise.all([add('ann'), add('ann'), add('bob')])).toEqual([true, false, true]);
  expect(reads).toHaveLength(1);
});
