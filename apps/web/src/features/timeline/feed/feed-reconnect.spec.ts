import { configureStore } from '@reduxjs/toolkit';
import type { Post } from '@engawa/contracts';
import { serve } from '../../../../test/answers';
import { keepAccess } from '../../../shared/api/access';
import { api } from '../../../shared/api/api';
import { onLive, startLive } from '../../../shared/live/live';
import type { FeedPlace } from '../../../shared/address/post-address';
import { applyLive } from './feed';
import { compareFeedPosts, FEED_CAP } from './feed-window';
import { postOf } from '../post/post.sample';
import { timelineApi } from '../timeline.api';

const all: FeedPlace = { kind: 'all' };
const member: FeedPlace = { kind: 'member', id: 'm-sato' };
const nth = (n: number, changes: Partial<Post> = {}) =>
  postOf({
    id: `p${n}`,
    talkedAt: new Date(Date.parse('2026-11-01T00:00:00Z') + n * 60_000).toISOString(),
    ...changes,
  });

/** A server with posts, pages, and a live stream that can be cut. */
function createServer() {
  let posts: Post[] = [];
  let stream: ((text: string | null) => void) | null = null;
  let isCut = false;
  const page = (at: number, limit: number) => {
    const items = posts.slice(at, at + limit);
    const end = at + items.length;
    return {
      items,
      nextCursor: end < posts.length ? String(end) : null,
      previousCursor: at > 0 ? `before ${at}` : null,
    };
  };
  const log = serve(({ url }) => {
    if (isCut) return 'no network';
    if (url === '/api/v1/live') {
      const chunks: (Uint8Array | null)[] = [];
      let wake: () => void = () => undefined;
      stream = (text) => {
        chunks.push(text === null ? null : new TextEncoder().encode(text));
        wake();
      };
      const read = async () => {
        while (chunks.length === 0) await new Promise<void>((done) => (wake = done));
        const value = chunks.shift() ?? null;
        return value === null ? { done: true } : { done: false, value };
      };
      return { body: { getReader: () => ({ read }) } };
    }
    const query = new URLSearchParams(url.split('?')[1]);
    const around = query.get('around');
    if (around) {
      const at = posts.findIndex((post) => post.id === around);
      if (at < 0) return { status: 404, body: { code: 'timeline.post.not-found', title: 'x' } };
      const start = Math.max(0, at - 5);
      return { body: page(start, at - start + 6) };
    }
    return { body: page(Number(query.get('cursor') ?? 0), Number(query.get('limit') ?? 10)) };
  });
  return {
    log,
    /** Sets the posts. */
    hold: (next: Post[]) => (posts = next.toSorted(compareFeedPosts)),
    posts: () => posts,
    cut() {
      isCut = true;
      stream?.(null);
    },
    mend: () => (isCut = false),
    say: (text: string) => stream?.(text),
  };
}

describe('a connection that was lost for a minute', () => {
  const createStore = () =>
    configureStore({
      reducer: { [api.reducerPath]: api.reducer },
      middleware: (defaults) => defaults({ serializableCheck: false }).concat(api.middleware),
    });
  let server: ReturnType<typeof createServer>;
  let store: ReturnType<typeof createStore>;
  let stops: (() => void)[];
  const window = (place: FeedPlace) =>
    timelineApi.endpoints.feed.select({ place })(store.getState()).data!;
  const ids = (place: FeedPlace) => window(place).items.map((post) => post.id);

  beforeEach(() => {
    jest.useFakeTimers();
    server = createServer();
    server.hold(Array.from({ length: 40 }, (_, index) => nth(index * 10)));
    keepAccess({ accessToken: 't', expiresAt: new Date(Date.now() + 900_000).toISOString() });
    store = createStore();
    const dispatch = store.dispatch as never as Parameters<typeof startLive>[0];
    stops = [
      onLive((batch) => void dispatch(applyLive(batch) as never)),
      startLive(dispatch, () => undefined),
    ];
  });
  afterEach(() => {
    stops.forEach((stop) => stop());
    jest.useRealTimers();
  });

  const open = async (place: FeedPlace, around?: string) => {
    await store.dispatch(timelineApi.endpoints.feed.initiate({ place, around }) as never);
    await jest.advanceTimersByTimeAsync(10);
  };
  /** The stream ends, a minute passes offline, then the connection is back. */
  const loseAMinute = async () => {
    server.cut();
    await jest.advanceTimersByTimeAsync(60_000);
    server.mend();
    await jest.advanceTimersByTimeAsync(20_000);
    // The gateway's message for an unknown stream position.
    server.say('event: reset\ndata: {}\n\n');
    await jest.advanceTimersByTimeAsync(1_000);
  };

  it('brings the newest posts, late ones within the stretch, changes and deletions', async () => {
    await open(all);
    expect(ids(all)).toHaveLength(10);
    server.hold([
      ...server.posts().filter((post) => post.id !== 'p370'),
      nth(401),
      nth(402),
      // A talk of this morning, written down only now.
      nth(355),
      // Outside of this range: older than the held posts.
      nth(5),
    ]);
    server.hold(
      server
        .posts()
        .map((post) => (post.id === 'p320' ? { ...post, version: 2, memo: '直した' } : post)),
    );
    const first = server.posts().slice(0, 12);
    await loseAMinute();
    expect(ids(all)).toEqual(first.map((post) => post.id));
    expect(ids(all)).toContain('p355');
    expect(ids(all)).not.toContain('p370');
    expect(window(all).items.find((post) => post.id === 'p320')?.memo).toBe('直した');
  });

  it('does the same for a stretch in the past, whose front is gone', async () => {
    await open(all, 'p200');
    expect(ids(all)).toEqual([
      'p250',
      'p240',
      'p230',
      'p220',
      'p210',
      'p200',
      'p190',
      'p180',
      'p170',
      'p160',
      'p150',
    ]);
    server.hold([
      ...server.posts().filter((post) => post.id !== 'p250'),
      nth(205),
      nth(245),
      nth(500),
    ]);
    await loseAMinute();
    // p245 is above the rest of the range; it comes with the next page of newer posts.
    expect(ids(all)).toEqual([
      'p240',
      'p230',
      'p220',
      'p210',
      'p205',
      'p200',
      'p190',
      'p180',
      'p170',
      'p160',
      'p150',
    ]);
  });

  it('holds for every feed that is open, and for more than a window holds', async () => {
    await open(all);
    await open(member);
    server.hold([...server.posts(), ...Array.from({ length: 400 }, (_, n) => nth(1_000 + n))]);
    await loseAMinute();
    const newest = server.posts().slice(0, FEED_CAP);
    expect(ids(all)).toEqual(newest.map((post) => post.id));
    expect(ids(member)).toEqual(newest.map((post) => post.id));
  });
});
