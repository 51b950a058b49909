import { MongoBulkWriteError, MongoNetworkError, MongoServerError } from 'mongodb';
import type { EventEnvelope } from '@engawa/contracts';
import { postEvent } from '../testing/memory-source';
import { AggregateQueue, growingPause, isTransient } from './aggregate-queue';

const pause = (millis: number) => new Promise((resolve) => setTimeout(resolve, millis));

describe('the queue of aggregates', () => {
  const onRetry = () => undefined;

  it('handles different aggregates side by side up to the limit, each in order', async () => {
    let active = 0;
    let most = 0;
    const seen: string[] = [];
    const queue = new AggregateQueue({
      concurrency: 3,
      maxAttempts: 1,
      onRetry,
      handle: async (event: EventEnvelope) => {
        active += 1;
        most = Math.max(most, active);
        await pause(Math.random() * 5);
        active -= 1;
        seen.push(`${event.aggregate.id}${event.version}`);
      },
    });
    const work: Promise<unknown>[] = [];
    for (let version = 1; version <= 4; version += 1) {
      for (const id of ['a', 'b', 'c', 'd', 'e']) work.push(queue.push(postEvent(id, version)));
    }
    await Promise.all(work);
    expect(most).toBe(3);
    for (const id of ['a', 'b', 'c', 'd', 'e']) {
      expect(seen.filter((name) => name.startsWith(id))).toEqual([1, 2, 3, 4].map((v) => id + v));
    }
    expect(queue.size).toBe(0);
  });

  it('gives up after its tries; failures of the surroundings do not count', async () => {
    const names = ['MongoNetworkError', 'MongoServerSelectionError', 'Error', 'Error'];
    let tries = 0;
    const queue = new AggregateQueue({
      concurrency: 1,
      maxAttempts: 2,
      pause: () => 1,
      onRetry,
      handle: async () => {
        throw Object.assign(new Error('no'), { name: names[tries++] });
      },
    });
    const outcome = await queue.push(postEvent('a', 1));
    expect(outcome).toMatchObject({ kind: 'dead', attempts: 4 });
  });

  it('gives up at once on an event that can never be applied', async () => {
    let attempts = 0;
    const queue = new AggregateQueue({
      concurrency: 1,
      maxAttempts: 8,
      onRetry,
      handle: async () => {
        attempts += 1;
        throw Object.assign(new Error('does not fit'), { permanent: true });
      },
    });
    expect(await queue.push(postEvent('a', 1))).toMatchObject({ kind: 'dead', attempts: 1 });
    expect(attempts).toBe(1);
  });

  it('while one pauses between tries, others of other aggregates use its place', async () => {
    const seen: string[] = [];
    let failed = false;
    const queue = new AggregateQueue({
      concurrency: 1,
      maxAttempts: 5,
      pause: () => 30,
      onRetry,
      handle: async (event) => {
        if (event.aggregate.id === 'a' && !failed) {
          failed = true;
          throw new Error('once');
        }
        seen.push(event.aggregate.id);
      },
    });
    await Promise.all([queue.push(postEvent('a', 1)), queue.push(postEvent('b', 1))]);
    expect(seen).toEqual(['b', 'a']);
  });

  it('stops: what runs ends, what waits is not begun', async () => {
    const seen: number[] = [];
    const queue = new AggregateQueue({
      concurrency: 1,
      maxAttempts: 1,
      onRetry,
      handle: async (event) => {
        await pause(10);
        seen.push(event.version);
      },
    });
    const outcomes = [1, 2, 3].map((version) => queue.push(postEvent('a', version)));
    await pause(2);
    await queue.stop();
    expect(seen).toEqual([1]);
    expect((await Promise.all(outcomes)).map(({ kind }) => kind)).toEqual([
      'handled',
      'stopped',
      'stopped',
    ]);
  });

  it('knows what lies in the surroundings', () => {
    expect(isTransient(Object.assign(new Error(), { name: 'MongoPoolClearedError' }))).toBe(true);
    expect(isTransient(Object.assign(new Error(), { transient: true }))).toBe(true);
    expect(isTransient(Object.assign(new Error(), { name: 'MongoServerError' }))).toBe(false);
    expect(isTransient('text')).toBe(false);
    expect(isTransient(undefined)).toBe(false);
  });

  it('tries again without end while the primary changes or ends a bulk write', () => {
    const stepDown = new MongoServerError({ message: 'not primary', code: 10_107 });
    const result = {} as ConstructorParameters<typeof MongoBulkWriteError>[1];
    const broken = new MongoBulkWriteError(new MongoNetworkError('closed') as never, result);
    expect(isTransient(stepDown)).toBe(true);
    expect(isTransient(broken)).toBe(true);
  });

  it('pauses longer after each failure, up to 1.5 s', () => {
    expect(growingPause(1)).toBe(50);
    expect(growingPause(20)).toBe(1_500);
  });
});
