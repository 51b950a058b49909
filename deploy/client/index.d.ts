import type { Client, FetchResponse } from 'openapi-fetch';
import type { components, operations, paths } from './schema.js';

export type { components, operations, paths };

/** A schema of the API by its name in the document, such as `Schema<'Post'>`. */
export type Schema<Name extends keyof components['schemas']> = components['schemas'][Name];

export interface ClientOptions {
  /** Address of the installation, such as `https://engawa.example`. */
  baseUrl: string;
  /** An API token (`engawa_…`) or an access token; a function is called before each request. */
  token?: string | null | (() => string | null | Promise<string | null>);
  /** Language of problem texts; default Japanese. */
  language?: 'ja' | 'en';
  /**
   * Retries after a lost connection, 429, 502, 503 or 504; default 2. `Retry-After` is respected up
   * to 30 seconds.
   */
  retries?: number;
  /** Replaces the global `fetch`. */
  fetch?: (request: Request) => Promise<Response>;
  /** Replaces the timer between attempts, for tests. */
  wait?: (millis: number) => Promise<void>;
}

export type EngawaClient = Client<paths>;

/** Typed methods such as `client.GET('/api/v1/posts', { params: { query: { limit: 10 } } })`. */
export function createClient(options: ClientOptions): EngawaClient;

/** A rejection by the API (RFC 9457). */
export class EngawaProblem extends Error {
  readonly name: 'EngawaProblem';
  readonly status: number;
  /**
   * Stable code, such as `timeline.post.not-found`; `unknown` if the response was no problem
   * document.
   */
  readonly code: string;
  readonly requestId: string | null;
  /** Invalid parts of the input, as JSON pointers. */
  readonly errors: readonly { pointer: string; code: string; detail: string }[];
  /** The current version, if a stale version was rejected (412). */
  readonly current: unknown;
}

type Answer<Result> = Result extends { data: infer Data; error?: never } ? Data : never;

/** The body of a successful response. Throws EngawaProblem if the API rejects the request. */
export function answerOf<Result extends { response: Response; data?: unknown; error?: unknown }>(
  asked: Promise<Result>,
): Promise<Answer<Result>>;

type ItemOf<Result> = Answer<Result> extends { items: (infer Item)[] } ? Item : never;

/** All items of a list, page by page; `askPage` receives the cursor of the next page. */
export function each<Result extends { response: Response; data?: unknown; error?: unknown }>(
  askPage: (cursor: string | undefined) => Promise<Result>,
): AsyncGenerator<ItemOf<Result>, void, undefined>;

/** A webhook message that is not from the installation, or too old. */
export class WebhookRefused extends Error {
  readonly name: 'WebhookRefused';
}

/** A webhook message; its names and data are in the `webhooks` section of the document. */
export interface WebhookMessage {
  type: string;
  timestamp: string;
  data: Record<string, unknown>;
}

/**
 * Returns the message if the installation signed it with `secret` (`whsec_…`) within the last five
 * minutes, else throws WebhookRefused. `body` is the text exactly as received. To detect
 * duplicates, store `webhook-id`.
 */
export function verifyWebhook(message: {
  body: string;
  headers: Headers | Record<string, string | string[] | undefined>;
  secret: string;
  now?: number;
}): Promise<WebhookMessage>;

export type { FetchResponse };
