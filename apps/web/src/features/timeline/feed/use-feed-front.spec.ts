import { act, renderHook } from '@testing-library/react';
import { postOf } from '../post/post.sample';
import { addNewer, type FeedWindow, openWindow, putPost, removePosts } from './feed-window';
import { useFeedFront } from './use-feed-front';

const all = { kind: 'all' } as const;
const nth = (n: number) =>
  postOf({ id: `p${n}`, talkedAt: new Date(Date.UTC(2026, 10, 1, 0, n)).toISOString() });
const page = (items: ReturnType<typeof nth>[], previousCursor: string | null = null) => ({
  items,
  nextCursor: null,
  previousCursor,
});

describe('the front of a feed', () => {
  const open = (opened: FeedWindow) => {
    let window = opened;
    const { result, rerender } = renderHook(() => useFeedFront(window));
    const seen = () => [result.current.above, result.current.fresh];
    return {
      seen,
      scroll: (atTop: boolean) => act(() => result.current.onAtTop(atTop)),
      change(recipe: (now: FeedWindow) => FeedWindow) {
        window = recipe(window);
        rerender();
        return seen();
      },
    };
  };
  const arrives = (n: number) => (now: FeedWindow) => putPost(now, all, nth(n));
  const leaves = (n: number) => (now: FeedWindow) => removePosts(now, new Set([`p${n}`]));

  it('shows what arrives to a reader at the top', () => {
    const feed = open(openWindow(page([nth(2), nth(1)])));
    expect(feed.change(arrives(3))).toEqual([0, 0]);
    expect(feed.change(leaves(3))).toEqual([0, 0]);
  });

  it('keeps what arrives above a reader further down, and counts it until they are at the top', () => {
    const feed = open(openWindow(page([nth(2), nth(1)])));
    feed.change(arrives(3));
    feed.scroll(false);
    expect(feed.change(arrives(4))).toEqual([1, 1]);
    expect(feed.change(arrives(5))).toEqual([2, 2]);
    feed.scroll(true);
    expect(feed.seen()).toEqual([2, 0]);
    expect(feed.change(arrives(6))).toEqual([2, 0]);
  });

  it('counts only arrivals that are still there', () => {
    const feed = open(openWindow(page([nth(2), nth(1)])));
    feed.change(arrives(3));
    feed.scroll(false);
    expect(feed.change(leaves(3))).toEqual([-1, 0]);
    expect(feed.change(arrives(4))).toEqual([0, 1]);
    expect(feed.change(leaves(4))).toEqual([-1, 0]);
  });

  it('keeps requested pages above the reader without counting them', () => {
    const feed = open(openWindow(page([nth(2), nth(1)], 'newer')));
    expect(feed.change((now) => addNewer(now, page([nth(4), nth(3)])))).toEqual([2, 0]);
    feed.scroll(false);
    expect(feed.change(arrives(5))).toEqual([3, 1]);
  });
});
