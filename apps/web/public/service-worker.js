/* global self, caches, fetch, URL */
// Opens the app without a connection: the page itself fresh where possible, its pieces from the
// device, pictures from the browser's own cache. Data never passes here; see
// shared/api/answer-cache.ts.
const CACHE = 'engawa-app-1';
const MOST_PIECES = 300;
const PAGE = '/index.html';

self.addEventListener('install', (event) => {
  event.waitUntil(
    caches
      .open(CACHE)
      .then((cache) => cache.add(PAGE))
      .then(() => self.skipWaiting()),
  );
});

self.addEventListener('activate', (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) =>
        Promise.all(names.filter((name) => name !== CACHE).map((name) => caches.delete(name))),
      )
      .then(() => self.clients.claim()),
  );
});

async function keepPage(answer) {
  // Another page answers for the server, such as one that asks to sign in to the network.
  if (!(await answer.clone().text()).includes('<div id="root">')) return;
  const cache = await caches.open(CACHE);
  await cache.put(PAGE, answer);
  const pieces = (await cache.keys()).filter((held) => !held.url.endsWith(PAGE));
  await Promise.all(pieces.slice(0, -MOST_PIECES).map((old) => cache.delete(old)));
}

async function pageFirstFromNetwork(event) {
  try {
    const answer = await fetch(event.request);
    if (answer.ok) event.waitUntil(keepPage(answer.clone()));
    return answer;
  } catch (error) {
    const kept = await caches.match(PAGE);
    if (kept) return kept;
    throw error;
  }
}

// The names of pieces carry a hash of their content, so that a kept one is always right.
async function pieceFirstFromDevice(event) {
  const cache = await caches.open(CACHE);
  const kept = await cache.match(event.request);
  if (kept) return kept;
  const answer = await fetch(event.request);
  const isPage = answer.headers.get('content-type')?.startsWith('text/html');
  if (answer.ok && !isPage) event.waitUntil(cache.put(event.request, answer.clone()));
  return answer;
}

// Pictures are checked with the server each time they are shown; without a connection the copy of
// the browser's cache is used unchecked.
async function pictureFirstFromNetwork(request) {
  try {
    return await fetch(request);
  } catch {
    return fetch(request.url, { cache: 'force-cache' });
  }
}

// A notification that the app showed through us opens its post, in a window that is there or a new one.
self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const path = event.notification.data?.path ?? '/notifications';
  event.waitUntil(
    self.clients.matchAll({ type: 'window' }).then(async (windows) => {
      const open = windows[0];
      if (!open) return self.clients.openWindow(path);
      await open.focus();
      return open.navigate(path);
    }),
  );
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== self.location.origin) return;
  const isFile = /^\/api\/v1\/(attachments|member-photos|staff-photos)\//.test(url.pathname);
  if (isFile && request.destination === 'image') {
    event.respondWith(pictureFirstFromNetwork(request));
    return;
  }
  if (url.pathname.startsWith('/api/') || url.pathname.startsWith('/health')) return;
  if (request.mode === 'navigate') event.respondWith(pageFirstFromNetwork(event));
  else if (url.pathname.startsWith('/assets/')) event.respondWith(pieceFirstFromDevice(event));
});
