import { act, renderHook } from '@testing-library/react';
import fc from 'fast-check';
import { postOf } from '../post/post.fixture';
import { createFeed } from './feed.fixture';
import type { FeedPost } from './feed-window';
import { FIRST_INDEX, useFeedFront } from './use-feed-front';

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
  const open = (opened: Feed, left: FeedPost | null = null) => {
    let atTop = left === null;
    const { result, rerender } = renderHook(() => useFeedFront(opened.window(), left, atTop));
    const seen = () => [FIRST_INDEX - result.current.firstIndex, result.current.fresh];
    const inSight = (first: number, last: number) => {
      const { firstIndex, onRange } = result.current;
      act(() => onRange({ startIndex: firstIndex + first, endIndex: firstIndex + last }));
    };
    inSight(0, 1);
    return {
      seen,
      newestSeen: () => result.current.newestSeen(),
      inSight,
      scroll(to: boolean) {
        atTop = to;
        rerender();
      },
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

  it('counts what arrived while the reader was on another page', () => {
    const posts = createFeed(all, page([nth(2), nth(1)]));
    const before = open(posts);
    before.scroll(false);
    expect(before.change(arrives(3))).toEqual([1, 1]);
    const left = before.newestSeen();
    posts.put(nth(4));
    const after = open(posts, left);
    expect(after.seen()).toEqual([0, 2]);
    expect(after.change(arrives(5))).toEqual([1, 3]);
    after.scroll(true);
    expect(after.seen()).toEqual([1, 0]);
    expect(after.newestSeen()).toBeNull();
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

  describe('of a reader further down', () => {
    const posts = Array.from({ length: 10 }, (_, index) => nth(60 - index * 5));
    /** A reader who sees posts 45 to 35 of 60 to 15. */
    const reads = () => {
      const feed = open(createFeed(all, page(posts)));
      feed.scroll(false);
      feed.inSight(3, 5);
      return feed;
    };

    it.each([
      ['the first two are deleted', [leaves(60), leaves(55)], [-2, 0]],
      ['one of those above is deleted', [leaves(50)], [-1, 0]],
      ['a late one comes above', [arrives(52)], [1, 0]],
      ['one above is deleted when a new one has come', [arrives(70), leaves(55)], [0, 1]],
      ['the first in sight is deleted', [leaves(45)], [-1, 0]],
      ['another in sight is deleted', [leaves(40)], [0, 0]],
      ['one below is deleted', [leaves(20)], [0, 0]],
      ['a late one comes below', [arrives(22)], [0, 0]],
    ])('keeps what is in sight when %s', (_what, changes, expected) => {
      const feed = reads();
      for (const change of changes) feed.change(change);
      expect(feed.seen()).toEqual(expected);
    });

    it('keeps what is in sight while much changes', () => {
      const step = fc.record({ n: fc.nat({ max: 80 }), gone: fc.boolean() });
      fc.assert(
        fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
          const posts = createFeed(
            all,
            page(Array.from({ length: 10 }, (_, n) => nth(60 - n * 5))),
          );
          const feed = open(posts);
          feed.scroll(false);
          feed.inSight(3, 5);
          const indexes = () =>
            new Map(posts.window().items.map(({ id }, at) => [id, at - feed.seen()[0]!]));
          for (const { n, gone } of steps) {
            // What is in sight stays in this test.
            if (n <= 45 && n >= 35) continue;
            const before = indexes();
            feed.change((gone ? leaves : arrives)(n));
            for (const id of ['p45', 'p40', 'p35']) expect(indexes().get(id)).toBe(before.get(id));
          }
        }),
        { numRuns: 100 },
      );
    });
  });
});
