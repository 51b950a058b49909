import {
  EXCERPT_LENGTH,
  excerptOf,
  referenceIdOf,
  tellingsOfComment,
  tellingsOfMentions,
  tellingsOfReaction,
  tellingsOfTask,
} from './notification.rules';

describe('who is told (NTF-1)', () => {
  it('tells a comment to owner, participants and mentioned, each once, mentions first', () => {
    expect(
      tellingsOfComment({
        actor: 'ann',
        ownerId: 'ann',
        postOwnerId: 'bob',
        mentions: ['cat', 'bob', 'cat', 'ann'],
        participants: ['dan', 'cat', 'ann', 'dan'],
      }),
    ).toEqual([
      { staffId: 'cat', kind: 'mention' },
      { staffId: 'bob', kind: 'mention' },
      { staffId: 'dan', kind: 'comment' },
    ]);
  });

  it('tells nobody of their own doing', () => {
    expect(
      tellingsOfComment({
        actor: null,
        ownerId: 'ann',
        postOwnerId: 'ann',
        mentions: ['ann'],
        participants: ['ann'],
      }),
    ).toEqual([]);
    expect(tellingsOfReaction({ reactedBy: 'ann', ownerId: 'ann' })).toEqual([]);
    expect(
      tellingsOfTask({
        actor: 'ann',
        isNew: true,
        changed: [],
        ownerId: 'ann',
        assignUserId: 'ann',
      }),
    ).toEqual([]);
  });

  it('tells a reaction to whoever wrote it', () => {
    expect(tellingsOfReaction({ reactedBy: 'ann', ownerId: 'bob' })).toEqual([
      { staffId: 'bob', kind: 'reaction' },
    ]);
  });

  it('tells an edit only to those who are newly mentioned', () => {
    expect(
      tellingsOfMentions({
        actor: 'ann',
        ownerId: 'ann',
        mentions: ['bob', 'cat'],
        mentionedBefore: ['bob'],
      }),
    ).toEqual([{ staffId: 'cat', kind: 'mention' }]);
  });

  it.each([
    ['a new task', true, ['status', 'assignUserId'], [{ staffId: 'cat', kind: 'taskAssigned' }]],
    ['a new assignee', false, ['assignUserId'], [{ staffId: 'cat', kind: 'taskAssigned' }]],
    [
      'a new status',
      false,
      ['status'],
      [
        { staffId: 'bob', kind: 'taskStatus' },
        { staffId: 'cat', kind: 'taskStatus' },
      ],
    ],
    [
      'both at once',
      false,
      ['status', 'assignUserId'],
      [
        { staffId: 'cat', kind: 'taskAssigned' },
        { staffId: 'bob', kind: 'taskStatus' },
      ],
    ],
    ['other labels', false, ['labelIds'], []],
  ])('tells of %s', (_name, isNew, changed, expected) => {
    expect(
      tellingsOfTask({ actor: 'ann', isNew, changed, ownerId: 'bob', assignUserId: 'cat' }),
    ).toEqual(expected);
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
