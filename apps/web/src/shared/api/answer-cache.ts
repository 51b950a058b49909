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

/** Keeps an answer; does nothing when storage is full or blocked. */
export function cacheAnswer(url: string, data: unknown): void {
  try {
    localStorage.setItem(PREFIX + url, JSON.stringify(data));
  } catch {
    // Only an offline start shows less.
  }
}

/** The last kept answer; undefined without one. */
export function cachedAnswer(url: string): unknown {
  try {
    const text = localStorage.getItem(PREFIX + url);
    return text === null ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

function forget(prefixes: readonly string[]): void {
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
