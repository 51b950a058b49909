/**
 * Answers kept on the device, so that the app opens and the last timeline can be read offline
 * (WEB-6). Deleted at sign-out.
 */
const PREFIX = 'engawa.answer.';

/** Cached data: that of the frame and the newest posts. */
const cacheable = new Set(['/session', '/labels', '/reactions', '/staffs', '/posts']);

/** Whether the answer of a request is kept. */
export function isCacheable(method: string, url: string): boolean {
  return method === 'GET' && cacheable.has(url);
}

interface KeptAnswer {
  /** When it was read, in ms like `Date.now()`. */
  at: number;
  data: unknown;
}

let oldestShown = Number.POSITIVE_INFINITY;

/** When the oldest kept answer was read that this page shows, in ms like `Date.now()`; else Infinity. */
export function shownSince(): number {
  return oldestShown;
}

/** Keeps an answer; does nothing when storage is full or blocked. */
export function cacheAnswer(url: string, data: unknown): void {
  try {
    localStorage.setItem(PREFIX + url, JSON.stringify({ at: Date.now(), data }));
  } catch {
    // Only an offline start shows less.
  }
}

/** An earlier version kept only the data: such an answer is none. */
function readKept(url: string): KeptAnswer | null {
  try {
    const kept = JSON.parse(localStorage.getItem(PREFIX + url) ?? 'null') as KeptAnswer | null;
    return typeof kept?.at === 'number' ? kept : null;
  } catch {
    return null;
  }
}

/** The last kept answer; undefined without one. */
export function cachedAnswer(url: string): unknown {
  const kept = readKept(url);
  if (!kept) return undefined;
  // The page shows the others, too, as long as nobody answers.
  for (const name of cacheable) oldestShown = Math.min(oldestShown, readKept(name)?.at ?? kept.at);
  return kept.data;
}

function forget(prefixes: readonly string[]): void {
  oldestShown = Number.POSITIVE_INFINITY;
  try {
    const names = Object.keys(localStorage).filter((name) =>
      prefixes.some((prefix) => name.startsWith(prefix)),
    );
    for (const name of names) localStorage.removeItem(name);
  } catch {
    // Blocked storage is empty.
  }
}

/** Deletes kept answers, as when a session has ended; unsent texts stay. */
export function clearAnswerCache(): void {
  forget([PREFIX]);
}

/**
 * Deletes kept answers and unsent texts, which are drafts on the server, at sign-out. The send queue
 * stays until the reader is back.
 */
export function forgetReader(): void {
  forget([PREFIX, 'engawa.kept.', 'engawa.draft.']);
}
