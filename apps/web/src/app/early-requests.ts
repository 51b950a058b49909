import { ANSWER_MS, API_BASE, askForRefresh, inTurn } from '../shared/api/access';
import { readLocale } from '../shared/intl/locale';
import type { SignInAnswer } from '@engawa/contracts';

/**
 * Runs in the page itself, before the app's files are there: asks for the session and, at the
 * timeline, for its files and what its posts show. The app takes the answers (shared/api/early-answers.ts).
 */

/** Set by the build (`earlyRequests` in vite-plugins.ts). */
declare const TIMELINE_FILES: readonly string[];

const locale = readLocale();
const answers = (window.engawaEarly = new Map<string, Promise<Response>>());

function keep(path: string, answer: Promise<Response>): void {
  answers.set(path, answer);
  // Whoever takes it sees that it failed.
  answer.catch(() => undefined);
}

/**
 * The first use of each of these takes 1 to 15 ms in a new process, four times as much on a slow device: it
 * happens while the app's files are on the way.
 */
function prepareIntl(): void {
  Intl.DateTimeFormat(locale).format();
  Intl.NumberFormat.supportedLocalesOf(locale);
  Intl.ListFormat.supportedLocalesOf(locale);
}

const refreshed = inTurn(async () => {
  const answer = askForRefresh(locale);
  keep('/auth/refresh', answer);
  // Not before: everything else waits for this request.
  setTimeout(prepareIntl);
  return (await answer).clone();
});

refreshed.catch(() => undefined);

/** The app would ask for it when it runs. */
function preload(file: string): void {
  const link = document.createElement('link');
  const isSheet = file.endsWith('.css');
  link.rel = isSheet ? 'preload' : 'modulepreload';
  if (isSheet) link.as = 'style';
  link.crossOrigin = '';
  link.href = file;
  document.head.append(link);
}

if (window.location.pathname === '/' && window.location.search === '') {
  const headers = refreshed.then(async (answer) => {
    const { accessToken } = (await answer.json()) as SignInAnswer;
    if (!accessToken) throw new Error('nobody is signed in');
    return { 'Accept-Language': locale, Authorization: `Bearer ${accessToken}` };
  });
  for (const file of TIMELINE_FILES) preload(file);
  for (const path of ['/posts', '/labels', '/staffs', '/reactions', '/read-position']) {
    const asked = headers.then((headers) =>
      fetch(`${API_BASE}${path}`, {
        credentials: 'same-origin',
        signal: AbortSignal.timeout(ANSWER_MS),
        headers,
      }),
    );
    keep(path, asked);
  }
}
