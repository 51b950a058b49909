import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { ABORT } from 'lmdb';
import { EntryTree } from './entry-tree';
import { openDataFile } from './lmdb-store';

const RUNS = Number(process.env['PROPERTY_RUNS'] ?? 40);
/** No bound of a range is a whole key: it has one byte more. */
const keyOf = (n: number, ...more: number[]) => Buffer.from([1, n, ...more]);
const number = fc.integer({ min: 1, max: 30 });
const commit = fc.record({
  changes: fc.array(fc.tuple(number, fc.boolean()), { maxLength: 8 }),
  end: fc.constantFrom('settles', 'settles', 'fails', 'is killed'),
  walk: fc.record({ from: number, to: number, reverse: fc.boolean(), goesOn: fc.boolean() }),
});

const folder = mkdtempSync(join(tmpdir(), 'entry-tree-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('sees what a set would hold, whatever waits, fails or is killed, and moves it all', () => {
  let runs = 0;
  const holds = fc.property(fc.array(commit, { maxLength: 40 }), (commits) => {
    const file = openDataFile(join(folder, String(runs++)));
    let tree = new EntryTree(file.entries, file.log, 6);
    let kept = new Set<number>();
    const transact = (work: () => void, fails = false): unknown =>
      file.root.transactionSync(() => {
        tree.begin();
        work();
        settle = tree.end();
        return fails ? ABORT : undefined;
      });
    let settle = (): void => {};
    for (const { changes, end, walk } of commits) {
      const look = (held: ReadonlySet<number>): void => {
        const { from, to, reverse, goesOn } = walk;
        const inside = [...held]
          .filter((n) => n > from && n <= to)
          .sort((a, b) => (reverse ? b - a : a - b));
        // A walk goes on after its first key.
        const [first] = goesOn ? inside.splice(0, 1) : [];
        const range = { low: keyOf(from, 0), high: keyOf(to, 0) };
        const found = tree.keys(range, reverse, first === undefined ? first : keyOf(first));
        expect([...found]).toEqual(inside.map((n) => keyOf(n)));
      };
      const next = new Set(kept);
      transact(() => {
        for (const [n, added] of changes) {
          tree[added ? 'put' : 'remove'](keyOf(n));
          next[added ? 'add' : 'delete'](n);
        }
        look(next);
      }, end === 'fails');
      // On disk or undone, but nobody was told yet.
      if (end !== 'fails') kept = next;
      look(kept);
      if (end === 'is killed') tree = new EntryTree(file.entries, file.log, 6);
      else if (end === 'fails') tree.abort();
      else settle();
      look(kept);
    }
    // A commit of a tree in which none may wait.
    tree = new EntryTree(file.entries, file.log, 0);
    transact(() => {});
    const all = [...kept].sort((a, b) => a - b);
    expect([...file.entries.getKeys({})]).toEqual(all.map((n) => keyOf(n)));
    expect([...file.log.getKeys({})]).toEqual([]);
  });
  fc.assert(holds, { numRuns: RUNS });
});
