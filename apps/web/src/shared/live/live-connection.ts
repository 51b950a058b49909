import type { LiveMessage } from '@engawa/contracts';
import { API_BASE, refreshAccess, tokenForRequest } from '../api/access';
import { createStreamReader } from './event-stream';

/** A stream without data for this long is considered dead; servers ping more often. */
const SILENCE_MS = 60_000;
const FIRST_RECONNECT_DELAY_MS = 500;
const MAX_RECONNECT_DELAY_MS = 20_000;

export interface LiveHandlers {
  message(message: LiveMessage): void;
  /** Messages may have been missed: refetch everything. */
  reset(): void;
  connected(connected: boolean): void;
}

/** How long to wait before try number `attempt` (from 0), in milliseconds. */
function reconnectDelay(attempt: number, random = Math.random()): number {
  const full = Math.min(MAX_RECONNECT_DELAY_MS, FIRST_RECONNECT_DELAY_MS * 2 ** attempt);
  return full / 2 + (full / 2) * random;
}

/**
 * Keeps the live stream open until the returned function is called. Begins with what changed after
 * `since` (in ms, like `Date.now()`), resumes with `Last-Event-ID`, backs off after failures,
 * reconnects immediately when the network is back.
 */
export function openLive(since: number, handlers: LiveHandlers): () => void {
  let closed = false;
  let attempt = 0;
  let lastId = '';
  let abort = new AbortController();
  let wake: () => void = () => undefined;

  const readStream = async (body: ReadableStream<Uint8Array>) => {
    const reader = body.getReader();
    const decoder = new TextDecoder();
    const stream = createStreamReader((message) => {
      if (message.id) lastId = message.id;
      if (message.event === 'reset') handlers.reset();
      else if (message.event === 'change') handlers.message(JSON.parse(message.data));
    });
    let silence: ReturnType<typeof setTimeout> | undefined;
    const heard = () => {
      clearTimeout(silence);
      silence = setTimeout(() => abort.abort(), SILENCE_MS);
    };
    heard();
    try {
      for (;;) {
        const { done, value } = await reader.read();
        if (done) return;
        heard();
        attempt = 0;
        stream.push(decoder.decode(value, { stream: true }));
      }
    } finally {
      clearTimeout(silence);
    }
  };

  const run = async () => {
    while (!closed) {
      abort = new AbortController();
      try {
        const token = await tokenForRequest();
        if (!token) throw new Error('No token can be had at the moment.');
        // What the page has read before the stream is open may have changed meanwhile.
        const age = lastId ? '' : `?age=${Math.ceil(Math.max(0, Date.now() - since))}`;
        const response = await fetch(`${API_BASE}/live${age}`, {
          headers: {
            Accept: 'text/event-stream',
            Authorization: `Bearer ${token}`,
            ...(lastId ? { 'Last-Event-ID': lastId } : {}),
          },
          cache: 'no-store',
          signal: abort.signal,
        });
        if (response.status === 401) {
          const { session, problem } = await refreshAccess();
          if (!session && !problem) return;
        } else if (response.ok && response.body) {
          handlers.connected(true);
          await readStream(response.body);
        }
      } catch {
        // Lost connections are normal here; the loop retries.
      }
      handlers.connected(false);
      if (closed) return;
      const wait = reconnectDelay(attempt);
      attempt += 1;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, wait);
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
  };

  const online = () => {
    attempt = 0;
    wake();
  };
  window.addEventListener('online', online);
  void run();
  return () => {
    closed = true;
    window.removeEventListener('online', online);
    abort.abort();
    wake();
  };
}
