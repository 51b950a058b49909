import { NameCache } from './name-cache.rules';

let now = 0;
let stored: Map<string, string>;
let loads: string[][];
let cache: NameCache<string>;

beforeEach(() => {
  now = 1_000_000;
  stored = new Map([
    ['ann', 'Ann'],
    ['bob', 'Bob'],
  ]);
  loads = [];
  cache = new NameCache({ now: () => now });
  cache.listen(true);
  now += 2_000;
});

async function read(...ids: string[]): Promise<string[]> {
  const found = await cache.read('space-a', ids, async (missing) => {
    loads.push([...missing]);
    return new Map(missing.flatMap((id) => (stored.has(id) ? [[id, stored.get(id)!]] : [])));
  });
  return ids.flatMap((id) => found.get(id) ?? []);
}

it('loads each once, and only what it does not remember', async () => {
  expect(await read('ann')).toEqual(['Ann']);
  expect(await read('ann', 'bob')).toEqual(['Ann', 'Bob']);
  expect(await read('ann', 'bob')).toEqual(['Ann', 'Bob']);
  expect(loads).toEqual([['ann'], ['bob']]);
});

it('caches only what it is allowed to', async () => {
  cache = new NameCache({ now: () => now, keeps: (id) => id !== 'bob' });
  cache.listen(true);
  now += 2_000;
  await read('ann', 'bob');
  await read('ann', 'bob');
  expect(loads).toEqual([['ann', 'bob'], ['bob']]);
});

it('loads a cached entry again before it refuses a write for it', async () => {
  const readFit = (isFit: (name: string) => boolean) =>
    cache.read('space-a', ['ann'], async () => new Map([['ann', stored.get('ann')!]]), isFit);
  await read('ann');
  stored.set('ann', 'Anna');
  expect((await readFit((name) => name === 'Ann')).get('ann')).toBe('Ann');
  expect((await readFit((name) => name === 'Anna')).get('ann')).toBe('Anna');
});

it('does not cache that an id is unknown', async () => {
  expect(await read('cat')).toEqual([]);
  stored.set('cat', 'Cat');
  expect(await read('cat')).toEqual(['Cat']);
});

it('shows a change at once, also when the copy receives it later', async () => {
  await read('ann');
  cache.forget('space-a', 'ann');
  expect(await read('ann')).toEqual(['Ann']);
  stored.set('ann', 'Anna');
  expect(await read('ann')).toEqual(['Anna']);
  now += 3_000;
  await read('ann');
  expect(loads).toHaveLength(4);
  await read('ann');
  expect(loads).toHaveLength(4);
});

it('does not cache what changed during its read', async () => {
  const found = cache.read('space-a', ['ann'], async () => {
    cache.forget('space-a', 'ann');
    return new Map([['ann', 'Ann']]);
  });
  expect((await found).get('ann')).toBe('Ann');
  stored.set('ann', 'Anna');
  expect(await read('ann')).toEqual(['Anna']);
});

it('keeps spaces apart, and expires entries', async () => {
  await read('ann');
  const other = await cache.read('space-b', ['ann'], async () => new Map([['ann', 'Other Ann']]));
  expect(other.get('ann')).toBe('Other Ann');
  expect(await read('ann')).toEqual(['Ann']);
  stored.set('ann', 'Anna');
  now += 31_000;
  expect(await read('ann')).toEqual(['Anna']);
});

it('caches nothing for a while after many changes', async () => {
  await read('ann');
  cache.clear();
  await read('ann');
  stored.set('ann', 'Anna');
  expect(await read('ann')).toEqual(['Anna']);
  now += 2_000;
  await read('ann');
  expect(loads).toHaveLength(4);
  await read('ann');
  expect(loads).toHaveLength(4);
});

it('caches nothing while the change stream is disconnected', async () => {
  cache.listen(false);
  await read('ann');
  await read('ann');
  expect(loads).toHaveLength(2);
});
