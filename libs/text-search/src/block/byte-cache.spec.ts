import { ByteCache } from './byte-cache';

function walk(cache: ByteCache<number>, keys: number): number {
  let hits = 0;
  for (let key = 0; key < keys; key += 1) {
    if (cache.get(String(key)) !== undefined) hits += 1;
    else cache.set(String(key), key, 1);
  }
  return hits;
}

test('keeps most entries when a walk reads more than the cache holds', () => {
  const cache = new ByteCache<number>(80);
  walk(cache, 100);
  for (let round = 0; round < 20; round += 1) expect(walk(cache, 100)).toBeGreaterThan(40);
});

test('evicts what has not been used recently', () => {
  const cache = new ByteCache<number>(10);
  walk(cache, 10);
  for (let round = 0; round < 100; round += 1) {
    if (cache.get('new') === undefined) cache.set('new', 1, 1);
  }
  expect(cache.get('new')).toBe(1);
});

test('replaces the value of a key at once', () => {
  const cache = new ByteCache<number>(10);
  walk(cache, 10);
  cache.set('3', 33, 1);
  expect(cache.get('3')).toBe(33);
});
