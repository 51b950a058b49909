/* global self, caches, fetch, URL */
// Opens the app without a connection: the page itself fresh where possible, its pieces from the
// device, pictures from the browser's own cache. Data never passes here; see
// shared/api/kept-answers.ts.
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

async function pageFirstFromNetwork(request) {
  try {
    const answer = await fetch(request);
    if (answer.ok) {
      const cache = await caches.open(CACHE);
      await cache.put(PAGE, answer.clone());
    }
    return answer;
  } catch (error) {
    const kept = await caches.match(PAGE);
    if (kept) return kept;
    throw error;
  }
}

// The names of pieces carry a hash of their content, so that a kept one is always right.
async function pieceFirstFromDevice(request) {
  const cache = await caches.open(CACHE);
  const kept = await cache.match(request);
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.ok) {
    await cache.put(request, answer.clone());
    const all = await cache.keys();
    const old = all.filter((held) => !held.url.endsWith(PAGE)).slice(0, -MOST_PIECES);
    await Promise.all(old.map((held) => cache.delete(held)));
  }
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
  if (request.mode === 'navigate') event.respondWith(pageFirstFromNetwork(request));
  else if (url.pathname.startsWith('/assets/')) event.respondWith(pieceFirstFromDevice(request));
});
