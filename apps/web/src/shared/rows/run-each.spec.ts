import { runEach } from './run-each';

describe('a change of many rows', () => {
  it('changes the others when three of two hundred are refused, and names the three in order', async () => {
    const rows = Array.from({ length: 200 }, (_, at) => at);
    const changed: number[] = [];
    let running = 0;
    let most = 0;
    const refused = await runEach(rows, async (row) => {
      most = Math.max(most, (running += 1));
      await Promise.resolve();
      running -= 1;
      if ([150, 7, 42].includes(row)) throw new Error(`no ${row}`);
      changed.push(row);
    });
    expect(refused.map(({ item }) => item)).toEqual([7, 42, 150]);
    expect(refused.map(({ error }) => (error as Error).message)).toEqual([
      'no 7',
      'no 42',
      'no 150',
    ]);
    expect(changed).toHaveLength(197);
    expect(most).toBe(4);
  });
});
