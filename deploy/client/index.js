import createFetchClient from 'openapi-fetch';

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

export function createClient({ baseUrl, token, language = 'ja', fetch: ownFetch }) {
  const client = createFetchClient({
    baseUrl: baseUrl.replace(/\/+$/, ''),
    headers: { 'accept-language': language },
    ...(ownFetch ? { fetch: ownFetch } : {}),
  });
  client.use({
    async onRequest({ request }) {
      const given = typeof token === 'function' ? await token() : token;
      if (given) request.headers.set('authorization', `Bearer ${given}`);
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
