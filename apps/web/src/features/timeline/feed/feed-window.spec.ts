import type { Post } from '@engawa/contracts';
import fc from 'fast-check';
import { createFeed } from './feed.fixture';
import {
  canLoadNewer,
  canLoadOlder,
  compareFeedPosts,
  FEED_CAP,
  type Changes,
  type FeedWindow,
  isFull,
  mergeRead,
  newestPage,
  replacePending,
} from './feed-window';
import { postOf } from '../post/post.fixture';

const all = { kind: 'all' } as const;
/** Post number n; a larger number is a later talk. */
const nth = (n: number, changes: Partial<Post> = {}): Post =>
  postOf({
    id: `p${String(n).padStart(4, '0')}`,
    talkedAt: new Date(1_760_000_000_000 + n * 60_000).toISOString(),
    ...changes,
  });
/** Posts `from` down to `to`. */
const down = (from: number, to: number) =>
  Array.from({ length: from - to + 1 }, (_, index) => nth(from - index));
const page = (items: Post[], nextCursor: string | null, previousCursor: string | null) => ({
  items,
  nextCursor,
  previousCursor,
});
const numbers = (window: FeedWindow) => window.items.map((post) => Number(post.id.slice(1)));

describe('the window of a feed', () => {
  it('opens with 5 posts on each side of an addressed one', () => {
    const window = createFeed(all, page(down(55, 45), 'older', 'newer')).window();
    expect(numbers(window)).toEqual([55, 54, 53, 52, 51, 50, 49, 48, 47, 46, 45]);
    expect(canLoadOlder(window)).toBe(true);
    expect(canLoadNewer(window)).toBe(true);
  });

  it('grows by 10 in both directions, without doubles, and knows the ends', () => {
    const feed = createFeed(all, page(down(55, 45), 'older', 'newer'));
    feed.older(page(down(45, 36), null, null));
    const window = feed.newer(page(down(65, 55), null, null));
    expect(numbers(window)).toEqual(down(65, 36).map((post) => Number(post.id.slice(1))));
    expect(canLoadOlder(window)).toBe(false);
    expect(canLoadNewer(window)).toBe(false);
  });

  it('loads no more at 300', () => {
    const feed = createFeed(all, page(down(1000, 991), 'c', null));
    while (canLoadOlder(feed.window())) {
      const last = numbers(feed.window()).at(-1)!;
      feed.older(page(down(last - 1, last - 10), 'c', null));
    }
    expect(feed.window().items).toHaveLength(FEED_CAP);
    expect(isFull(feed.window())).toBe(true);
  });

  it('stays at 300 when live posts come, and says that older ones were let go', () => {
    const feed = createFeed(all, page(down(300, 1), null, null));
    expect(isFull(feed.window())).toBe(false);
    const window = feed.put(nth(301));
    expect(window.items).toHaveLength(300);
    expect(numbers(window)[0]).toBe(301);
    expect(numbers(window).at(-1)).toBe(2);
    expect(isFull(window)).toBe(true);
    expect(canLoadOlder(window)).toBe(false);
  });

  it('takes live posts in front, inside and behind only where it covers that stretch', () => {
    const newest = createFeed(all, page(down(50, 41), 'older', null));
    const before = newest.window();
    expect(newest.put(nth(12))).toEqual(before);
    expect(numbers(newest.put(nth(51)))[0]).toBe(51);
    const past = createFeed(all, page(down(50, 41), 'older', 'newer'));
    const opened = past.window();
    expect(past.put(nth(60))).toEqual(opened);
    const late = postOf({ ...nth(45), id: 'q', talkedAt: nth(45).talkedAt });
    expect(past.put(late).items.map((post) => post.id)).toContain('q');
    const empty = createFeed(all, page([], null, null));
    expect(empty.put(nth(1)).items).toHaveLength(1);
  });

  it('shows only what belongs to its place', () => {
    const member = { kind: 'member', id: 'm1' } as const;
    const about = nth(2, {
      members: [{ ...postOf({}).members[0]!, id: 'm1' }],
    });
    const opened = page([about, nth(1, about)], null, null);
    const feed = createFeed(member, opened);
    const window = feed.window();
    expect(feed.put(nth(3))).toEqual(window);
    // Edited so that it is about another member.
    expect(numbers(feed.put({ ...about, members: [], version: 2 }))).not.toContain(2);
    const staff = createFeed({ kind: 'staff', id: 's9' }, opened);
    expect(staff.put(nth(3, { ownerId: 's9' })).items).toHaveLength(3 - 1);
  });

  it('takes a batch read: changed, moved and gone', () => {
    const next = createFeed(all, page(down(50, 41), 'older', null)).change((changes, feeds) =>
      mergeRead(
        feeds,
        changes,
        ['p0049', 'p0047', 'p0045'],
        [
          nth(49, { version: 2, memo: '直しました' }),
          nth(45, { version: 2, talkedAt: nth(48, {}).talkedAt }),
        ],
      ),
    );
    expect(next.items.find((post) => post.id === 'p0049')?.memo).toBe('直しました');
    expect(numbers(next)).toEqual([50, 49, 48, 45, 46, 44, 43, 42, 41]);
  });

  it('never goes back to an older version', () => {
    const feed = createFeed(all, page([nth(1, { version: 5, memo: '新' })], 'older', null));
    expect(feed.put(nth(1, { version: 4, memo: '旧' })).items[0]?.memo).toBe('新');
    feed.put(nth(1, { version: 6, memo: '最新' }));
    // A page that was read before.
    expect(feed.older(page([nth(1, { version: 5 })], 'older', null)).items[0]?.memo).toBe('最新');
    // A page that was read after a change that nobody told.
    feed.older(page([nth(1, { version: 8, memo: '後で' })], null, null));
    expect(feed.put(nth(1, { version: 7, memo: '遅れて' })).items[0]?.memo).toBe('後で');
  });

  it('takes the later version of a post that moved between two reads', () => {
    const feed = createFeed(all, page(down(50, 41), null, 'newer'));
    const moved = nth(45, { version: 2, talkedAt: nth(55).talkedAt });
    const window = feed.newer(page([nth(56), moved, nth(51)], null, null));
    expect(numbers(window).slice(0, 4)).toEqual([56, 45, 51, 50]);
    expect(window.items).toHaveLength(12);
  });

  it('lets a post go that was moved out of its stretch', () => {
    const feed = createFeed(all, page(down(50, 41), 'older', null));
    const moved = nth(45, { version: 2, talkedAt: nth(3).talkedAt });
    expect(numbers(feed.put(moved))).not.toContain(45);
  });

  it('does not show again what was deleted while a page was read', () => {
    const feed = createFeed(all, page(down(50, 41), 'older', null));
    feed.drop('p0045');
    expect(numbers(feed.older(page([nth(45), nth(40)], null, null)))).not.toContain(45);
    expect(numbers(feed.put(nth(45, { version: 3 })))).toContain(45);
  });

  it('replaces a pending post once, whether the answer or the live event comes first', () => {
    const pending = { ...nth(60), id: 'pending-1', key: 'pending-1', pending: true };
    const open = () => {
      const feed = createFeed(all, page(down(50, 41), 'older', null));
      feed.put(pending);
      return feed;
    };
    const real = nth(60);
    const answered = open();
    const answer = () =>
      answered.change((changes, feeds) => replacePending(feeds, changes, 'pending-1', real));
    const quiet = answer();
    expect(quiet.items.filter((post) => post.id === real.id)).toHaveLength(1);
    expect(quiet.items[0]).toMatchObject({ id: real.id, key: 'pending-1' });
    expect(quiet.items[0]?.pending).toBeUndefined();
    const first = open();
    const live = first.put(real);
    expect(live.items).toHaveLength(11);
    expect(live.items[0]).toMatchObject({ id: real.id, key: 'pending-1' });
    expect(
      first.change((changes, feeds) => replacePending(feeds, changes, 'pending-1', real)),
    ).toEqual(live);
  });

  it.each([
    ['of somebody else', { ownerId: 'another' }, {}],
    ['with other words', { memo: '別の話' }, {}],
    ['that waits for the connection, with another time', {}, { waiting: true }],
  ])('shows a live post beside a pending one %s', (_what, other, state) => {
    const feed = createFeed(all, page(down(50, 41), 'older', null));
    feed.put({ ...nth(60), id: 'pending-1', pending: true, ...state } as Post);
    const live = feed.put(nth(61, other));
    expect(live.items.slice(0, 2).map(({ id }) => id)).toEqual(['p0061', 'pending-1']);
  });

  it('begins as the server knows it, with the newest posts and a cursor to what follows', () => {
    const changes: Changes = {
      'pending-1': { ...nth(70), id: 'pending-1', pending: true },
      p0060: nth(60),
      p0049: null,
      p0048: { ...nth(48, { memo: '直す' }), confirmed: nth(48) },
    };
    const pages = [page(down(50, 41), 'c41', null), page(down(40, 31), 'c31', null)];
    expect(newestPage({ place: all, pages }, changes, 10)).toEqual(
      page([nth(60), nth(50), ...down(48, 41)], 'c41', null),
    );
    expect(newestPage({ place: all, pages }, changes, 11)).toEqual(
      page([nth(60), nth(50), ...down(48, 31)], 'c31', null),
    );
    const later = [page(down(50, 41), 'c41', 'newer')];
    expect(newestPage({ place: all, pages: later }, changes, 10)).toBeNull();
  });

  it('is always sorted, distinct and within the cap', () => {
    const step = fc.record({
      n: fc.nat({ max: 400 }),
      move: fc.nat({ max: 400 }),
      gone: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const feed = createFeed(all, page(down(340, 60), 'older', null));
        let version = 2;
        for (const { n, move, gone } of steps) {
          const post = nth(n, { version: version++, talkedAt: nth(move).talkedAt });
          feed.change((changes, feeds) => mergeRead(feeds, changes, [post.id], gone ? [] : [post]));
        }
        const window = feed.window();
        expect(window.items).toEqual(window.items.toSorted(compareFeedPosts));
        expect(new Set(window.items.map((post) => post.id)).size).toBe(window.items.length);
        expect(window.items.length).toBeLessThanOrEqual(FEED_CAP);
      }),
      { numRuns: 100 },
    );
  });
});
