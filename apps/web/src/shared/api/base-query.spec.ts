import { networkPage, serve } from '../../../test/answers';
import { ask } from '../../../test/ask';
import { storeAccess } from './access';
import { clearAnswerCache, forgetReader, shownSince, updateCachedAnswer } from './answer-cache';

const at = (ms: number) => new Date(Date.now() + ms).toISOString();

describe('requests', () => {
  beforeEach(() => {
    document.documentElement.lang = 'ja';
    storeAccess({ accessToken: 'good', expiresAt: at(900_000) });
  });

  it('carry token, language, version and a key for repeated posts', async () => {
    const log = serve(() => ({ body: {} }));
    await ask({ url: '/posts', params: { cursor: null, limit: 10, memberId: undefined } });
    await ask({ url: '/posts', method: 'POST', body: { memo: 'x' }, idempotencyKey: 'k1' });
    await ask({ url: '/posts/p1', method: 'PATCH', body: { memo: 'y' }, ifMatch: 3 });
    expect(log.map((asked) => `${asked.method} ${asked.url}`)).toEqual([
      'GET /api/v1/posts?limit=10',
      'POST /api/v1/posts',
      'PATCH /api/v1/posts/p1',
    ]);
    expect(log[0]?.headers).toMatchObject({
      authorization: 'Bearer good',
      'accept-language': 'ja',
    });
    expect(log[0]?.headers['idempotency-key']).toBeUndefined();
    expect(log[1]?.headers['idempotency-key']).toBe('k1');
    expect(log[2]?.headers['if-match']).toBe('"3"');
  });

  it('outlive their page when they write little: reads and what browsers would refuse do not', async () => {
    const log = serve(() => ({ body: {} }));
    const file = new FormData();
    await ask({ url: '/posts/p1' });
    await ask({ url: '/posts/p1', method: 'DELETE' });
    await ask({ url: '/posts', method: 'POST', body: { memo: 'x' } });
    await ask({ url: '/posts', method: 'POST', body: { memo: 'x'.repeat(10_000) } });
    await ask({ url: '/attachments', method: 'POST', body: file });
    expect(log.map(({ keepalive }) => keepalive)).toEqual([false, true, true, false, false]);
  });

  it('have the browser ask before a reload while they send a file', async () => {
    const asksBeforeLeaving = () =>
      !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
    const during: boolean[] = [];
    serve(() => {
      during.push(asksBeforeLeaving());
      return during.length === 3 ? 'no network' : { body: {} };
    });
    await ask({ url: '/posts/p1', method: 'PATCH', body: { memo: 'x' } });
    await ask({ url: '/attachments', method: 'POST', body: new FormData() });
    expect(asksBeforeLeaving()).toBe(false);
    await ask({ url: '/attachments', method: 'POST', body: new FormData() });
    expect(asksBeforeLeaving()).toBe(false);
    expect(during).toEqual([false, true, true]);
  });

  it('are repeated once with a new token, and the same key, when theirs has ended', async () => {
    const log = serve(({ url, headers }) => {
      if (url.endsWith('/auth/refresh')) {
        return {
          body: {
            accessToken: 'new',
            expiresAt: at(900_000),
            session: { id: 's', space: { id: 'engawa' }, staff: { id: 's1' } },
          },
        };
      }
      return headers.authorization === 'Bearer new'
        ? { body: { id: 'p1' } }
        : { status: 401, body: { code: 'auth.token.expired', title: '…' } };
    });
    expect(await ask({ url: '/posts', method: 'POST', body: {} })).toEqual({ data: { id: 'p1' } });
    const posts = log.filter((asked) => asked.url === '/api/v1/posts');
    expect(posts).toHaveLength(2);
    expect(posts[0]?.headers['idempotency-key']).toBe(posts[1]?.headers['idempotency-key']);
  });

  it('give up a read that nobody answers, and wait for a write', async () => {
    jest.useFakeTimers();
    try {
      storeAccess({ accessToken: 'good', expiresAt: at(900_000) });
      serve(() => new Promise(() => undefined));
      const read = ask('/posts');
      let written = false;
      void ask({ url: '/posts', method: 'POST', body: {} }).then(() => (written = true));
      await jest.advanceTimersByTimeAsync(45_000);
      expect((await read).error).toMatchObject({ status: 0, code: 'network' });
      await jest.advanceTimersByTimeAsync(300_000);
      expect(written).toBe(false);
    } finally {
      jest.useRealTimers();
    }
  });

  it('fail with the problem document of the server', async () => {
    serve(() => ({
      status: 429,
      headers: { 'retry-after': '7' },
      body: {
        code: 'gateway.too-many',
        title: '多すぎます',
        detail: '少し待ってください',
        requestId: 'r1',
      },
    }));
    expect((await ask('/posts')).error).toMatchObject({
      status: 429,
      code: 'gateway.too-many',
      text: '少し待ってください',
      requestId: 'r1',
      retryAfter: 7,
    });
    serve(() => 'no network');
    expect((await ask('/posts')).error).toMatchObject({ status: 0, code: 'network' });
    serve(() => ({ ...networkPage, status: 502 }));
    expect((await ask('/posts')).error).toMatchObject({ status: 502, code: 'unknown' });
    serve(() => networkPage);
    expect((await ask('/posts')).error).toMatchObject({ status: 0, code: 'network' });
  });
});

describe('what is kept on the device', () => {
  beforeEach(() => {
    localStorage.clear();
    storeAccess({ accessToken: 'good', expiresAt: at(900_000) });
  });

  it('is the newest timeline and what the frame needs, for use offline', async () => {
    serve(({ url }) => ({ body: { from: url } }));
    await ask('/labels');
    await ask({ url: '/posts', params: {} });
    await ask({ url: '/posts', params: { memberId: 'm1' } });
    await ask('/members');
    serve(() => 'no network');
    expect(await ask('/labels')).toEqual({ data: { from: '/api/v1/labels' } });
    expect(await ask('/posts')).toEqual({ data: { from: '/api/v1/posts' } });
    expect((await ask({ url: '/posts', params: { memberId: 'm1' } })).error).toBeDefined();
    expect((await ask('/members')).error).toBeDefined();
  });

  it('makes changes known since the oldest that is kept was read', async () => {
    clearAnswerCache();
    const now = jest.spyOn(Date, 'now').mockReturnValue(1_000);
    serve(() => ({ body: {} }));
    await ask('/posts');
    now.mockReturnValue(2_000);
    await ask('/labels');
    expect(shownSince()).toBe(Number.POSITIVE_INFINITY);
    serve(() => 'no network');
    await ask('/labels');
    expect(shownSince()).toBe(1_000);
    clearAnswerCache();
    expect(shownSince()).toBe(Number.POSITIVE_INFINITY);
    now.mockRestore();
  });

  it('is updated with what became known later, as an answer of the time when it was read', async () => {
    updateCachedAnswer('/posts', { from: 'live' });
    serve(({ url }) => ({ body: { from: url } }));
    const now = jest.spyOn(Date, 'now').mockReturnValue(1_000);
    expect(localStorage).toHaveLength(0);
    await ask('/posts');
    now.mockReturnValue(2_000);
    updateCachedAnswer('/posts', { from: 'live' });
    serve(() => 'no network');
    expect(await ask('/posts')).toEqual({ data: { from: 'live' } });
    expect(shownSince()).toBe(1_000);
    now.mockRestore();
  });

  it('is not shown when the server does answer', async () => {
    serve(() => ({ body: { items: [] } }));
    await ask('/posts');
    serve(() => ({ status: 403, body: { code: 'auth.forbidden', title: 'いいえ' } }));
    expect((await ask('/posts')).error).toMatchObject({ status: 403 });
  });

  it('is deleted at sign-out', async () => {
    serve(() => ({ body: {} }));
    await ask('/posts');
    localStorage.setItem('engawa.kept.timeline', '"begun"');
    localStorage.setItem('engawa.outbox', '[]');
    clearAnswerCache();
    expect(Object.keys(localStorage)).toEqual(['engawa.kept.timeline', 'engawa.outbox']);
    forgetReader();
    expect(Object.keys(localStorage)).toEqual(['engawa.outbox']);
  });
});
