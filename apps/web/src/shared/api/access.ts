import type { Session, SignInAnswer } from '@engawa/contracts';
import { type ApiProblem, networkProblem, problemOf } from '../problem/api-problem';
import { takeEarly } from './early-answers';

/** Base path of the REST API. */
export const API_BASE = '/api/v1';

/**
 * Longest wait for an answer, in ms; the server itself answers within 40 s. A lost connection would
 * otherwise hold a page, and a lost refresh all windows, until the browser gives up.
 */
export const ANSWER_MS = 45_000;

/** The token is renewed this long before it ends. */
const RENEW_EARLY_MS = 30_000;

interface Access {
  token: string;
  expiresAt: number;
}

/** The access token is only in this variable: neither in storage nor in the store. */
let access: Access | null = null;
/** Somebody reads offline; their token is fetched when the connection is back. */
let expected = false;
let running: Promise<RefreshResult> | null = null;
let renewal: ReturnType<typeof setTimeout> | undefined;
let onLost: () => void = () => undefined;
/** Whose token it is; null before the first answer. */
let reader: string | null = null;
let onOtherReader: () => void = () => undefined;

export type RefreshResult =
  { session: Session; problem?: undefined } | { session: null; problem?: ApiProblem };

/**
 * Stores the token of a sign-in or refresh answer. It is renewed before it ends even without
 * requests, because pictures and files open with a cookie that ends at the same time.
 */
export function storeAccess(
  answer: Pick<SignInAnswer, 'accessToken' | 'expiresAt'> & Partial<Pick<SignInAnswer, 'session'>>,
): void {
  if (answer.session) reader = readerOf(answer.session);
  access = { token: answer.accessToken, expiresAt: Date.parse(answer.expiresAt) };
  clearTimeout(renewal);
  // A clock that runs ahead must not cause renewals without a pause.
  const wait = Math.max(access.expiresAt - RENEW_EARLY_MS - Date.now(), RENEW_EARLY_MS);
  renewal = setTimeout(() => void refreshAccess(), wait);
}

/** Marks that a kept session probably exists although no token could be fetched yet. */
export function expectAccess(session: Session): void {
  reader = readerOf(session);
  expected = true;
}

/** Forgets the token, as after signing out. */
export function dropAccess(): void {
  clearTimeout(renewal);
  access = null;
  expected = false;
  reader = null;
}

function readerOf({ space, staff }: Session): string {
  return `${space.id}/${staff.id}`;
}

/** Calls the listener when the session turns out to have ended. */
export function whenSessionLost(listener: () => void): void {
  onLost = listener;
}

/** Calls the listener when somebody else has signed in in another window of the browser. */
export function whenReaderChanged(listener: () => void): void {
  onOtherReader = listener;
}

/** The current token if it is valid for a moment longer, else null. */
export function freshToken(now = Date.now()): string | null {
  return access && access.expiresAt - RENEW_EARLY_MS > now ? access.token : null;
}

/** The token for a request: the current one, or a new one by the refresh cookie. */
export async function tokenForRequest(): Promise<string | null> {
  const token = freshToken();
  if (token) return token;
  if (!access && !expected) return null;
  const { session } = await refreshAccess();
  return session ? freshToken() : (access?.token ?? null);
}

/**
 * Asks for a new access token by the refresh cookie. Completed although the reader leaves the page:
 * the server has replaced the token by then, and the former one would end the session.
 */
export function askForRefresh(locale: string): Promise<Response> {
  return fetch(`${API_BASE}/auth/refresh`, {
    method: 'POST',
    credentials: 'same-origin',
    keepalive: true,
    signal: AbortSignal.timeout(ANSWER_MS),
    headers: { 'Accept-Language': locale },
  });
}

/** Windows of a browser take turns: a refresh token used twice ends its session. */
export function inTurn<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  return navigator.locks ? navigator.locks.request('engawa-refresh', ask) : ask();
}

async function askForAccess(locale: string): Promise<RefreshResult> {
  let response: Response;
  try {
    response = (await takeEarly('/auth/refresh')) ?? (await askForRefresh(locale));
  } catch {
    return { session: null, problem: networkProblem };
  }
  const body: unknown = await response.json().catch(() => null);
  if (response.ok) {
    const answer = body as SignInAnswer | null;
    // A page of the network, such as one that asks to sign in to it.
    if (!answer) return { session: null, problem: networkProblem };
    if (reader !== null && reader !== readerOf(answer.session)) {
      // The cookie is another's: what this page shows and sends must not mix with theirs.
      onOtherReader();
      return { session: null, problem: networkProblem };
    }
    storeAccess(answer);
    return { session: answer.session };
  }
  const problem = problemOf(response.status, body, response.headers.get('retry-after'));
  // 400, 401 and 403 of the server mean no session; other errors may be temporary.
  if (response.status >= 400 && response.status < 404 && problem.code !== 'unknown') {
    const hadAccess = access !== null || expected;
    dropAccess();
    if (hadAccess) onLost();
    return { session: null };
  }
  return { session: null, problem };
}

/** Fetches a new access token by the refresh cookie. Concurrent callers share one request. */
export function refreshAccess(locale = document.documentElement.lang): Promise<RefreshResult> {
  running ??= inTurn(() => askForAccess(locale)).finally(() => {
    running = null;
  });
  return running;
}
