import {
  companionsOf,
  excerptOf,
  openIssuesOf,
  writersOf,
  type CountedEntry,
} from './member-brief.rules';

const day = (n: number) => new Date(Date.UTC(2026, 0, n));
function post(id: string, more: Partial<CountedEntry> = {}): CountedEntry {
  return {
    id,
    kind: 'post',
    postId: id,
    ownerId: 'a',
    memberIds: ['m'],
    labelIds: [],
    taskStatus: null,
    talkedAt: day(1),
    issueOpenedAt: null,
    issueClosedAt: null,
    ...more,
  };
}

describe('a member brief', () => {
  it('says who wrote most, and of those level who did last', () => {
    const posts = [
      post('1', { ownerId: 'a', talkedAt: day(9) }),
      post('2', { ownerId: 'b', talkedAt: day(3) }),
      post('3', { ownerId: 'c', talkedAt: day(5) }),
      post('4', { ownerId: 'c', talkedAt: day(2) }),
    ];
    expect(writersOf(posts)).toEqual([
      { id: 'c', posts: 2, lastTalkedAt: day(5) },
      { id: 'a', posts: 1, lastTalkedAt: day(9) },
      { id: 'b', posts: 1, lastTalkedAt: day(3) },
    ]);
  });

  it('counts a companion once a post, merged members as one, never the member', () => {
    const posts = [
      post('1', { memberIds: ['m', 'x', 'x-old'] }),
      post('2', { memberIds: ['m-old', 'y', 'x'] }),
    ];
    const shownAs = (id: string) => id.replace('-old', '');
    expect(companionsOf(posts, 'm', shownAs)).toEqual([
      { id: 'x', posts: 2 },
      { id: 'y', posts: 1 },
    ]);
  });

  it('lists open issues, the oldest first', () => {
    const posts = [
      post('new', { issueOpenedAt: day(5) }),
      post('solved', { issueOpenedAt: day(1), issueClosedAt: day(2) }),
      post('old', { issueOpenedAt: day(3) }),
      post('none'),
    ];
    expect(openIssuesOf(posts).map(({ id }) => id)).toEqual(['old', 'new']);
  });

  it('cuts memos between characters', () => {
    expect(excerptOf('一行\n二行')).toBe('一行 二行');
    expect([...excerptOf('😀'.repeat(200))]).toHaveLength(141);
  });
});
