import type { KindPreference } from '@engawa/contracts';
import {
  EXCERPT_LENGTH,
  excerptOf,
  referenceIdOf,
  notificationsForComment,
  notificationsForMentions,
  notificationsForReaction,
  notificationsForTask,
  channelsFor,
} from './notification.rules';

describe('who is told (NTF-1)', () => {
  it('tells a comment to owner, participants and mentioned, each once with every reason, mentions first', () => {
    expect(
      notificationsForComment({
        actor: 'ann',
        ownerId: 'ann',
        postOwnerId: 'bob',
        mentions: ['cat', 'bob', 'cat', 'ann'],
        participants: ['dan', 'cat', 'ann', 'dan'],
      }),
    ).toEqual([
      { staffId: 'cat', kinds: ['mention', 'comment'] },
      { staffId: 'bob', kinds: ['mention', 'comment'] },
      { staffId: 'dan', kinds: ['comment'] },
    ]);
  });

  it('tells nobody of their own doing', () => {
    expect(
      notificationsForComment({
        actor: null,
        ownerId: 'ann',
        postOwnerId: 'ann',
        mentions: ['ann'],
        participants: ['ann'],
      }),
    ).toEqual([]);
    expect(notificationsForReaction({ reactedBy: 'ann', ownerId: 'ann' })).toEqual([]);
    expect(
      notificationsForTask({
        actor: 'ann',
        isNew: true,
        changed: [],
        ownerId: 'ann',
        assignUserId: 'ann',
        assignedBefore: null,
      }),
    ).toEqual([]);
  });

  it('tells a reaction to whoever wrote it', () => {
    expect(notificationsForReaction({ reactedBy: 'ann', ownerId: 'bob' })).toEqual([
      { staffId: 'bob', kinds: ['reaction'] },
    ]);
  });

  it('tells an edit only to those who are newly mentioned', () => {
    expect(
      notificationsForMentions({
        actor: 'ann',
        ownerId: 'ann',
        mentions: ['bob', 'cat'],
        mentionedBefore: ['bob'],
      }),
    ).toEqual([{ staffId: 'cat', kinds: ['mention'] }]);
  });

  it.each([
    ['a new task', true, ['status', 'assignUserId'], [{ staffId: 'cat', kinds: ['taskAssigned'] }]],
    ['a new assignee', false, ['assignUserId'], [{ staffId: 'cat', kinds: ['taskAssigned'] }]],
    [
      'a new status',
      false,
      ['status'],
      [
        { staffId: 'bob', kinds: ['taskStatus'] },
        { staffId: 'cat', kinds: ['taskStatus'] },
      ],
    ],
    [
      'both at once',
      false,
      ['status', 'assignUserId'],
      [
        { staffId: 'cat', kinds: ['taskAssigned', 'taskStatus'] },
        { staffId: 'bob', kinds: ['taskStatus'] },
      ],
    ],
    ['other labels', false, ['labelIds'], []],
  ])('tells of %s', (_name, isNew, changed, expected) => {
    expect(
      notificationsForTask({
        ...{ actor: 'ann', isNew, changed, ownerId: 'bob', assignUserId: 'cat' },
        assignedBefore: null,
      }),
    ).toEqual(expected);
  });

  it('tells whom a task is taken from, unless they gave it away', () => {
    const taken = (actor: string, assignUserId: string | null) =>
      notificationsForTask({
        ...{ actor, isNew: false, changed: ['assignUserId'], ownerId: 'bob', assignUserId },
        assignedBefore: 'dan',
      });
    expect(taken('ann', 'cat')).toEqual([
      { staffId: 'cat', kinds: ['taskAssigned'] },
      { staffId: 'dan', kinds: ['taskUnassigned'] },
    ]);
    expect(taken('ann', null)).toEqual([{ staffId: 'dan', kinds: ['taskUnassigned'] }]);
    expect(taken('dan', null)).toEqual([]);
  });
});

describe('how one is told (NTF-3)', () => {
  const off = { app: false, mail: 'none' } as const;
  const way = (mention: KindPreference, comment: KindPreference) =>
    channelsFor(['mention', 'comment'], (kind) => (kind === 'mention' ? mention : comment));

  it('takes the first kind that is wanted, in the app and by mail each for itself', () => {
    expect(way({ app: true, mail: 'now' }, { app: true, mail: 'digest' })).toEqual({
      ...{ kind: 'mention', app: true, mail: 'now', mailKind: 'mention' },
    });
    expect(way(off, { app: true, mail: 'now' })).toEqual({
      ...{ kind: 'comment', app: true, mail: 'now', mailKind: 'comment' },
    });
    expect(way({ app: true, mail: 'none' }, { app: true, mail: 'digest' })).toEqual({
      ...{ kind: 'mention', app: true, mail: 'digest', mailKind: 'comment' },
    });
    expect(way({ app: false, mail: 'now' }, { app: true, mail: 'none' })).toEqual({
      ...{ kind: 'comment', app: true, mail: 'now', mailKind: 'mention' },
    });
    expect(way({ app: false, mail: 'now' }, off)).toEqual({
      ...{ kind: 'mention', app: false, mail: 'now', mailKind: 'mention' },
    });
  });

  it('is not at all where no kind is wanted', () => {
    expect(way(off, off)).toBeNull();
  });
});

describe('the excerpt', () => {
  it('is one line', () => {
    expect(excerptOf('  一行目\n\n二行目\t三 ')).toBe('一行目 二行目 三');
  });

  it('never cuts a character in two', () => {
    const family = '👩‍👩‍👧‍👦';
    const excerpt = excerptOf(family.repeat(EXCERPT_LENGTH));
    expect(excerpt).toMatch(/…$/);
    expect(excerpt.replaceAll(family, '')).toBe('…');
    expect(excerpt.length).toBeGreaterThan(family.length * 40);
    expect(excerptOf('あ'.repeat(500))).toBe(`${'あ'.repeat(EXCERPT_LENGTH - 1)}…`);
  });
});

it('points at a post or a comment in the form of the source', () => {
  expect(referenceIdOf('s1', { postId: 'p', commentId: null })).toBe('spaces/s1/posts/p');
  expect(referenceIdOf('s1', { postId: 'p', commentId: 'c' })).toBe('spaces/s1/posts/p/comments/c');
});
