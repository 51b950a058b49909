import { configureStore } from '@reduxjs/toolkit';
import type { Session } from '@engawa/contracts';
import { type Asked, serve } from '../../../../test/answers';
import { storeAccess } from '../../../shared/api/access';
import { api } from '../../../shared/api/api';
import { waitingOf } from './send-queue';
import { flushSendQueue } from './send-queue-flush';
import { showWaiting } from './show-waiting';
import { postOf, sampleStaff } from '../post/post.fixture';
import { writeComment } from '../thread/comment-actions';
import { writePost } from '../thread/post-actions';
import { openFeed, shownPosts } from '../feed/feed.fixture';

const place = { kind: 'all' } as const;
const session = {
  staff: { ...sampleStaff },
  space: { id: 'space' },
  permissions: [],
} as unknown as Session;
const input = {
  ...{ memo: '圏外で', memberIds: [], mentions: [], labelIds: [], task: null, attachmentIds: [] },
  ...{ mustRead: false, introduction: null },
};
const shown = { members: [], attachments: [] };

describe('what is written without a connection', () => {
  const createStore = () =>
    configureStore({
      reducer: { [api.reducerPath]: api.reducer },
      middleware: (defaults) => defaults({ serializableCheck: false }).concat(api.middleware),
    });
  let store: ReturnType<typeof createStore>;
  let online: boolean;
  let log: Asked[];
  let refuse: number | null;
  let refusal: object;
  const run = <T>(thunk: unknown): T => store.dispatch(thunk as never) as T;
  const posts = () => shownPosts(store.getState(), place);
  const sent = () => log.filter(({ method, url }) => method === 'POST' && /posts/.test(url));

  beforeEach(async () => {
    localStorage.clear();
    online = true;
    refuse = null;
    refusal = { code: 'x', title: 'x' };
    storeAccess({ accessToken: 't', expiresAt: new Date(Date.now() + 900_000).toISOString() });
    log = serve(({ method, url, body }) => {
      if (!online) return 'no network';
      if (method === 'PUT') return { body: {} };
      if (method === 'POST' && refuse) return { status: refuse, body: refusal };
      const memo = (body as { memo?: string } | null)?.memo;
      if (method === 'POST') return { status: 201, body: postOf({ id: `real-${memo}`, memo }) };
      const items = url.endsWith('/posts') ? [postOf({ id: 'p1' })] : [];
      return { body: { items, nextCursor: null, previousCursor: null } };
    });
    store = createStore();
    await run(openFeed(place));
  });

  it('waits, shows as waiting, also after a reload, and is sent once with its first key', async () => {
    online = false;
    expect(await run(writePost(session, input, shown, 'key-1'))).toBeNull();
    expect(posts()[0]).toMatchObject({ memo: '圏外で', pending: true, waiting: true });
    const comment = { memo: 'はい', mentions: [], labelIds: [], task: null, attachmentIds: [] };
    expect(
      await run(writeComment(session, 'p1', comment, { mentions: [], attachments: [] }, 'key-2')),
    ).toBeNull();
    expect(waitingOf(session).map((entry) => entry.key)).toEqual(['key-1', 'key-2']);

    online = true;
    store = createStore();
    await run(openFeed(place));
    run(showWaiting(session));
    expect(posts().some((post) => post.waiting)).toBe(true);

    log.length = 0;
    expect(await run(flushSendQueue(session))).toEqual({ sent: 2, refused: 0 });
    expect(sent().map(({ url, headers }) => [url, headers['idempotency-key']])).toEqual([
      ['/api/v1/posts', 'key-1'],
      ['/api/v1/posts/p1/comments', 'key-2'],
    ]);
    expect(posts().filter((post) => post.memo === '圏外で')).toHaveLength(1);
    expect(posts().some((post) => post.pending)).toBe(false);
    expect(waitingOf(session)).toEqual([]);
  });

  it('is there once when it was sent, and only the answer was lost', async () => {
    let stored: unknown = null;
    log = serve(({ method, body }) => {
      if (method !== 'POST') return { body: {} };
      if (stored === null) {
        stored = body;
        return 'no network';
      }
      return JSON.stringify(body) === JSON.stringify(stored)
        ? { status: 201, body: postOf({ id: 'real', memo: input.memo }) }
        : { status: 422, body: { code: 'request.idempotency-mismatch', title: 'x' } };
    });
    expect(await run(writePost(session, input, shown, 'key-1'))).toBeNull();
    expect(await run(flushSendQueue(session))).toEqual({ sent: 1, refused: 0 });
    expect(log.filter(({ method }) => method === 'PUT')).toEqual([]);
    expect(posts().map(({ id }) => id)).toEqual(['real', 'p1']);
    expect(waitingOf(session)).toEqual([]);
  });

  it('goes on waiting while the connection or the server is not there', async () => {
    online = false;
    await run(writePost(session, input, shown, 'key-1'));
    expect(await run(flushSendQueue(session))).toEqual({ sent: 0, refused: 0 });
    online = true;
    refuse = 503;
    expect(await run(flushSendQueue(session))).toEqual({ sent: 0, refused: 0 });
    expect(waitingOf(session)).toHaveLength(1);
  });

  it('is sent and reported once, however many calls send at the same time', async () => {
    online = false;
    await run(writePost(session, input, shown, 'key-1'));
    online = true;
    const results = await Promise.all([
      run<Promise<{ sent: number }>>(flushSendQueue(session)),
      run<Promise<{ sent: number }>>(flushSendQueue(session)),
    ]);
    expect(results.map(({ sent }) => sent).sort()).toEqual([0, 1]);
    expect(waitingOf(session)).toEqual([]);
  });

  it('becomes a draft when it is refused, so that nothing is lost', async () => {
    online = false;
    await run(writePost(session, input, shown, 'key-1'));
    online = true;
    refuse = 422;
    expect(await run(flushSendQueue(session))).toEqual({ sent: 0, refused: 1 });
    expect(log.at(-1)).toMatchObject({ method: 'PUT', body: { memo: '圏外で', revision: 1 } });
    expect(waitingOf(session)).toEqual([]);
    expect(posts().some((post) => post.pending)).toBe(false);
  });

  it('becomes a draft without the members who resigned, with all else that was written', async () => {
    online = false;
    const talkedAt = '2026-11-02T03:00:00.000Z';
    const introduction = {
      ...{ memberId: 'here', toMemberId: 'other', about: '紹介の文' },
      ...{ outcome: 'open' as const, outcomeNote: '' },
    };
    const memberIds = ['resigned', 'here', 'other'];
    const written = { ...input, memberIds, introduction, talkedAt, mustRead: true };
    await run(writePost(session, written, shown, 'key-1'));
    online = true;
    refuse = 422;
    refusal = {
      ...{ code: 'timeline.post.deleted-member', title: 'x' },
      errors: [{ pointer: '/body/memberIds/0', code: 'invalid' }],
    };
    expect(await run(flushSendQueue(session))).toEqual({ sent: 0, refused: 1 });
    expect(log.at(-1)).toMatchObject({
      method: 'PUT',
      body: {
        memo: '圏外で',
        memberIds: ['here', 'other'],
        introduction,
        talkedAt,
        mustRead: true,
      },
    });
  });

  it('belongs to who wrote it', async () => {
    online = false;
    await run(writePost(session, input, shown, 'key-1'));
    const other = { ...session, staff: { ...session.staff, id: 'other' } } as Session;
    expect(waitingOf(other)).toEqual([]);
  });
});
