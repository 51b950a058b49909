import createFetchClient from 'openapi-fetch';
import { sendWithRetries } from './retry.js';

export { verifyWebhook, WebhookRefused } from './webhook.js';

export class EngawaProblem extends Error {
  constructor(problem, status) {
    super(problem?.title ?? `The API answered ${status}`);
    this.name = 'EngawaProblem';
    this.status = status;
    this.code = problem?.code ?? 'unknown';
    this.requestId = problem?.requestId ?? null;
    this.errors = problem?.errors ?? [];
    this.current = problem?.current ?? null;
  }
}

const pause = (millis) => new Promise((resolve) => setTimeout(resolve, millis));

export function createClient({
  baseUrl,
  token,
  language = 'ja',
  retries = 2,
  fetch: send = (request) => fetch(request),
  wait = pause,
}) {
  const client = createFetchClient({
    baseUrl: baseUrl.replace(/\/+$/, ''),
    headers: { 'accept-language': language },
    fetch: (request) => sendWithRetries(request, send, { retries, wait }),
  });
  client.use({
    async onRequest({ request }) {
      const given = typeof token === 'function' ? await token() : token;
      if (given) request.headers.set('authorization', `Bearer ${given}`);
      // One key for all attempts, so that a write whose answer was lost is not done twice.
      if (request.method === 'POST' && !request.headers.has('idempotency-key')) {
        request.headers.set('idempotency-key', crypto.randomUUID());
      }
      return request;
    },
  });
  return client;
}

export async function answerOf(asked) {
  const { data, error, response } = await asked;
  if (!response.ok) throw new EngawaProblem(error, response.status);
  return data;
}

export async function* each(askPage) {
  let cursor;
  do {
    const page = await answerOf(askPage(cursor));
    yield* page.items;
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
}
