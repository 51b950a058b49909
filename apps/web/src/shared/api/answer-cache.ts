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

/** Does nothing when storage is full or blocked. */
function keep(url: string, answer: KeptAnswer): void {
  try {
    localStorage.setItem(PREFIX + url, JSON.stringify(answer));
  } catch {
    // Only an offline start shows less.
  }
}

/** Keeps an answer. */
export function cacheAnswer(url: string, data: unknown): void {
  keep(url, { at: Date.now(), data });
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

/**
 * Updates a kept answer with what became known since, if there is one. It stays one of the time when it
 * was read: changes of that time on are asked for again, whichever the page had missed.
 */
export function updateCachedAnswer(url: string, data: unknown): void {
  const kept = readKept(url);
  if (kept) keep(url, { at: kept.at, data });
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
