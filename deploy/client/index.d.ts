import type { Client, FetchResponse } from 'openapi-fetch';
import type { components, operations, paths } from './schema.js';

export type { components, operations, paths };

/** A thing of the API by its name in the document, such as `Schema<'Post'>`. */
export type Schema<Name extends keyof components['schemas']> = components['schemas'][Name];

export interface ClientOptions {
  /** Where the installation is, such as `https://engawa.example`. */
  baseUrl: string;
  /** An API token (`engawa_…`) or an access token; asked before each request where it is a function. */
  token?: string | null | (() => string | null | Promise<string | null>);
  /** Language of the problems' texts; Japanese by default. */
  language?: 'ja' | 'en';
  /**
   * How often a request is sent again after a lost connection, 429, 502, 503 or 504; 2 by default.
   * `Retry-After` is followed up to 30 seconds.
   */
  retries?: number;
  /** In place of the global `fetch`. */
  fetch?: (request: Request) => Promise<Response>;
  /** In place of a timer before another attempt, for tests. */
  wait?: (millis: number) => Promise<void>;
}

export type EngawaClient = Client<paths>;

/** `client.GET('/api/v1/posts', { params: { query: { limit: 10 } } })` and its kin, all typed. */
export function createClient(options: ClientOptions): EngawaClient;

/** What the API refused (RFC 9457). */
export class EngawaProblem extends Error {
  readonly name: 'EngawaProblem';
  readonly status: number;
  /** Stable, such as `timeline.post.not-found`; `unknown` where the answer was no problem document. */
  readonly code: string;
  readonly requestId: string | null;
  /** Wrong places of the input, as JSON pointers. */
  readonly errors: readonly { pointer: string; code: string; detail: string }[];
  /** What stands there now, where a stale version was refused (412). */
  readonly current: unknown;
}

type Answer<Result> = Result extends { data: infer Data; error?: never } ? Data : never;

/** The answer alone. Throws EngawaProblem where the API refuses. */
export function answerOf<Result extends { response: Response; data?: unknown; error?: unknown }>(
  asked: Promise<Result>,
): Promise<Answer<Result>>;

type ItemOf<Result> = Answer<Result> extends { items: (infer Item)[] } ? Item : never;

/** All things of a list, page by page; `askPage` gets the cursor of the page to ask for. */
export function each<Result extends { response: Response; data?: unknown; error?: unknown }>(
  askPage: (cursor: string | undefined) => Promise<Result>,
): AsyncGenerator<ItemOf<Result>, void, undefined>;

/** A webhook message that is not from the installation, or too old. */
export class WebhookRefused extends Error {
  readonly name: 'WebhookRefused';
}

/** A message of a webhook; its names and data are in the `webhooks` section of the document. */
export interface WebhookMessage {
  type: string;
  timestamp: string;
  data: Record<string, unknown>;
}

/**
 * The message, if the installation signed it with `secret` (`whsec_…`) within five minutes. Throws
 * WebhookRefused. `body` is the text as it arrived. Whoever must not handle one twice keeps
 * `webhook-id`.
 */
export function verifyWebhook(message: {
  body: string;
  headers: Headers | Record<string, string | string[] | undefined>;
  secret: string;
  now?: number;
}): Promise<WebhookMessage>;

export type { FetchResponse };
