import { Logger } from '@nestjs/common';
import { register } from 'prom-client';
import type { Database } from '../connection/database';
import { explainOf } from '../repository/explain';
import { defineStore, type DocumentOf } from '../schema/define-store';
import { text } from '../schema/shape';
import { inSystemScope } from '../tenant/system-scope';
import { mongoForTest, type MongoForTest } from '../testing/mongo-for-test';
import type { Lane } from './fair-lanes';
import { WorkQueue, type WorkOutcome } from './work-queue';
import { workFields, workIndexes, WorkRepository } from './work.repository';

Logger.overrideLogger(false);

const letterSchema = defineStore({
  collection: 'letters',
  shape: {
    to: text,
    ...workFields,
  },
  indexes: workIndexes('to'),
});

type Letter = DocumentOf<typeof letterSchema>;

class LetterRepository extends WorkRepository<Letter> {
  add(space: string, to: string, ids: readonly string[], dueAt = new Date(0)) {
    return this.insertMany(
      space,
      ids.map((id) => ({ document: { id, to, dueAt } })),
    );
  }

  finish({ space, id }: Letter, dueAt?: Date) {
    return this.change(space, id, () => (dueAt ? { set: { dueAt } } : { unset: ['dueAt'] }));
  }

  removeAll(space: string) {
    return this.deleteWhere(space, {});
  }
}

const LEASE = 60_000;
const idsOf = (name: string, count: number) =>
  Array.from({ length: count }, (_, n) => `${name}${n}`);

describe('a work queue', () => {
  let mongo: MongoForTest;
  let database: Database;
  let letters: LetterRepository;
  const queues: WorkQueue<Letter>[] = [];
  const performed: string[] = [];
  let now = Date.now();

  beforeAll(async () => {
    mongo = await mongoForTest();
    database = mongo.database();
    letters = new LetterRepository(database.store(letterSchema, null), 'to');
    await database.open();
  });
  afterEach(async () => {
    await Promise.all(queues.splice(0).map((queue) => queue.stop()));
    for (const space of ['a', 'b']) await letters.removeAll(space);
    performed.length = 0;
    now = Date.now();
  });
  afterAll(async () => {
    await database.drop();
    await database.close();
    await mongo.stop();
  });

  function create(perform: (letter: Letter) => Promise<WorkOutcome>): WorkQueue<Letter> {
    const queue = new WorkQueue<Letter>({
      name: 'letters',
      work: letters,
      limits: { total: 8, perSpace: 4, perLane: 2 },
      leaseMs: LEASE,
      perform,
      clock: () => now,
    });
    queues.push(queue);
    return queue;
  }
  function start(perform: (letter: Letter) => Promise<WorkOutcome>): WorkQueue<Letter> {
    const queue = create(perform);
    queue.start();
    return queue;
  }
  async function deliver(letter: Letter): Promise<WorkOutcome> {
    await letters.finish(letter);
    performed.push(letter.id);
    return 'done';
  }
  const until = async (holds: () => boolean) => {
    for (const end = Date.now() + 20_000; !holds();) {
      if (Date.now() > end) throw new Error('not within 20 s');
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  };
  const lane = (space: string, receiver: string): Lane => ({ space, receiver });

  it('serves other receivers although thousands of items wait for one that hangs', async () => {
    await letters.add('a', 'dead', idsOf('d', 3_000));
    let release = () => undefined as void;
    const hanging = new Promise<void>((resolve) => (release = resolve));
    let hung = 0;
    const queue = start(async (letter) => {
      if (letter.to !== 'dead') return deliver(letter);
      hung += 1;
      await hanging;
      await letters.finish(letter, new Date(now + LEASE));
      return 'failed';
    });
    await until(() => hung === 2);
    for (const [space, to] of [
      ['a', 'quick'],
      ['b', 'quick'],
    ] as const) {
      await letters.add(space, to, idsOf(`${space}${to}`, 20));
      queue.wake(lane(space, to));
    }
    await until(() => performed.length === 40);
    expect(new Set(performed).size).toBe(40);
    expect(hung).toBe(2);
    release();
  });

  it('does each item once, however many replicas work', async () => {
    await letters.add('a', 'x', idsOf('x', 60));
    await letters.add('b', 'y', idsOf('y', 60));
    for (let n = 0; n < 3; n += 1) start(deliver);
    await until(() => performed.length >= 120);
    expect(new Set(performed).size).toBe(120);
    expect(await letters.countWaiting()).toBe(0);
  });

  it('retries what failed when it is due, and what a crash left when its lease ends', async () => {
    await letters.add('a', 'x', ['failing']);
    await letters.add('a', 'y', ['crashed']);
    await letters.claim(lane('a', 'y'), new Date(now), new Date(now + LEASE));
    let fails = true;
    start(async (letter) => {
      if (!fails) return deliver(letter);
      fails = false;
      await letters.finish(letter, new Date(now + LEASE));
      return 'failed';
    });
    await until(() => !fails);
    expect(performed).toEqual([]);
    now += LEASE;
    await until(() => performed.length === 2);
    expect(performed.sort()).toEqual(['crashed', 'failing']);
  });

  it('continues work of many steps at once, and leaves what is not possible until its lease ends', async () => {
    await letters.add('a', 'long', ['long']);
    await letters.add('a', 'busy', ['busy', 'free']);
    const busyUntil = now + LEASE;
    let steps = 0;
    let tries = 0;
    start(async (letter) => {
      if (letter.id === 'busy' && now < busyUntil) {
        tries += 1;
        return 'later';
      }
      if (letter.id !== 'long') return deliver(letter);
      steps += 1;
      // The last step finishes it: due no more, whatever the outcome says.
      if (steps === 3) await letters.finish(letter);
      return 'again';
    });
    await until(() => steps === 3 && performed.length === 1);
    expect(performed).toEqual(['free']);
    expect(tries).toBe(1);
    now = busyUntil;
    await until(() => performed.length === 2);
    expect(await letters.countWaiting()).toBe(0);
    expect(steps).toBe(3);
  });

  it('runs what is due at a given time, and nothing later', async () => {
    await letters.add('a', 'x', ['first'], new Date(now + LEASE));
    await letters.add('b', 'x', ['second'], new Date(now + 2 * LEASE));
    const queue = create(deliver);
    expect(await queue.runDue(new Date(now))).toBe(0);
    expect(await queue.runDue(new Date(now + LEASE))).toBe(1);
    expect(performed).toEqual(['first']);
  });

  it('claims nothing before it is started', async () => {
    await letters.add('a', 'x', ['first']);
    const queue = create(deliver);
    queue.wake(lane('a', 'x'));
    await queue.stop();
    expect(performed).toEqual([]);
    expect(await letters.countWaiting()).toBe(1);
  });

  it('goes on with the others where an attempt throws', async () => {
    await letters.add('a', 'broken', ['broken']);
    await letters.add('a', 'x', ['fine']);
    start((letter) => {
      if (letter.to === 'broken') throw new TypeError('broken');
      return deliver(letter);
    });
    await until(() => performed.length === 1);
    expect(performed).toEqual(['fine']);
    expect(await letters.countWaiting()).toBe(1);
  });

  it('shows what waits in the metrics', async () => {
    await letters.add('a', 'x', idsOf('x', 3), new Date(now + 3_600_000));
    start(deliver);
    const shown = await register.metrics();
    expect(shown).toContain('engawa_work_waiting{queue="letters"} 3');
    expect(shown).toContain('engawa_work_oldest_seconds{queue="letters"} 0');
    expect(shown).toMatch(/engawa_work_attempts_total\{queue="letters",outcome="failed"\} [1-9]/);
  });

  it('counts work that must wait apart from failures', async () => {
    const countOf = async (outcome: string) => {
      const { values } = await register.getSingleMetric('engawa_work_attempts_total')!.get();
      const its = values.find(
        ({ labels }) => labels.queue === 'letters' && labels.outcome === outcome,
      );
      return its?.value ?? 0;
    };
    await letters.add('a', 'x', ['waits']);
    const queue = create(async () => 'later');
    const [later, failed] = [await countOf('later'), await countOf('failed')];
    await queue.runDue(new Date(now));
    expect(await countOf('later')).toBe(later + 1);
    expect(await countOf('failed')).toBe(failed);
  });

  it('finds lanes and their work by an index, however much waits', async () => {
    await letters.add('a', 'dead', idsOf('d', 500));
    await letters.add('a', 'x', ['x']);
    await letters.add('b', 'dead', idsOf('e', 500));
    const found: string[] = [];
    for (let at: Lane | null = null; ;) {
      at = await letters.findLaneAfter(at);
      if (!at) break;
      found.push(`${at.space}/${at.receiver}`);
    }
    expect(found).toEqual(['a/dead', 'a/x', 'b/dead']);
    const due = await inSystemScope('a test', () => explainOf(letters.dueQuery(new Date(), 100)));
    expect(due).toMatchObject({ index: 'dueAt_1', returned: 100 });
    expect(due.keysExamined).toBeLessThanOrEqual(101);
    for (const filter of [
      {},
      { space: 'a', to: { $gt: 'dead' } },
      { $and: [{ space: { $gt: 'a' } }] },
    ]) {
      const plan = await inSystemScope('a test', () => explainOf(letters.laneQuery(filter)));
      expect(plan).toMatchObject({ index: 'workByLane', returned: 1 });
      expect(plan.keysExamined).toBeLessThanOrEqual(2);
      expect(plan.stages).not.toContain('SORT');
    }
  });
});
