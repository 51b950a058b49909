import type { Collection } from 'mongodb';
import { Subject, type Row } from '../conformance/subject';

const subject = new Subject();
beforeAll(() => subject.start());
afterAll(() => subject.stop());

async function withKinds(kind: (at: number) => string): Promise<Collection<Row>> {
  const c = subject.fresh();
  await c.createIndex({ space: 1, at: 1 }, { name: 'ordered' });
  await c.createIndex({ space: 1, kind: 1 }, { name: 'unordered' });
  const rows = Array.from({ length: 5000 }, (_, at) => ({ at, kind: kind(at), label: 'a' }));
  await c.insertMany(rows.map((row) => ({ space: 's', ...row })));
  return c;
}

describe('the choice among plans', () => {
  it('keeps the index that has the order when a page behind a cursor is empty', async () => {
    const c = await withKinds(() => 'k');
    const nothing = await c
      .find({ space: 's', label: 'b' })
      .sort({ at: 1 })
      .limit(10)
      .explain('queryPlanner');
    expect(JSON.stringify(nothing['queryPlanner'].winningPlan)).toContain('"ordered"');
    const behind = await c
      .find({ space: 's', kind: 'k', at: { $gt: 4999 } })
      .sort({ at: 1 })
      .limit(10)
      .explain('executionStats');
    expect(JSON.stringify(behind['queryPlanner'].winningPlan)).toContain('"ordered"');
    expect(behind['executionStats'].totalKeysExamined).toBeLessThan(5);
  });

  it('takes the index without the order where it holds few keys', async () => {
    const c = await withKinds((at) => (at < 4990 ? 'k' : 'rare'));
    const rare = await c
      .find({ space: 's', kind: 'rare' })
      .sort({ at: 1 })
      .limit(10)
      .explain('executionStats');
    expect(JSON.stringify(rare['queryPlanner'].winningPlan)).toContain('"unordered"');
    expect(rare['executionStats'].totalKeysExamined).toBe(10);
  });

  it('takes a range for an index of words whose keys are many more than the documents', async () => {
    const c = subject.fresh();
    await c.createIndex({ space: 1, words: 1, at: 1 }, { name: 'words' });
    await c.createIndex({ space: 1, at: 1 }, { name: 'ordered' });
    await c.insertMany(
      Array.from({ length: 3000 }, (_, i) => ({
        space: 's',
        // The first term occurs in few documents of the range, as in any growing log.
        words: Array.from({ length: 20 }, (_, word) => (i < 30 ? `a${word}` : `b${word}`)),
        at: i,
        kind: 'k',
      })),
    );
    const day = await c
      .find({ space: 's', at: { $gte: 20, $lt: 2990 }, kind: 'k' })
      .explain('executionStats');
    expect(JSON.stringify(day['queryPlanner'].winningPlan)).toContain('"ordered"');
    expect(day['executionStats'].totalKeysExamined).toBe(2970);
  });

  it('reads a few documents by `_id`, whatever else the filter contains', async () => {
    const c = subject.fresh();
    await c.createIndex({ space: 1, at: 1 });
    await c.insertMany(Array.from({ length: 50 }, (_, i) => ({ _id: i, space: 's' })));
    const found = await c.find({ _id: { $in: [3, 4, 99] }, space: 's' }).explain('executionStats');
    expect(JSON.stringify(found['queryPlanner'].winningPlan)).toContain('"_id_"');
    expect(found['executionStats'].nReturned).toBe(2);
  });
});
