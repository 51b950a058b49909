/**
 * Answers that are kept on the device, so that the app opens and the last timeline can be read
 * without a connection (WEB-6). They go when their reader signs out.
 */
const PREFIX = 'engawa.answer.';

/** What is kept: the frame's own needs and the newest posts. Nothing else stays on the device. */
const keepable = new Set(['/session', '/labels', '/reactions', '/staffs', '/posts']);

/** Whether the answer of a request is one of those. */
export function isKeepable(method: string, url: string): boolean {
  return method === 'GET' && keepable.has(url);
}

/** Keeps an answer; storage that is full or shut keeps nothing. */
export function keepAnswer(url: string, data: unknown): void {
  try {
    localStorage.setItem(PREFIX + url, JSON.stringify(data));
  } catch {
    // The app goes on without; only a start with no connection shows less.
  }
}

/** The answer that was kept last; undefined where there is none. */
export function keptAnswer(url: string): unknown {
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
    // Storage that cannot be reached holds nothing.
  }
}

/** Forgets the answers, as when a session turns out to have ended; begun texts stay. */
export function forgetAnswers(): void {
  forget([PREFIX]);
}

/**
 * Forgets the answers and the begun texts, which stand on the server as drafts, when their reader
 * signs out. What waits to be sent stays until they are back.
 */
export function forgetReader(): void {
  forget([PREFIX, 'engawa.kept.', 'engawa.draft.']);
}
