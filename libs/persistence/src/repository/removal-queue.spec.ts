import { Logger } from '@nestjs/common';
import type { PublishedEvents } from '@engawa/events';
import { RemovalQueue } from './removal-queue';

Logger.overrideLogger(false);

const document = (key: string, ...eventIds: string[]): PublishedEvents => ({
  space: 'engawa',
  key,
  eventIds,
  purge: false,
});

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

it('removes events that were published shortly after one another with one write', async () => {
  const removed: PublishedEvents[][] = [];
  const published = new RemovalQueue('things', async (documents) => {
    removed.push(documents);
  });
  published.add(document('a', 'e1'));
  await jest.advanceTimersByTimeAsync(400);
  published.add(document('b', 'e2'));
  published.add(document('a', 'e3'));
  expect(published.has('a', 'e1')).toBe(true);
  expect(published.has('b', 'e1')).toBe(false);
  await jest.advanceTimersByTimeAsync(100);
  expect(removed).toEqual([[document('a', 'e1', 'e3'), document('b', 'e2')]]);
  expect(published.has('a', 'e1')).toBe(false);
});

it('cleans a document with many events at once', async () => {
  const removed: PublishedEvents[] = [];
  const published = new RemovalQueue('things', async (documents) => {
    removed.push(...documents);
  });
  const ids = Array.from({ length: 10 }, (_, n) => `e${n}`);
  for (const id of ids.slice(1)) published.add(document('a', id));
  await jest.advanceTimersByTimeAsync(10);
  expect(removed).toEqual([]);
  published.add(document('a', ids[0]!));
  await jest.advanceTimersByTimeAsync(10);
  expect(removed).toEqual([document('a', ...ids.slice(1), ids[0]!)]);
});

it('repeats a failed removal, and remembers its events until then', async () => {
  let away = true;
  const removed: string[] = [];
  const published = new RemovalQueue('things', async (documents) => {
    if (away) throw new Error('away');
    removed.push(...documents.flatMap(({ eventIds }) => eventIds));
  });
  published.add(document('a', 'e1'));
  await jest.advanceTimersByTimeAsync(500);
  published.add(document('a', 'e2'));
  expect(published.has('a', 'e1')).toBe(true);
  away = false;
  await jest.advanceTimersByTimeAsync(1_000);
  expect(removed.sort()).toEqual(['e1', 'e2']);
  expect(published.has('a', 'e1')).toBe(false);
});

it('waits before it repeats the removal of a tombstone', async () => {
  let attempts = 0;
  const published = new RemovalQueue('things', async () => {
    attempts += 1;
    throw new Error('away');
  });
  published.add({ ...document('a', 'e1'), purge: true });
  await jest.advanceTimersByTimeAsync(900);
  expect(attempts).toBe(1);
  await jest.advanceTimersByTimeAsync(200);
  expect(attempts).toBe(2);
});

it('removes at once what waits when the process ends', async () => {
  const removed: PublishedEvents[] = [];
  const published = new RemovalQueue('things', async (documents) => {
    removed.push(...documents);
  });
  published.add(document('a', 'e1'));
  await published.flush();
  expect(removed).toEqual([document('a', 'e1')]);
});
