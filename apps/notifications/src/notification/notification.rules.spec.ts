import type { KindPreference } from '@engawa/contracts';
import {
  EXCERPT_LENGTH,
  excerptOf,
  referenceIdOf,
  notificationsForComment,
  notificationsForMentions,
  notificationsForPost,
  notificationsForReaction,
  notificationsForTask,
  channelsFor,
  isMutable,
  type Recipient,
  withoutMuted,
} from './notification.rules';

describe('recipients of a notification (NTF-1)', () => {
  it('are owner, participants and mentioned of a comment, each once with every reason, mentions first', () => {
    expect(
      notificationsForComment({
        actor: 'ann',
        ownerId: 'ann',
        postOwnerId: 'bob',
        mentions: ['cat', 'bob', 'cat', 'ann'],
        participants: ['dan', 'cat', 'ann', 'dan'],
        followers: ['eve', 'ann', 'dan'],
      }),
    ).toEqual([
      { staffId: 'cat', kinds: ['mention', 'comment'] },
      { staffId: 'bob', kinds: ['mention', 'comment'] },
      { staffId: 'dan', kinds: ['comment', 'followed'] },
      { staffId: 'eve', kinds: ['followed'] },
    ]);
  });

  it('never include the actor', () => {
    expect(
      notificationsForComment({
        actor: null,
        ownerId: 'ann',
        postOwnerId: 'ann',
        mentions: ['ann'],
        participants: ['ann'],
        followers: ['ann'],
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
        followers: ['ann'],
      }),
    ).toEqual([]);
  });

  it('include those who muted the post only for mentions, own tasks and must-reads', () => {
    const recipients = [
      { staffId: 'ann', kinds: ['comment', 'followed'] as Recipient['kinds'] },
      { staffId: 'bob', kinds: ['mention', 'comment'] as Recipient['kinds'] },
      { staffId: 'cat', kinds: ['comment'] as Recipient['kinds'] },
    ];
    expect(withoutMuted(recipients, new Set(['ann', 'bob']))).toEqual([
      { staffId: 'bob', kinds: ['mention'] },
      { staffId: 'cat', kinds: ['comment'] },
    ]);
    expect(isMutable({ staffId: 'ann', kinds: ['mention'] })).toBe(false);
  });

  it('of a status are the followers of the post', () => {
    expect(
      notificationsForTask({
        ...{ actor: 'ann', isNew: false, changed: ['status'], ownerId: 'ann', assignUserId: null },
        ...{ assignedBefore: null, followers: ['eve', 'ann'] },
      }),
    ).toEqual([{ staffId: 'eve', kinds: ['taskStatus'] }]);
  });

  it('of a reaction are the writers of what it is on', () => {
    expect(notificationsForReaction({ reactedBy: 'ann', ownerId: 'bob' })).toEqual([
      { staffId: 'bob', kinds: ['reaction'] },
    ]);
  });

  it('of an edit are only the newly mentioned', () => {
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
        followers: [],
      }),
    ).toEqual(expected);
  });

  it('of a post are the newly mentioned and those who must confirm it, each once', () => {
    const post = { actor: 'ann', ownerId: 'ann', mustRead: ['bob', 'cat'] };
    expect(
      notificationsForPost({
        ...post,
        mentions: ['ann', 'cat', 'dan'],
        mentionedBefore: ['dan'],
        followers: ['dan', 'bob'],
      }),
    ).toEqual([
      { staffId: 'bob', kinds: ['mustRead', 'followed'] },
      { staffId: 'cat', kinds: ['mustRead', 'mention'] },
      { staffId: 'dan', kinds: ['followed'] },
    ]);
    expect(
      notificationsForPost({
        ...{ ...post, actor: null, mustRead: [] },
        ...{ mentions: ['ann', 'dan'], mentionedBefore: [], followers: [] },
      }),
    ).toEqual([{ staffId: 'dan', kinds: ['mention'] }]);
  });

  it('include the previous assignee, unless they reassigned the task themselves', () => {
    const taken = (actor: string, assignUserId: string | null) =>
      notificationsForTask({
        ...{ actor, isNew: false, changed: ['assignUserId'], ownerId: 'bob', assignUserId },
        assignedBefore: 'dan',
        followers: ['eve'],
      });
    expect(taken('ann', 'cat')).toEqual([
      { staffId: 'cat', kinds: ['taskAssigned'] },
      { staffId: 'dan', kinds: ['taskUnassigned'] },
    ]);
    expect(taken('ann', null)).toEqual([{ staffId: 'dan', kinds: ['taskUnassigned'] }]);
    expect(taken('dan', null)).toEqual([]);
  });
});

describe('the channel of a notification (NTF-3)', () => {
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

  it('is none where no kind is wanted', () => {
    expect(way(off, off)).toBeNull();
  });
});

describe('the excerpt', () => {
  it('is one line', () => {
    expect(excerptOf('  一行目\n\n二行目\t三 ')).toBe('一行目 二行目 三');
  });

  it('names members without the addresses of their pages', () => {
    const address = 'https://engawa.example/members/019a2b3c-4d5e';
    expect(excerptOf(`@水野 確認を。\n・佐藤 陽子 ${address}\n・青木 ${address}`)).toBe(
      '@水野 確認を。 ・佐藤 陽子 ・青木',
    );
    expect(excerptOf(`見て ${address}`)).toBe(`見て ${address}`);
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
