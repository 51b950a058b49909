import { Logger } from '@nestjs/common';
import { MongoBulkWriteError, MongoNetworkError, MongoServerError } from 'mongodb';
import type { EventEnvelope } from '@engawa/contracts';
import { postEvent } from '../testing/memory-source';
import { growingPause } from '../retry';
import type { DeadLetter } from '../transport/event-transport';
import { EventApplier, type EventApplierOptions, isTransient } from './event-applier';

const pause = (millis: number) => new Promise((resolve) => setTimeout(resolve, millis));

Logger.overrideLogger(false);

describe('the applier of events', () => {
  let letters: DeadLetter[] = [];
  beforeEach(() => {
    letters = [];
  });

  function applier(
    handle: (event: EventEnvelope) => Promise<void>,
    options: Partial<EventApplierOptions>,
  ): EventApplier {
    const listener = { service: 'tasks', names: ['timeline.post.updated'], handle };
    return new EventApplier(listener, { keep: async (letter) => letters.push(letter), ...options });
  }

  it('handles different aggregates concurrently up to the limit, each in order', async () => {
    let active = 0;
    let most = 0;
    const seen: string[] = [];
    const handle = async (event: EventEnvelope) => {
      active += 1;
      most = Math.max(most, active);
      await pause(Math.random() * 5);
      active -= 1;
      seen.push(`${event.aggregate.id}${event.version}`);
    };
    const queue = applier(handle, { concurrency: 3, maxAttempts: 1 });
    const work: Promise<unknown>[] = [];
    for (let version = 1; version <= 4; version += 1) {
      for (const id of ['a', 'b', 'c', 'd', 'e']) work.push(queue.apply(postEvent(id, version)));
    }
    await Promise.all(work);
    expect(most).toBe(3);
    for (const id of ['a', 'b', 'c', 'd', 'e']) {
      expect(seen.filter((name) => name.startsWith(id))).toEqual([1, 2, 3, 4].map((v) => id + v));
    }
    expect(queue.size).toBe(0);
  });

  it('gives up after its attempts; failures of the infrastructure do not count', async () => {
    const names = ['MongoNetworkError', 'MongoServerSelectionError', 'Error', 'Error'];
    let tries = 0;
    const handle = async () => {
      throw Object.assign(new Error('no'), { name: names[tries++] });
    };
    const queue = applier(handle, { concurrency: 1, maxAttempts: 2, pause: () => 1 });
    expect(await queue.apply(postEvent('a', 1))).toBe(true);
    expect(letters).toMatchObject([{ event: { version: 1 }, attempts: 4 }]);
  });

  it('gives up at once on an event that can never be applied', async () => {
    let attempts = 0;
    const handle = async () => {
      attempts += 1;
      throw Object.assign(new Error('does not fit'), { permanent: true });
    };
    const queue = applier(handle, { concurrency: 1, maxAttempts: 8 });
    expect(await queue.apply(postEvent('a', 1))).toBe(true);
    expect(letters).toMatchObject([{ event: { version: 1 }, attempts: 1 }]);
    expect(attempts).toBe(1);
  });

  it('frees the slot of an event that waits for its next attempt for other aggregates', async () => {
    const seen: string[] = [];
    let failed = false;
    const handle = async (event: EventEnvelope) => {
      if (event.aggregate.id === 'a' && !failed) {
        failed = true;
        throw new Error('once');
      }
      seen.push(event.aggregate.id);
    };
    const queue = applier(handle, { concurrency: 1, maxAttempts: 5, pause: () => 30 });
    await Promise.all([queue.apply(postEvent('a', 1)), queue.apply(postEvent('b', 1))]);
    expect(seen).toEqual(['b', 'a']);
  });

  it('lets running handlers end when it stops, and begins no other', async () => {
    const seen: number[] = [];
    let endFirst = () => {};
    const handle = async (event: EventEnvelope) => {
      await new Promise<void>((resolve) => (endFirst = resolve));
      seen.push(event.version);
    };
    const queue = applier(handle, { concurrency: 1, maxAttempts: 1 });
    const outcomes = [1, 2, 3].map((version) => queue.apply(postEvent('a', version)));
    await pause(2);
    const stopped = queue.stop();
    endFirst();
    await stopped;
    expect(seen).toEqual([1]);
    expect(await Promise.all(outcomes)).toEqual([true, false, false]);
  });

  it('tells failures of the infrastructure from others', () => {
    expect(isTransient(Object.assign(new Error(), { name: 'MongoPoolClearedError' }))).toBe(true);
    expect(isTransient(Object.assign(new Error(), { transient: true }))).toBe(true);
    const filesAway = Object.assign(new Error(), { name: 'FileStoreUnavailableError' });
    expect(isTransient(filesAway)).toBe(true);
    expect(isTransient(Object.assign(new Error(), { name: 'MongoServerError' }))).toBe(false);
    expect(isTransient('text')).toBe(false);
    expect(isTransient(undefined)).toBe(false);
  });

  it('retries without limit while the primary changes or ends a bulk write', () => {
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
