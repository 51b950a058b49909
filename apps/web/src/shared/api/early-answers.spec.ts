import { serve } from '../../../test/answers';
import { ask } from '../../../test/ask';
import { refreshAccess } from './access';
import { readSince, takeEarly } from './early-answers';

const session = {
  accessToken: 'early',
  expiresAt: '2999-01-01T00:00:00.000Z',
  session: { id: 's1', space: { id: 'engawa' }, staff: { id: 's1' } },
};

/** Runs the script of the page. */
async function openPage(address: string): Promise<void> {
  window.history.replaceState(null, '', address);
  Object.assign(window, { TIMELINE_FILES: ['/assets/feed.js', '/assets/feed.css'] });
  await jest.isolateModulesAsync(async () => {
    await import('../../app/early-requests');
  });
}

const later = () => new Promise((resolve) => setTimeout(resolve, 10));

const preloaded = () =>
  [...document.head.querySelectorAll('link')].map(
    (link) => `${link.rel} ${link.getAttribute('href')}`,
  );

afterEach(() => {
  document.head.replaceChildren();
  delete window.engawaEarly;
});

describe('early requests', () => {
  it('ask once for the session and what the timeline waits for; the app takes the answers', async () => {
    const log = serve(({ url }) => ({ body: url.endsWith('/refresh') ? session : { url } }));
    await openPage('/');
    const { session: opened } = await refreshAccess();
    expect(opened).toEqual(session.session);
    expect((await ask('/posts')).data).toEqual({ url: '/api/v1/posts' });
    expect((await ask('/labels')).data).toEqual({ url: '/api/v1/labels' });
    const asked = () => log.map(({ method, url }) => `${method} ${url}`).sort();
    const early = [
      ...['labels', 'posts', 'reactions', 'read-position', 'staffs'].map(
        (path) => `GET /api/v1/${path}`,
      ),
      'POST /api/v1/auth/refresh',
    ].sort();
    expect(asked()).toEqual(early);
    expect(preloaded()).toEqual(['modulepreload /assets/feed.js', 'preload /assets/feed.css']);
    expect(log.find(({ url }) => url.endsWith('/refresh'))?.keepalive).toBe(true);
    expect(log.find(({ url }) => url.endsWith('/posts'))?.headers).toMatchObject({
      'accept-language': 'ja',
      authorization: 'Bearer early',
    });
    // The next time, the app asks itself.
    await ask('/posts');
    expect(asked()).toHaveLength(7);
  });

  it.each(['/members', '/?view=all', '/posts/p1'])(
    'ask only for the session at %s',
    async (address) => {
      const log = serve(() => ({ body: session }));
      await openPage(address);
      await refreshAccess();
      expect(log.map(({ url }) => url)).toEqual(['/api/v1/auth/refresh']);
      expect(preloaded()).toEqual([]);
    },
  );

  it('ask for the session before the first use of Intl, which takes a while in a new process', async () => {
    // The preparations of the pages before.
    await later();
    const order: string[] = [];
    serve(({ url }) => {
      order.push(url);
      return { body: session };
    });
    const format = jest.spyOn(Intl, 'DateTimeFormat').mockImplementation(() => {
      order.push('Intl');
      return { format: () => '' } as unknown as Intl.DateTimeFormat;
    });
    // Chromium grants a lock in a later task.
    const locks = { request: (_name: string, ask: () => unknown) => later().then(ask) };
    Object.defineProperty(navigator, 'locks', { value: locks, configurable: true });
    await openPage('/members');
    await refreshAccess();
    await later();
    expect(order).toEqual(['/api/v1/auth/refresh', 'Intl']);
    Reflect.deleteProperty(navigator, 'locks');
    format.mockRestore();
  });

  it('leave it to the app when nobody is signed in or the network is away', async () => {
    const log = serve(() => ({ status: 401, body: { code: 'auth.required' } }));
    await openPage('/');
    expect(await refreshAccess()).toEqual({ session: null });
    await ask('/posts');
    expect(log.map(({ url }) => url)).toEqual(['/api/v1/auth/refresh', '/api/v1/posts']);
    window.engawaEarly = new Map([['/labels', Promise.reject(new TypeError('away'))]]);
    expect(await takeEarly('/labels')).toBeNull();
  });

  it('are no answer for a page that has been open for long', async () => {
    window.engawaEarly = new Map([['/labels', Promise.resolve({} as Response)]]);
    const now = jest.spyOn(performance, 'now').mockReturnValue(10_001);
    expect(await takeEarly('/labels')).toBeNull();
    now.mockRestore();
  });
});

it('changes are followed from the beginning of the page, or from a later session', () => {
  const { timeOrigin } = performance;
  expect(readSince(timeOrigin + 900)).toBe(timeOrigin);
  expect(readSince(timeOrigin + 60_000)).toBe(timeOrigin + 60_000);
});
