import { placePath, postPath, readPostAddress, type FeedPlace } from './post-address';

describe('post addresses', () => {
  const places: FeedPlace[] = [
    { kind: 'all' },
    { kind: 'member', id: 'm1' },
    { kind: 'staff', id: 's1' },
  ];

  it.each(places)('are read as they are written, in $kind', (place) => {
    expect(readPostAddress(placePath(place)).postId).toBeNull();
    expect(readPostAddress(postPath(place, 'p1'))).toEqual({
      postId: 'p1',
      comments: false,
      commentId: null,
    });
    expect(readPostAddress(postPath(place, 'p1', { comments: true }))).toEqual({
      postId: 'p1',
      comments: true,
      commentId: null,
    });
    expect(readPostAddress(postPath(place, 'p1', { comments: true, commentId: 'c1' }))).toEqual({
      postId: 'p1',
      comments: true,
      commentId: 'c1',
    });
  });

  it('are those of the source', () => {
    expect(postPath({ kind: 'all' }, 'p')).toBe('/posts/p');
    expect(postPath({ kind: 'member', id: 'm' }, 'p', { comments: true })).toBe(
      '/members/m/posts/p/comments',
    );
    expect(postPath({ kind: 'staff', id: 's' }, 'p')).toBe('/staffs/s/posts/p');
  });

  it('keep the filter of the feed', () => {
    const filtered: FeedPlace = {
      kind: 'all',
      filter: { address: 'issue=open', query: { issue: 'open' } },
    };
    expect(placePath(filtered)).toBe('/?issue=open');
    expect(postPath(filtered, 'p', { comments: true })).toBe('/posts/p/comments?issue=open');
  });
});
