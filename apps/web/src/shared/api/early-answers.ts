declare global {
  interface Window {
    /** What the page asked for before the app was there (app/early-requests.ts), by path below the API. */
    engawaEarly?: Map<string, Promise<Response>>;
  }
}

/** From the beginning of the page, in ms: later, the app asks again for what the page was told. */
const FRESH_MS = 10_000;

/** The answer to an early request, once; null where there is none. */
export async function takeEarly(path: string): Promise<Response | null> {
  const answer = window.engawaEarly?.get(path);
  window.engawaEarly?.delete(path);
  if (!answer || performance.now() > FRESH_MS) return null;
  return answer.catch(() => null);
}

/**
 * Since when changes may be missing in what the app has read, in ms like `Date.now()`: since its
 * session, or since the beginning of the page, which asks before the app does.
 */
export function readSince(sessionAt = Date.now()): number {
  return sessionAt - performance.timeOrigin > FRESH_MS ? sessionAt : performance.timeOrigin;
}
