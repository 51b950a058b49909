import type { Post } from '@engawa/contracts';
import fc from 'fast-check';
import {
  addNewer,
  addOlder,
  canLoadNewer,
  canLoadOlder,
  compareFeedPosts,
  FEED_CAP,
  type FeedWindow,
  isFull,
  openWindow,
  putPost,
  removePosts,
  replacePending,
  mergeRead,
} from './feed-window';
import { postOf } from '../post/post.sample';

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
    const window = openWindow(page(down(55, 45), 'older', 'newer'));
    expect(numbers(window)).toEqual([55, 54, 53, 52, 51, 50, 49, 48, 47, 46, 45]);
    expect(canLoadOlder(window)).toBe(true);
    expect(canLoadNewer(window)).toBe(true);
  });

  it('grows by 10 in both directions, without doubles, and knows the ends', () => {
    let window = openWindow(page(down(55, 45), 'older', 'newer'));
    window = addOlder(window, page(down(45, 36), null, null));
    window = addNewer(window, page(down(65, 55), null, null));
    expect(numbers(window)).toEqual(down(65, 36).map((post) => Number(post.id.slice(1))));
    expect(canLoadOlder(window)).toBe(false);
    expect(canLoadNewer(window)).toBe(false);
    expect(window.lead).toBe(10);
  });

  it('loads no more at 300', () => {
    let window = openWindow(page(down(1000, 991), 'c', null));
    while (canLoadOlder(window)) {
      const last = numbers(window).at(-1)!;
      window = addOlder(window, page(down(last - 1, last - 10), 'c', null));
    }
    expect(window.items).toHaveLength(FEED_CAP);
    expect(isFull(window)).toBe(true);
  });

  it('stays at 300 when live posts come, and says that older ones were let go', () => {
    let window = openWindow(page(down(300, 1), null, null));
    expect(isFull(window)).toBe(false);
    window = putPost(window, all, nth(301));
    expect(window.items).toHaveLength(300);
    expect(numbers(window)[0]).toBe(301);
    expect(numbers(window).at(-1)).toBe(2);
    expect(isFull(window)).toBe(true);
    expect(canLoadOlder(window)).toBe(false);
  });

  it('takes live posts in front, inside and behind only where it covers that stretch', () => {
    const newest = openWindow(page(down(50, 41), 'older', null));
    expect(numbers(putPost(newest, all, nth(51)))[0]).toBe(51);
    expect(putPost(newest, all, nth(51)).lead).toBe(1);
    expect(putPost(newest, all, nth(12))).toBe(newest);
    const past = openWindow(page(down(50, 41), 'older', 'newer'));
    expect(putPost(past, all, nth(60))).toBe(past);
    const late = postOf({ ...nth(45), id: 'q', talkedAt: nth(45).talkedAt });
    expect(putPost(past, all, late).items.map((post) => post.id)).toContain('q');
    expect(putPost(past, all, late).lead).toBe(0);
    const empty = openWindow(page([], null, null));
    expect(putPost(empty, all, nth(1)).items).toHaveLength(1);
  });

  it('shows only what belongs to its place', () => {
    const member = { kind: 'member', id: 'm1' } as const;
    const about = nth(2, {
      members: [{ ...postOf({}).members[0]!, id: 'm1' }],
    });
    const window = openWindow(page([about, nth(1, about)], null, null));
    expect(putPost(window, member, nth(3))).toBe(window);
    // Edited so that it is about another member.
    expect(numbers(putPost(window, member, { ...about, members: [], version: 2 }))).not.toContain(
      2,
    );
    const staff = { kind: 'staff', id: 's9' } as const;
    expect(putPost(window, staff, nth(3, { ownerId: 's9' })).items).toHaveLength(3 - 1);
  });

  it('takes a batch read: changed, moved and gone', () => {
    const window = openWindow(page(down(50, 41), 'older', null));
    const next = mergeRead(
      window,
      all,
      ['p0049', 'p0047', 'p0045'],
      [
        nth(49, { version: 2, memo: '直しました' }),
        nth(45, { version: 2, talkedAt: nth(48, {}).talkedAt }),
      ],
    );
    expect(next.items.find((post) => post.id === 'p0049')?.memo).toBe('直しました');
    expect(numbers(next)).toEqual([50, 49, 48, 45, 46, 44, 43, 42, 41]);
  });

  it('never goes back to an older version', () => {
    const window = openWindow(page([nth(1, { version: 5, memo: '新' })], null, null));
    expect(putPost(window, all, nth(1, { version: 4, memo: '旧' })).items[0]?.memo).toBe('新');
  });

  it('lets a post go that was moved out of its stretch', () => {
    const window = openWindow(page(down(50, 41), 'older', null));
    const moved = nth(45, { version: 2, talkedAt: nth(3).talkedAt });
    expect(numbers(putPost(window, all, moved))).not.toContain(45);
  });

  it('replaces a pending post once, whether the answer or the live event comes first', () => {
    const open = openWindow(page(down(50, 41), 'older', null));
    const pending = { ...nth(60), id: 'pending-1', key: 'k1', pending: true };
    const before = putPost(open, all, pending);
    const real = nth(60);
    const quiet = replacePending(before, all, 'pending-1', real);
    expect(quiet.items.filter((post) => post.id === real.id)).toHaveLength(1);
    expect(quiet.items[0]).toMatchObject({ id: real.id, key: 'k1' });
    expect(quiet.items[0]?.pending).toBeUndefined();
    const live = putPost(before, all, real);
    expect(live.items).toHaveLength(11);
    expect(live.items[0]).toMatchObject({ id: real.id, key: 'k1' });
    expect(replacePending(live, all, 'pending-1', real)).toEqual(live);
  });

  it.each([
    ['of somebody else', { ownerId: 'another' }, {}],
    ['with other words', { memo: '別の話' }, {}],
    ['that waits for the connection, with another time', {}, { waiting: true }],
  ])('shows a live post beside a pending one %s', (_what, other, state) => {
    const open = openWindow(page(down(50, 41), 'older', null));
    const pending = { ...nth(60), id: 'pending-1', pending: true, ...state };
    const live = putPost(putPost(open, all, pending), all, nth(61, other));
    expect(live.items.slice(0, 2).map(({ id }) => id)).toEqual(['p0061', 'pending-1']);
  });

  it('keeps its front in place when what stood first is taken away', () => {
    const window = openWindow(page(down(50, 41), 'older', null));
    expect(removePosts(window, new Set(['p0050', 'p0049', 'p0044'])).lead).toBe(-2);
    expect(removePosts(window, new Set(['p0044'])).lead).toBe(0);
  });

  it('is always sorted, distinct and within the cap', () => {
    const step = fc.record({
      n: fc.nat({ max: 400 }),
      move: fc.nat({ max: 400 }),
      gone: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        let window = openWindow(page(down(340, 60), 'older', null));
        let version = 2;
        for (const { n, move, gone } of steps) {
          const post = nth(n, { version: version++, talkedAt: nth(move).talkedAt });
          window = mergeRead(window, all, [post.id], gone ? [] : [post]);
        }
        expect(window.items).toEqual(window.items.toSorted(compareFeedPosts));
        expect(new Set(window.items.map((post) => post.id)).size).toBe(window.items.length);
        expect(window.items.length).toBeLessThanOrEqual(FEED_CAP);
      }),
      { numRuns: 100 },
    );
  });
});
