import type { Mirror } from '@engawa/contracts';
import { mergeMirror } from '@engawa/mirror';
import fc from 'fast-check';
import {
  excerptOf,
  HISTORY_LIMIT,
  isEmpty,
  isStale,
  isUndoOver,
  mayManage,
  nextHistory,
  nextMirror,
  restoredMirror,
  taskOf,
  toggled,
} from './content.rules';
import type { StoredReaction } from './content.schema';

const at = (ms: number) => new Date(Date.UTC(2026, 10, 21) + ms);

function task(): Mirror {
  return nextMirror(null, { task: { status: 'inProgress', assignUserId: 'ann' } }, ['a'], at(0))!;
}

describe('turning into a task and back', () => {
  it('begins with what is given, and waits without', () => {
    expect(nextMirror(null, {}, ['a'], at(0))).toBeNull();
    expect(nextMirror(null, { task: null }, ['a'], at(0))).toBeNull();
    expect(taskOf(nextMirror(null, { task: {} }, [], at(5)))).toEqual({
      status: 'waiting',
      statusUpdatedAt: at(5).toISOString(),
      assignUserId: null,
      dueAt: null,
    });
    expect(task().labelIds.value).toEqual(['a']);
  });

  it('refreshes statusUpdatedAt with each status, and with nothing else', () => {
    const assigned = nextMirror(task(), { task: { assignUserId: 'bob' } }, ['a'], at(10))!;
    expect(taskOf(assigned)).toMatchObject({
      assignUserId: 'bob',
      statusUpdatedAt: at(0).toISOString(),
    });
    const same = nextMirror(assigned, { task: { status: 'inProgress' } }, ['a'], at(20))!;
    expect(same).toEqual(assigned);
    const done = nextMirror(assigned, { task: { status: 'done' } }, ['a'], at(30))!;
    expect(taskOf(done)).toMatchObject({ status: 'done', statusUpdatedAt: at(30).toISOString() });
  });

  it('empties the task object, and begins afresh when it is one again', () => {
    const back = nextMirror(task(), { task: null }, ['a'], at(10))!;
    expect(taskOf(back)).toBeNull();
    expect(taskOf(nextMirror(back, { task: {} }, ['a'], at(20)))).toMatchObject({
      status: 'waiting',
      assignUserId: null,
    });
  });

  it('compares due dates as instants', () => {
    const due = (dueAt: string, mirror: Mirror, ms: number) =>
      nextMirror(mirror, { task: { dueAt } }, ['a'], at(ms))!;
    const first = due('2026-12-01T09:00:00+09:00', task(), 10);
    expect(taskOf(first)?.dueAt).toBe('2026-12-01T00:00:00.000Z');
    expect(due('2026-12-01T00:00:00Z', first, 20)).toEqual(first);
  });

  it('carries labels along, also while it is no task', () => {
    const back = nextMirror(task(), { task: null }, ['a'], at(10))!;
    const labelled = nextMirror(back, { labelIds: ['b'] }, ['a'], at(20))!;
    expect(labelled.labelIds.value).toEqual(['b']);
    expect(labelled.labelIds.stamp > back.labelIds.stamp).toBe(true);
  });

  it('gets a larger stamp than changes of the other side while it was deleted', () => {
    const mine = task();
    const theirs = { ...mine, present: { value: false, stamp: `${mine.present.stamp}z` } };
    const restored = restoredMirror(mine, at(60_000))!;
    expect(mergeMirror(theirs, restored).mirror.present.value).toBe(true);
    const none = nextMirror(mine, { task: null }, ['a'], at(10))!;
    expect(restoredMirror(none, at(20))).toEqual(none);
  });
});

describe('reactions', () => {
  it('toggled twice are what they were, whoever else reacted', () => {
    const entry = fc.record({
      reactionId: fc.constantFrom('like', 'love'),
      reactedBy: fc.constantFrom('ann', 'bob', 'cat'),
      reactedAt: fc.date({ noInvalidDate: true }),
    });
    const reactions = fc.uniqueArray(entry, {
      selector: ({ reactionId, reactedBy }) => `${reactionId} ${reactedBy}`,
    });
    fc.assert(
      fc.property(reactions, entry, (before, { reactionId, reactedBy }) => {
        const once = toggled(before, reactionId, reactedBy, at(1));
        const twice = toggled(once.reactions, reactionId, reactedBy, at(2));
        const names = (list: readonly StoredReaction[]) =>
          list.map((one) => `${one.reactionId} ${one.reactedBy}`).sort();
        expect(names(twice.reactions)).toEqual(names(before));
        expect(once.reacted).not.toBe(twice.reacted);
        expect(Math.abs(once.reactions.length - before.length)).toBe(1);
      }),
    );
  });
});

describe('history', () => {
  it('keeps the replaced memo in front, no more than its limit, and nothing for no change', () => {
    let history = nextHistory({ memo: 'same', history: [] }, 'same', 'ann', at(0));
    expect(history).toEqual([]);
    expect(nextHistory({ memo: 'same', history: [] }, undefined, 'ann', at(0))).toEqual([]);
    for (let n = 0; n < HISTORY_LIMIT + 5; n += 1) {
      history = nextHistory({ memo: `${n}`, history }, `${n + 1}`, 'ann', at(n));
    }
    expect(history).toHaveLength(HISTORY_LIMIT);
    expect(history[0]).toEqual({
      memo: `${HISTORY_LIMIT + 4}`,
      editedBy: 'ann',
      editedAt: at(HISTORY_LIMIT + 4),
    });
  });
});

it.each([
  [null, false],
  [3, true],
  [4, false],
  [6, false],
  [7, true],
])('a writer who read version %p of content 4, now 6: stale is %p', (read, stale) => {
  expect(isStale({ version: 6, contentVersion: 4 }, read)).toBe(stale);
});

it.each([
  ['ann', [], true],
  ['bob', [], false],
  ['bob', ['post.moderate'], true],
])('what ann wrote may be managed by %s with %j: %p', (staffId, permissions, may) => {
  const staff = { staffId, can: (permission: string) => permissions.includes(permission) };
  expect(mayManage(staff, { ownerId: 'ann' })).toBe(may);
});

it('a deletion can be undone for a minute', () => {
  expect(isUndoOver({ deletedAt: at(1) }, at(60_001))).toBe(false);
  expect(isUndoOver({ deletedAt: at(1) }, at(60_002))).toBe(true);
});

it('needs a memo, or a file', () => {
  expect(isEmpty({ memo: ' \n\u3000', attachments: [] })).toBe(true);
  expect(isEmpty({ memo: '\u200b\u2060 \ufeff', attachments: [] })).toBe(true);
  expect(isEmpty({ memo: ' ', attachments: [1] })).toBe(false);
  expect(isEmpty({ memo: '👨‍👩‍👧', attachments: [] })).toBe(false);
  expect(isEmpty({ memo: 'あ', attachments: [] })).toBe(false);
});

it('excerpts are one line, and cut no character in two', () => {
  expect(excerptOf('  一行目\n\n二行目 ')).toBe('一行目 二行目');
  const long = excerptOf('👩‍💻'.repeat(200));
  expect([...long]).toHaveLength(120);
  expect(Buffer.from(long).toString()).toBe(long);
});
