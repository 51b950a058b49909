import { mergedMemberIds, readMergeTargets, shownMemberId, type Mergeable } from './merge-chain';

/** a → b → c; x ⇄ y, the result of two simultaneous merges. */
const intos: Record<string, string | null> = {
  ...{ a: 'b', b: 'c', c: null },
  ...{ x: 'y', y: 'x', lost: 'gone' },
};
const memberOf = (id: string): [string, Mergeable][] =>
  id in intos ? [[id, { mergedInto: intos[id]! }]] : [];
const read = async (ids: string[]) => new Map(ids.flatMap(memberOf));

async function shown(id: string): Promise<string> {
  const known = await read([id]);
  await readMergeTargets(known, read);
  return shownMemberId(id, known);
}

it('follows merges to the member that remains', async () => {
  expect(await Promise.all(['a', 'b', 'c'].map(shown))).toEqual(['c', 'c', 'c']);
});

it('stays with the member where a chain is circular or leads nowhere', async () => {
  expect(await Promise.all(['x', 'lost', 'unknown'].map(shown))).toEqual(['x', 'lost', 'unknown']);
});

it('collects everyone who was merged into a member', async () => {
  const into = async (id: string) => Object.keys(intos).filter((one) => intos[one] === id);
  expect(await mergedMemberIds('c', into)).toEqual(['c', 'b', 'a']);
  expect(await mergedMemberIds('x', into)).toEqual(['x', 'y']);
  expect(await mergedMemberIds('a', into)).toEqual(['a']);
});
