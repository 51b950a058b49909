import { act, renderHook } from '@testing-library/react';
import { postOf } from '../post/post.sample';
import { createFeed } from './feed.sample';
import { useFeedFront } from './use-feed-front';

type Feed = ReturnType<typeof createFeed>;

const all = { kind: 'all' } as const;
const nth = (n: number) =>
  postOf({ id: `p${n}`, talkedAt: new Date(Date.UTC(2026, 10, 1, 0, n)).toISOString() });
const page = (items: ReturnType<typeof nth>[], previousCursor: string | null = null) => ({
  items,
  nextCursor: null,
  previousCursor,
});

describe('the front of a feed', () => {
  const open = (opened: Feed) => {
    const { result, rerender } = renderHook(() => useFeedFront(opened.window()));
    const seen = () => [result.current.above, result.current.fresh];
    return {
      seen,
      scroll: (atTop: boolean) => act(() => result.current.onAtTop(atTop)),
      change(recipe: (now: Feed) => unknown) {
        recipe(opened);
        rerender();
        return seen();
      },
    };
  };
  const arrives = (n: number) => (now: Feed) => now.put(nth(n));
  const leaves = (n: number) => (now: Feed) => now.drop(`p${n}`);

  it('shows what arrives to a reader at the top', () => {
    const feed = open(createFeed(all, page([nth(2), nth(1)])));
    expect(feed.change(arrives(3))).toEqual([0, 0]);
    expect(feed.change(leaves(3))).toEqual([0, 0]);
  });

  it('keeps what arrives above a reader further down, and counts it until they are at the top', () => {
    const feed = open(createFeed(all, page([nth(2), nth(1)])));
    feed.change(arrives(3));
    feed.scroll(false);
    expect(feed.change(arrives(4))).toEqual([1, 1]);
    expect(feed.change(arrives(5))).toEqual([2, 2]);
    feed.scroll(true);
    expect(feed.seen()).toEqual([2, 0]);
    expect(feed.change(arrives(6))).toEqual([2, 0]);
  });

  it('counts only arrivals that are still there', () => {
    const feed = open(createFeed(all, page([nth(2), nth(1)])));
    feed.change(arrives(3));
    feed.scroll(false);
    expect(feed.change(leaves(3))).toEqual([-1, 0]);
    expect(feed.change(arrives(4))).toEqual([0, 1]);
    expect(feed.change(leaves(4))).toEqual([-1, 0]);
  });

  it('keeps requested pages above the reader without counting them', () => {
    const feed = open(createFeed(all, page([nth(2), nth(1)], 'newer')));
    expect(feed.change((now) => now.newer(page([nth(4), nth(3)])))).toEqual([2, 0]);
    feed.scroll(false);
    expect(feed.change(arrives(5))).toEqual([3, 1]);
  });
});
