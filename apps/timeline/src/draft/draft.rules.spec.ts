import type { SaveDraftInput } from '@engawa/contracts';
import fc from 'fast-check';
import { contentOf, type DraftContent, endedContent, isShown, decideSave } from './draft.rules';
import type { DraftDocument } from './draft.schema';

function save(revision: number, memo: string): DraftContent {
  const input: SaveDraftInput = {
    revision,
    memo,
    memberIds: [],
    labelIds: [],
    mentions: [],
    attachmentIds: [],
    task: null,
    talkedAt: null,
    mustRead: false,
    introduction: null,
    whereList: '',
    postIdForComment: null,
  };
  return contentOf(input, []);
}

const begun = (content: DraftContent): DraftDocument => ({
  ...content,
  id: 'd1',
  space: 'space-a',
  version: 1,
  createdAt: new Date(0),
  updatedAt: new Date(0),
  ownerId: 'ann',
  state: 'open',
});

it('ends with the newest text, in whatever order and however often saves arrive', () => {
  const saves = fc.uniqueArray(fc.integer({ min: 1, max: 1_000 }), { minLength: 1 });
  fc.assert(
    fc.property(saves, fc.infiniteStream(fc.nat()), (revisions, picks) => {
      const repeated = [...revisions, ...revisions.slice(0, 3)];
      const order = repeated
        .map((revision) => ({ revision, key: picks.next().value as number }))
        .sort((left, right) => left.key - right.key);
      let current = begun(save(order[0]!.revision, `text ${order[0]!.revision}`));
      for (const { revision } of order) {
        const next = save(revision, `text ${revision}`);
        if (decideSave(current, next) === 'newer') current = { ...current, ...next };
      }
      expect(current.memo).toBe(`text ${Math.max(...revisions)}`);
    }),
  );
});

it('distinguishes a repeated save from another text of the same revision', () => {
  const current = begun(save(3, 'mine'));
  expect(decideSave(current, save(3, 'mine'))).toBe('same');
  expect(decideSave(current, save(3, 'other'))).toBe('stale');
  expect(decideSave(current, save(2, 'older'))).toBe('stale');
});

it('accepts no save after the draft ended', () => {
  const ended = { ...begun(save(3, 'secret')), ...endedContent('sent', new Date(1)) };
  expect(decideSave(ended, save(2_000_000_000, 'late'))).toBe('ended');
  expect(JSON.stringify(ended)).not.toContain('secret');
});

it.each([
  [[], true],
  [['here'], true],
  [['gone'], false],
  [['gone', 'here'], true],
  [['gone', 'gone too'], false],
])('of members %j it is shown: %p', (memberIds, shown) => {
  expect(isShown({ memberIds }, (id) => id.startsWith('gone'))).toBe(shown);
});
