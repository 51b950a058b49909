import { readFileSync } from 'node:fs';
import path from 'node:path';
import { runInNewContext } from 'node:vm';

const code = readFileSync(path.join(__dirname, '../../public/service-worker.js'), 'utf8');
const page = '<html><body><div id="root"></div></body></html>';

/** The service worker as far as it opens the app, with a cache of its own. */
function startWorker() {
  const kept = new Map<string, string>();
  const listeners = new Map<string, (event: object) => void>();
  const cache = {
    match: async (request: { url: string }) => kept.get(request.url),
    put: async (key: string | { url: string }, { body }: { body: string }) =>
      void kept.set(typeof key === 'string' ? key : key.url, body),
    keys: async () => [...kept.keys()].map((url) => ({ url })),
  };
  let answer = { type: '', body: '' };
  runInNewContext(code, {
    self: {
      location: { origin: 'https://engawa.example' },
      addEventListener: (name: string, listener: () => void) => listeners.set(name, listener),
    },
    caches: { open: async () => cache, match: async () => kept.get('/index.html') },
    fetch: async () => {
      const { type, body } = answer;
      const headers = new Map([['content-type', type]]);
      const response = { ok: true, headers, body, text: async () => body, clone: () => response };
      return response;
    },
    URL,
  });
  return {
    kept,
    /** Asks for an address, which the network answers in this way. */
    ask: async (url: string, mode: 'navigate' | 'cors', type: string, body: string) => {
      answer = { type, body };
      const works: Promise<unknown>[] = [];
      listeners.get('fetch')!({
        request: { method: 'GET', mode, url: `https://engawa.example${url}` },
        respondWith: (work: Promise<unknown>) => works.push(work),
        waitUntil: (work: Promise<unknown>) => works.push(work),
      });
      await works[0];
      await Promise.all(works);
    },
  };
}

it('keeps the app on the device, and no page that answers for the server', async () => {
  const { kept, ask } = startWorker();
  await ask('/', 'navigate', 'text/html', page);
  await ask('/assets/feed-1.js', 'cors', 'text/javascript', 'feed');
  const app = [
    ['/index.html', page],
    ['https://engawa.example/assets/feed-1.js', 'feed'],
  ];
  expect([...kept]).toEqual(app);
  await ask('/tasks', 'navigate', 'text/html', '<html>Sign in to the network</html>');
  await ask('/assets/tasks-1.js', 'cors', 'text/html; charset=utf-8', '<html>Sign in</html>');
  expect([...kept]).toEqual(app);
});
