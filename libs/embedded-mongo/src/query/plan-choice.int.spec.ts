import { Subject } from '../conformance/subject';

const subject = new Subject();
beforeAll(() => subject.start());
afterAll(() => subject.stop());

describe('the choice among plans', () => {
  it('keeps the index that has the order when a page behind a cursor is empty', async () => {
    const c = subject.fresh();
    await c.createIndex({ space: 1, at: 1 }, { name: 'ordered' });
    await c.createIndex({ space: 1, kind: 1 }, { name: 'unordered' });
    await c.insertMany(
      Array.from({ length: 5000 }, (_, i) => ({ space: 's', at: i, kind: 'k', label: 'a' })),
    );
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
    const c = subject.fresh();
    await c.createIndex({ space: 1, at: 1 }, { name: 'ordered' });
    await c.createIndex({ space: 1, kind: 1 }, { name: 'unordered' });
    await c.insertMany(
      Array.from({ length: 5000 }, (_, i) => ({
        space: 's',
        at: i,
        kind: i < 4990 ? 'k' : 'rare',
      })),
    );
    const rare = await c
      .find({ space: 's', kind: 'rare' })
      .sort({ at: 1 })
      .limit(10)
      .explain('executionStats');
    expect(JSON.stringify(rare['queryPlanner'].winningPlan)).toContain('"unordered"');
    expect(rare['executionStats'].totalKeysExamined).toBe(10);
  });
});
