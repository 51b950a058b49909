import { configureStore } from '@reduxjs/toolkit';
import type { Post } from '@engawa/contracts';
import { serve } from '../../../../test/answers';
import { storeAccess } from '../../../shared/api/access';
import { api } from '../../../shared/api/api';
import { startLive } from '../../../shared/live/live';
import type { FeedPlace } from '../../../shared/address/post-address';
import { followFeeds } from './feed';
import { reopenFeed } from './feed-reads';
import { loadOlder, openFeed, shownPosts } from './feed.fixture';
import { compareFeedPosts, FEED_CAP } from './feed-window';
import { postOf } from '../post/post.fixture';

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
  let refusal: number | null = null;
  let release: Promise<void> | null = null;
  const log = serve(async ({ url }) => {
    if (isCut) return 'no network';
    if (url.startsWith('/api/v1/live')) {
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
    if (refusal !== null) return { status: refusal, body: '<h1>Bad Gateway</h1>' };
    const query = new URLSearchParams(url.split('?')[1]);
    const ids = query.get('ids')?.split(',');
    if (ids) return { body: { items: posts.filter(({ id }) => ids.includes(id)) } };
    const around = query.get('around');
    if (around) {
      const at = posts.findIndex((post) => post.id === around);
      if (at < 0) return { status: 404, body: { code: 'timeline.post.not-found', title: 'x' } };
      const start = Math.max(0, at - 5);
      return { body: page(start, at - start + 6) };
    }
    // Read now, answered later.
    const body = page(Number(query.get('cursor') ?? 0), Number(query.get('limit') ?? 10));
    await release;
    return { body };
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
    reconnect: () => (isCut = false),
    refuse: (status: number | null) => (refusal = status),
    /** Answers of pages wait for the returned function. */
    delay() {
      let go: () => void = () => undefined;
      release = new Promise((resolve) => (go = resolve));
      return go;
    },
    t: (text: string) => stream?.(text),
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
  const items = (place: FeedPlace) => shownPosts(store.getState(), place);
  const ids = (place: FeedPlace) => items(place).map((post) => post.id);

  beforeEach(() => {
    jest.useFakeTimers();
    localStorage.clear();
    server = createServer();
    server.hold(Array.from({ length: 40 }, (_, index) => nth(index * 10)));
    storeAccess({ accessToken: 't', expiresAt: new Date(Date.now() + 900_000).toISOString() });
    store = createStore();
    const dispatch = store.dispatch as never as Parameters<typeof startLive>[0];
    stops = [followFeeds(dispatch as never), startLive(dispatch, () => undefined)];
  });
  afterEach(() => {
    stops.forEach((stop) => stop());
    store.dispatch(api.util.resetApiState());
    jest.useRealTimers();
  });

  const open = async (place: FeedPlace, around?: string) => {
    await store.dispatch(openFeed(place, around) as never);
    await jest.advanceTimersByTimeAsync(10);
  };
  /** The stream ends, a minute passes offline, then the connection is back. */
  const disconnectForAMinute = async () => {
    server.cut();
    await jest.advanceTimersByTimeAsync(60_000);
    server.reconnect();
    await jest.advanceTimersByTimeAsync(20_000);
    // The gateway's message for an unknown stream position.
    server.t('event: reset\ndata: {}\n\n');
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
    await disconnectForAMinute();
    expect(ids(all)).toEqual(first.map((post) => post.id));
    expect(ids(all)).toContain('p355');
    expect(ids(all)).not.toContain('p370');
    expect(items(all).find((post) => post.id === 'p320')?.memo).toBe('直した');
  });

  it('does the same for a range in the past whose first post was deleted', async () => {
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
    await disconnectForAMinute();
    // p245 is within the range, which began with p250; newer posts are loaded from there.
    expect(ids(all)).toEqual([
      'p245',
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

  it('loses nothing of a feed that was held to its end', async () => {
    server.hold([]);
    await open(all);
    server.hold(Array.from({ length: 70 }, (_, index) => nth(index)));
    await disconnectForAMinute();
    expect(ids(all)).toHaveLength(50);
    await store.dispatch(loadOlder(all) as never);
    await store.dispatch(loadOlder(all) as never);
    expect(ids(all)).toEqual(server.posts().map(({ id }) => id));
  });

  it('loses nothing that was written down below the end of a feed', async () => {
    server.hold(Array.from({ length: 10 }, (_, index) => nth(300 + index)));
    await open(all);
    server.hold([
      ...server.posts(),
      ...Array.from({ length: 30 }, (_, index) => nth(400 + index)),
      ...Array.from({ length: 40 }, (_, index) => nth(index)),
    ]);
    await disconnectForAMinute();
    expect(ids(all)).toHaveLength(50);
    for (let page = 0; page < 3; page += 1) await store.dispatch(loadOlder(all) as never);
    expect(ids(all)).toEqual(server.posts().map(({ id }) => id));
  });

  it('holds for every feed that is open, and for more than a window holds', async () => {
    await open(all);
    await open(member);
    server.hold([...server.posts(), ...Array.from({ length: 400 }, (_, n) => nth(1_000 + n))]);
    await disconnectForAMinute();
    const newest = server.posts().slice(0, FEED_CAP);
    expect(ids(all)).toEqual(newest.map((post) => post.id));
    expect(ids(member)).toEqual(newest.map((post) => post.id));
  });

  it('keeps a page that is loaded while the range is read again', async () => {
    await open(all);
    server.hold([...server.posts().filter(({ id }) => id !== 'p350'), nth(500)]);
    const answer = server.delay();
    await disconnectForAMinute();
    const loading = store.dispatch(loadOlder(all) as never) as unknown as Promise<unknown>;
    await jest.advanceTimersByTimeAsync(10);
    answer();
    await loading;
    await jest.advanceTimersByTimeAsync(100);
    expect(ids(all)).toEqual(
      server
        .posts()
        .slice(0, 20)
        .map(({ id }) => id),
    );
  });

  const changed = (verb: 'created' | 'updated' | 'deleted', id: string) => {
    const message = {
      ...{ name: `timeline.post.${verb}`, at: '', actor: null, version: 2 },
      ...{ aggregate: { type: 'post', id }, postId: id, commentId: null },
    };
    server.t(`id: e-${id}\nevent: change\ndata: ${JSON.stringify(message)}\n\n`);
    return jest.advanceTimersByTimeAsync(100);
  };

  it('reads again what a server refused for the moment', async () => {
    await open(all);
    server.hold([...server.posts(), nth(500)]);
    server.refuse(502);
    await changed('created', 'p500');
    expect(ids(all)).not.toContain('p500');
    server.refuse(null);
    await jest.advanceTimersByTimeAsync(10_000);
    expect(ids(all)[0]).toBe('p500');
  });

  it('applies what changes between the read of a feed and its answer', async () => {
    const answer = server.delay();
    const opening = open(all);
    await jest.advanceTimersByTimeAsync(10);
    server.hold([...server.posts().filter(({ id }) => id !== 'p390'), nth(500)]);
    await changed('created', 'p500');
    await changed('deleted', 'p390');
    answer();
    await opening;
    await jest.advanceTimersByTimeAsync(100);
    expect(ids(all).slice(0, 2)).toEqual(['p500', 'p380']);
  });

  it('shows no post that was deleted while earlier changes were read', async () => {
    await open(all);
    server.refuse(503);
    await changed('updated', 'p390');
    server.hold(server.posts().filter(({ id }) => id !== 'p380'));
    await changed('deleted', 'p380');
    server.refuse(null);
    await jest.advanceTimersByTimeAsync(10_000);
    expect(ids(all).slice(0, 2)).toEqual(['p390', 'p370']);
  });

  /** The timeline of a page that is loaded without the network. */
  const openOffline = async (around?: string) => {
    window.dispatchEvent(new Event('pagehide'));
    server.cut();
    store = createStore();
    await open(all, around);
    return ids(all);
  };
  const serverIds = (count: number) =>
    server
      .posts()
      .slice(0, count)
      .map(({ id }) => id);

  it('leaves the timeline on the device as it was last shown', async () => {
    await open(all);
    server.hold([...server.posts().filter(({ id }) => id !== 'p390'), nth(500)]);
    await changed('created', 'p500');
    await changed('deleted', 'p390');
    expect(await openOffline()).toEqual(serverIds(10));
  });

  it('leaves what came after it on the device, too', async () => {
    await open(all);
    server.hold([...server.posts(), nth(500)]);
    await disconnectForAMinute();
    expect(await openOffline()).toEqual(serverIds(11));
  });

  it('shows the timeline of the device where the address is a post', async () => {
    await open(all);
    expect(await openOffline('p200')).toEqual(serverIds(10));
  });

  it('keeps the shown posts when another one is opened without the network', async () => {
    await open(all);
    await store.dispatch(loadOlder(all) as never);
    server.cut();
    const reopening = store.dispatch(
      reopenFeed(all, 'p50') as never,
    ) as unknown as Promise<unknown>;
    await expect(reopening).rejects.toMatchObject({ code: 'network' });
    expect(ids(all)).toEqual(serverIds(20));
  });

  it('begins with what changed since the page began to load', async () => {
    await jest.advanceTimersByTimeAsync(10);
    expect(server.log.map(({ url }) => url)).toContainEqual(
      expect.stringMatching(/^\/api\/v1\/live\?age=\d+$/),
    );
  });
});
