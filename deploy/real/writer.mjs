// Writes while something breaks: posts with a task, each under an idempotency key that is sent until it is
// accepted. Afterwards every accepted one must be there exactly once: in the timeline, in tasks and in search.
import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

const PAUSE_AFTER_FAILURE_MS = 500;
const REQUEST_TIMEOUT_MS = 20_000;
const CATCH_UP_MS = 120_000;

export class Writer {
  /** One word in every text, so that search finds them all. */
  tag = `w${randomBytes(4).toString('hex')}`;
  accepted = 0;
  /** Failed attempts, by what came instead. */
  failures = new Map();
  #token = '';
  #writes = [];
  #stopped = false;

  constructor(url, account) {
    this.url = url;
    this.account = account;
  }

  async signIn() {
    const { status, body } = await this.call('POST', '/auth/sign-in', this.account);
    if (!body?.accessToken) throw new Error(`sign-in: ${status} ${JSON.stringify(body)}`);
    this.#token = body.accessToken;
  }

  async call(method, path, body, headers = {}) {
    const response = await fetch(`${this.url}/api/v1${path}`, {
      method,
      signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
      headers: {
        ...(this.#token && { authorization: `Bearer ${this.#token}` }),
        ...(body && { 'content-type': 'application/json' }),
        ...headers,
      },
      body: body && JSON.stringify(body),
    });
    return { status: response.status, body: await response.json().catch(() => null) };
  }

  /** Writes one post each so many milliseconds until `finish`. */
  start(everyMs = 400) {
    const loop = async () => {
      for (let n = 0; !this.#stopped; n += 1) {
        this.#writes.push(this.#write(`${this.tag}x${n}x`));
        await sleep(everyMs);
      }
    };
    this.#writes.push(loop());
  }

  async #write(memo) {
    const key = { 'idempotency-key': randomUUID() };
    const post = { memo, talkedAt: new Date().toISOString(), task: { status: 'waiting' } };
    for (;;) {
      const { status, body } = await this.call('POST', '/posts', post, key).catch((error) => ({
        status: error.cause?.code ?? error.name,
      }));
      if (status === 200 || status === 201) break;
      if (status === 401) await this.signIn().catch(() => {});
      else {
        const reason = `${status} ${body?.code ?? ''}`.trim();
        this.failures.set(reason, (this.failures.get(reason) ?? 0) + 1);
      }
      await sleep(PAUSE_AFTER_FAILURE_MS);
    }
    this.accepted += 1;
  }

  /** Ends writing, and throws where something was lost or doubled. Answers a line about it. */
  async finish() {
    this.#stopped = true;
    while (this.#writes.length > 0) await this.#writes.pop();
    // The first attempt may meet a kept-alive connection that the restart closed.
    await this.signIn().catch(() => this.signIn());
    const end = Date.now() + CATCH_UP_MS;
    for (;;) {
      const wrong = await this.#differences();
      if (wrong.length === 0) break;
      // Pages of a search that is catching up overlap: what stands twice counts at the end only.
      if (Date.now() > end) throw new Error(`${this.accepted} writes: ${wrong.join('; ')}`);
      await sleep(1_000);
    }
    const failures = [...this.failures].map(([reason, count]) => `${reason} ×${count}`).join(', ');
    return `${this.accepted} writes, each there once; failed attempts: ${failures || 'none'}`;
  }

  async #differences() {
    const wrong = [];
    for (const [name, items] of Object.entries({
      timeline: await this.#all('/posts?limit=50'),
      tasks: await this.#all('/tasks?limit=100'),
      search: await this.#found(),
    })) {
      const texts = items
        .map((item) => JSON.stringify(item).match(new RegExp(`${this.tag}x(\\d+)x`))?.[1])
        .filter((text) => text !== undefined);
      const different = new Set(texts).size;
      if (texts.length > different) wrong.push(`${name} has ${texts.length - different} twice`);
      if (different < this.accepted) wrong.push(`${name} has ${different}`);
    }
    return wrong;
  }

  async #found() {
    const hits = [];
    for (let page = 1, pages = 1; page <= pages; page += 1) {
      const { status, body } = await this.call('GET', `/search/posts?q=${this.tag}&page=${page}`);
      if (status !== 200) throw new Error(`search: ${status} ${JSON.stringify(body)}`);
      hits.push(...body.posts);
      pages = body.totalPageCount;
    }
    return hits;
  }

  async #all(path) {
    const items = [];
    let cursor = '';
    do {
      const { status, body } = await this.call('GET', path + cursor);
      if (status !== 200) throw new Error(`${path}: ${status} ${JSON.stringify(body)}`);
      items.push(...body.items);
      cursor = body.nextCursor ? `&cursor=${encodeURIComponent(body.nextCursor)}` : '';
    } while (cursor);
    return items;
  }
}
