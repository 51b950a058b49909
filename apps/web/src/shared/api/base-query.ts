import { type BaseQueryFn, type FetchArgs, fetchBaseQuery } from '@reduxjs/toolkit/query';
import { askBeforeLeaving, leaveFreely } from '../edit/ask-before-leaving';
import { whenPainted } from '../lazy/first-paint';
import { type ApiProblem, networkProblem, problemOf } from '../problem/api-problem';
import { ANSWER_MS, API_BASE, freshToken, refreshAccess, tokenForRequest } from './access';
import { cleaned } from './clean-text';
import { takeEarly } from './early-answers';
import { isCacheable, cacheAnswer, cachedAnswer } from './answer-cache';
import { readShown } from './shown-changes';

/** A request of an endpoint. */
export interface ApiRequest extends Omit<FetchArgs, 'headers'> {
  /**
   * Version that the change is based on; sent as `If-Match`, rejected with 412 when it is stale.
   * `*` overwrites any version: only for a single value that the reader chooses.
   */
  ifMatch?: number | '*';
  /** Makes a repeated POST take effect once; generated if absent. */
  idempotencyKey?: string;
}

/** Metadata of a response. */
interface ApiMeta {
  /** The `Link` header, where there is one. */
  link: string;
}

const plain = fetchBaseQuery({
  baseUrl: API_BASE,
  fetchFn: async (input, init) => {
    const early = await earlyAnswer(input as Request);
    if (early) return early;
    await whenPainted();
    return fetch(input, init);
  },
  credentials: 'same-origin',
});

async function earlyAnswer({ method, url }: Request): Promise<Response | null> {
  const [, path] = url.split(API_BASE);
  return method === 'GET' && path ? takeEarly(path) : null;
}

/** Longest body of a write that outlives its page; browsers allow 64 KiB for all of them together. */
const KEPT_LENGTH = 2_000;

/** Whether a write is completed although the reader leaves the page: what it changes is shown already. */
function outlivesPage({ method = 'GET', body }: Omit<FetchArgs, 'url'>): boolean {
  if (method === 'GET' || body instanceof FormData) return false;
  return body === undefined || JSON.stringify(body).length <= KEPT_LENGTH;
}

/** Adds a query string without null, undefined and empty values. */
function withQuery(url: string, params: Record<string, unknown> | undefined): string {
  const pairs = Object.entries(params ?? {}).filter(([, value]) => value != null && value !== '');
  if (pairs.length === 0) return url;
  return `${url}?${new URLSearchParams(pairs.map(([name, value]) => [name, String(value)])).toString()}`;
}

type ApiQuery = BaseQueryFn<ApiRequest | string, unknown, ApiProblem, object, ApiMeta>;

/** Sends requests with the access token; renews it once when the server rejects it. */
export const apiBaseQuery = (async (input, context, options) =>
  context.type === 'query'
    ? readShown(context.endpoint, async () => ask(input, context, options))
    : write(input, context, options)) satisfies ApiQuery;

/** Files are too large to outlive the page: it is left only after a question while they are sent. */
const write: ApiQuery = async (input, context, options) => {
  const isUpload = typeof input !== 'string' && input.body instanceof FormData;
  if (!isUpload) return ask(input, context, options);
  askBeforeLeaving(input);
  try {
    return await ask(input, context, options);
  } finally {
    leaveFreely(input);
  }
};

const ask: ApiQuery = async (input, context, options) => {
  const { ifMatch, idempotencyKey, ...given } =
    typeof input === 'string' ? ({ url: input } as ApiRequest) : input;
  const { params, ...request } = {
    ...given,
    params: cleaned(given.params),
    body: cleaned(given.body as unknown),
  };
  const method = request.method ?? 'GET';
  const key = method === 'POST' ? (idempotencyKey ?? crypto.randomUUID()) : undefined;
  const send = (token: string | null) =>
    plain(
      {
        ...request,
        keepalive: outlivesPage(request),
        // A write that was given up may have happened.
        ...(method === 'GET' ? { timeout: ANSWER_MS } : {}),
        url: withQuery(request.url, params),
        headers: {
          'Accept-Language': document.documentElement.lang || 'ja',
          ...(token ? { Authorization: `Bearer ${token}` } : {}),
          ...(key ? { 'Idempotency-Key': key } : {}),
          ...(ifMatch === undefined ? {} : { 'If-Match': ifMatch === '*' ? '*' : `"${ifMatch}"` }),
        },
      },
      context,
      options,
    );

  const token = await tokenForRequest();
  let result = await send(token);
  if (result.error?.status === 401 && token) {
    const { session } = await refreshAccess();
    if (session) result = await send(freshToken());
  }
  const url = withQuery(request.url, params);
  if (!result.error) {
    if (isCacheable(method, url)) cacheAnswer(url, result.data);
    const link = result.meta?.response?.headers.get('link');
    return { data: result.data, ...(link ? { meta: { link } } : {}) };
  }

  const { error, meta } = result;
  if (typeof error.status === 'number') {
    const wait = meta?.response?.headers.get('retry-after');
    return { error: problemOf(error.status, error.data, wait) };
  }
  // A page as a success is of the network, such as one that asks to sign in to it: no answer came.
  if (error.status === 'PARSING_ERROR' && error.originalStatus >= 400) {
    return { error: problemOf(error.originalStatus, null) };
  }
  const kept = isCacheable(method, url) ? cachedAnswer(url) : undefined;
  return kept === undefined ? { error: networkProblem } : { data: kept };
};
