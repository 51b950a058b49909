// Responses of a server as far as the app reads them; jsdom has no fetch.

export interface Asked {
  method: string;
  url: string;
  body: unknown;
  headers: Record<string, string>;
  /** Whether the request outlives its page. */
  keepalive: boolean;
}

type Reply = { status?: number; body?: unknown; headers?: Record<string, string> } | 'no network';

/** A page that answers for the server, such as one that asks to sign in to the network. */
export const networkPage = {
  headers: { 'content-type': 'text/html' },
  body: '<p>Sign in</p>',
} satisfies Reply;

/** A fake server as one function; returns the list of its requests. */
export function serve(reply: (asked: Asked) => Reply | Promise<Reply>): Asked[] {
  const log: Asked[] = [];
  const answer = async (input: RequestLike | string, init: RequestInit = {}) => {
    const request = typeof input === 'string' ? null : input;
    const headers: Record<string, string> = {};
    const given = request?.headers ?? new SimpleHeaders(init.headers as Record<string, string>);
    given.forEach((value, name) => (headers[name.toLowerCase()] = value));
    const text = String(request ? await request.text() : (init.body ?? ''));
    const asked = {
      method: request?.method ?? init.method ?? 'GET',
      url: (request?.url ?? String(input)).replace(/^https?:\/\/[^/]+/, ''),
      body: text.startsWith('{') ? JSON.parse(text) : null,
      headers,
      keepalive: request?.keepalive ?? init.keepalive ?? false,
    };
    log.push(asked);
    const got = await Promise.race([reply(asked), givenUp(request?.signal ?? init.signal)]);
    if (got === 'no network') throw new TypeError('Failed to fetch');
    return new SimpleResponse(got.status ?? 200, got.body, got.headers ?? {});
  };
  const here = globalThis as unknown as Record<string, unknown>;
  here.fetch = answer;
  here.Headers = SimpleHeaders;
  here.Request = SimpleRequest;
  here.Response = SimpleResponse;
  return log;
}

function givenUp(signal: AbortSignal | null | undefined): Promise<never> {
  return new Promise((_resolve, reject) => {
    const giveUp = () => reject(signal?.reason as Error);
    if (signal?.aborted) giveUp();
    signal?.addEventListener('abort', giveUp);
  });
}

interface RequestLike {
  url: string;
  method: string;
  headers: SimpleHeaders;
  keepalive: boolean;
  signal?: AbortSignal | null;
  text(): Promise<string>;
}

class SimpleHeaders {
  private readonly values = new Map<string, string>();

  constructor(init: Record<string, string> | SimpleHeaders = {}) {
    const add = (value: string, name: string) => this.values.set(name.toLowerCase(), value);
    if (init instanceof SimpleHeaders) init.forEach(add);
    else for (const [name, value] of Object.entries(init)) if (value != null) add(value, name);
  }

  get = (name: string) => this.values.get(name.toLowerCase()) ?? null;
  has = (name: string) => this.values.has(name.toLowerCase());
  set = (name: string, value: string) => void this.values.set(name.toLowerCase(), value);
  delete = (name: string) => void this.values.delete(name.toLowerCase());
  forEach = (visit: (value: string, name: string) => void) => this.values.forEach(visit);
}

class SimpleRequest implements RequestLike {
  readonly method: string;
  readonly headers: SimpleHeaders;
  readonly keepalive: boolean;
  readonly signal: AbortSignal | null;

  constructor(
    readonly url: string,
    private readonly init: {
      method?: string;
      headers?: never;
      body?: string;
      keepalive?: boolean;
      signal?: AbortSignal;
    } = {},
  ) {
    this.method = init.method ?? 'GET';
    this.keepalive = init.keepalive ?? false;
    this.signal = init.signal ?? null;
    this.headers = new SimpleHeaders(init.headers);
  }

  text = async () => this.init.body ?? '';
  clone = () => this;
}

class SimpleResponse {
  readonly ok: boolean;
  readonly headers: SimpleHeaders;

  constructor(
    readonly status: number,
    private readonly content: unknown,
    private readonly given: Record<string, string>,
  ) {
    this.ok = status >= 200 && status < 300;
    this.headers = new SimpleHeaders({ 'content-type': 'application/json', ...given });
  }

  get body() {
    return this.content;
  }

  private get isPage() {
    return this.headers.get('content-type') === 'text/html';
  }

  text = async () => {
    if (this.content === undefined) return '';
    return this.isPage ? String(this.content) : JSON.stringify(this.content);
  };
  json = async () => {
    if (this.isPage) throw new SyntaxError('Unexpected token');
    return this.content;
  };
  clone = () => new SimpleResponse(this.status, this.content, this.given);
}
