/** Longest wait before another attempt, in ms. */
const LONGEST_WAIT = 30_000;
const passing = new Set([429, 502, 503, 504]);
const safe = new Set(['GET', 'HEAD', 'PUT', 'DELETE']);

/**
 * Sends a request again where it failed for a while: what changes nothing twice by itself, and
 * writes with an Idempotency-Key, which the API does once.
 */
export async function sendWithRetries(request, send, { retries, wait }) {
  const isRepeatable = safe.has(request.method) || request.headers.has('idempotency-key');
  for (let attempt = 0; ; attempt += 1) {
    const isLast = attempt >= retries || !isRepeatable;
    try {
      const response = await send(isLast ? request : request.clone());
      if (isLast || !passing.has(response.status)) return response;
      await response.body?.cancel();
      await wait(waitOf(response, attempt));
    } catch (error) {
      if (isLast || request.signal.aborted) throw error;
      await wait(backoff(attempt));
    }
  }
}

/** What `Retry-After` says in seconds, or a growing time. */
function waitOf(response, attempt) {
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
  return seconds >= 0 ? Math.min(seconds * 1_000, LONGEST_WAIT) : backoff(attempt);
}

/** With jitter, so that many programs do not come back at the same moment. */
function backoff(attempt) {
  return Math.min(500 * 2 ** attempt, LONGEST_WAIT) * (0.5 + Math.random() / 2);
}
