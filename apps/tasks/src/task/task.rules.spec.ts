import { changeMirror } from '@engawa/mirror';
import { postFacts } from './task.fixture';
import {
  applyOwnChange,
  applySource,
  applyThread,
  isListed,
  parseThreadReference,
  threadReferenceOf,
  type SourceChange,
} from './task.rules';

const facts = postFacts();
const mirror = facts.mirror!;

function sourceChange(version: number, more: Partial<SourceChange> = {}): SourceChange {
  const base = { id: 'p', postId: 'p', commentId: null, version };
  return { ...base, gone: false, copy: facts, mirror, ...more } as SourceChange;
}
const gone = (version: number): SourceChange =>
  ({ id: 'p', postId: 'p', commentId: null, version, gone: true }) as const;

describe('what a source makes of its task', () => {
  it('is no task while the source never was one', () => {
    expect(applySource(null, sourceChange(1, { mirror: null }))).toBeNull();
  });

  it('is created, updated, deleted and created again', () => {
    const created = applySource(null, sourceChange(1))!;
    expect(created.change).toMatchObject({ kind: 'created' });
    const done = changeMirror(
      mirror,
      { status: { status: 'done', statusUpdatedAt: new Date().toISOString() } },
      'timeline',
    ).mirror;
    const updated = applySource(created.state, sourceChange(2, { mirror: done }))!;
    expect(updated.change).toEqual({
      kind: 'updated',
      changed: ['status'],
      previous: { status: 'waiting', assignUserId: null },
    });
    const deleted = applySource(updated.state, gone(3))!;
    expect(deleted).toMatchObject({ change: { kind: 'deleted' }, state: { copy: null } });
    const back = applySource(deleted.state, sourceChange(4, { mirror: done }))!;
    expect(back).toMatchObject({ change: { kind: 'created' }, state: { version: 4 } });
  });

  it('is a tombstone where the deletion comes first', () => {
    const tombstone = applySource(null, gone(2))!;
    expect(tombstone.change).toBeNull();
    const late = applySource(tombstone.state, sourceChange(1))!;
    expect(isListed(late.state)).toBe(false);
    expect(late.change).toBeNull();
  });

  it('stores only the version of the source where nothing differs, without an event', () => {
    const created = applySource(null, sourceChange(1))!;
    const same = applySource(created.state, sourceChange(2))!;
    expect(same.change).toBeNull();
    expect(same.state).toEqual({
      ...created.state,
      source: { ...created.state.source, version: 2 },
    });
    expect(applySource(same.state, sourceChange(2))).toBeNull();
  });

  it('publishes the mirror again for a source that was deleted when its task was', () => {
    const created = applySource(null, sourceChange(1))!;
    const ahead = changeMirror(mirror, { present: false }, 'tasks', Date.now() + 60_000);
    const deleted = applyOwnChange(created.state, ahead)!;
    // The deleted source missed it; restored, its clock is behind ours.
    const whileGone = applySource(deleted.state, gone(2))!;
    const returned = applySource(whileGone.state, sourceChange(3))!;
    expect(returned.change).toEqual({ kind: 'deleted', changed: [], previous: null });
    expect(returned.state.mirror).toEqual(ahead.mirror);
    expect(
      applySource(whileGone.state, sourceChange(3, { mirror: ahead.mirror }))!.change,
    ).toBeNull();
  });

  it('hides a comment with its post, and the later word about the post counts', () => {
    const comment = applySource(null, sourceChange(1, { id: 'c', commentId: 'c' }))!.state;
    const hidden = applyThread(comment, { version: 3, gone: true })!;
    expect(hidden.change).toMatchObject({ kind: 'deleted' });
    expect(applyThread(hidden.state, { version: 2, gone: false })).toBeNull();
    const shown = applyThread(hidden.state, { version: 4, gone: false })!;
    expect(shown.change).toMatchObject({ kind: 'created' });
  });
});

describe('thread references (TSK-1)', () => {
  it.each([
    [{ postId: 'p-1', commentId: null }, 'spaces/house-1/posts/p-1'],
    [{ postId: 'p-1', commentId: 'c_2' }, 'spaces/house-1/posts/p-1/comments/c_2'],
  ])('name %j and come back', (source, path) => {
    expect(threadReferenceOf('house-1', source)).toBe(path);
    expect(parseThreadReference(path)).toEqual({ space: 'house-1', ...source });
  });

  it.each(['', 'posts/p', 'spaces/a/posts/p/', 'spaces/a/posts/p/comments', ' spaces/a/posts/p'])(
    'are refused where they read %j',
    (path) => expect(parseThreadReference(path)).toBeNull(),
  );
});
