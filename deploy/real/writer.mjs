// Writes posts with a task while parts fail, each with an idempotency key, retried until accepted;
// reads lists and a file beside it on connections that are kept alive, and follows the live stream.
// Afterwards every accepted post must exist exactly once: in the timeline, in tasks and in search.
/* global FormData, Blob */
import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { LiveReader } from './live-reader.mjs';

const PAUSE_AFTER_FAILURE_MS = 500;
const REQUEST_TIMEOUT_MS = 20_000;
const CATCH_UP_MS = 120_000;

export class Writer {
  /** A word in every text, so that search finds them all. */
  tag = `w${randomBytes(4).toString('hex')}`;
  accepted = 0;
  reads = 0;
  files = 0;
  /** Failed attempts by error. */
  failures = new Map();
  token = '';
  #posts = [];
  #live = new LiveReader(this);
  /** A file that was uploaded before the change. */
  #file = null;
  #writes = [];
  #stopped = false;
  #signingIn = null;

  constructor(url, account) {
    this.url = url;
    this.account = account;
  }

  /** Many requests may find at once that their token is refused: one of them signs in. */
  signIn() {
    this.#signingIn ??= this.#signInOnce().finally(() => {
      this.#signingIn = null;
    });
    return this.#signingIn;
  }

  async #signInOnce() {
    const attempt = () => this.call('POST', '/auth/sign-in', this.account);
    // The first attempt may meet a kept-alive connection that a restart closed.
    const { status, body } = await attempt().catch(attempt);
    if (!body?.accessToken) throw new Error(`sign-in: ${status} ${JSON.stringify(body)}`);
    this.token = body.accessToken;
  }

  async call(method, path, body, headers = {}) {
    const response = await fetch(`${this.url}/api/v1${path}`, {
      method,
      signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
      headers: {
        ...(this.token && { authorization: `Bearer ${this.token}` }),
        ...(body && { 'content-type': 'application/json' }),
        ...headers,
      },
      body: body && JSON.stringify(body),
    });
    return { status: response.status, body: await response.json().catch(() => null) };
  }

  /** Uploads a text; resolves to the answer, or to the reason of a failed connection. */
  async upload(text = `${this.tag} ${randomUUID()}`) {
    const file = new FormData();
    file.append('file', new Blob([text], { type: 'text/plain' }), 'a.txt');
    try {
      const response = await fetch(`${this.url}/api/v1/attachments`, {
        method: 'POST',
        signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
        headers: { authorization: `Bearer ${this.token}` },
        body: file,
      });
      return { status: response.status, body: await response.json().catch(() => null) };
    } catch (error) {
      return { status: error.cause?.code ?? error.name };
    }
  }

  /**
   * Uploads a file and follows the live stream, then writes and reads once per interval (ms) until
   * `finish`.
   */
  async start(everyMs = 400) {
    const { status, body } = await this.upload();
    if (status === 201) this.#file = body.id;
    else this.countFailure(`upload: ${status}`);
    await this.#live.start();
    const loop = async () => {
      for (let n = 0; !this.#stopped; n += 1) {
        this.#writes.push(this.#write(`${this.tag}x${n}x`), this.#read());
        if (this.#file) this.#writes.push(this.#readFile());
        await sleep(everyMs);
      }
    };
    this.#writes.push(loop());
  }

  countFailure(reason) {
    this.failures.set(reason, (this.failures.get(reason) ?? 0) + 1);
  }

  async #read() {
    const { status, body } = await this.#attempt('GET', '/posts?limit=5');
    this.reads += 1;
    if (status !== 200 && status !== 401) this.countFailure(`read: ${status} ${body?.code ?? ''}`);
  }

  async #readFile() {
    this.files += 1;
    try {
      const response = await fetch(`${this.url}/api/v1/attachments/${this.#file}/original`, {
        signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
        headers: { authorization: `Bearer ${this.token}` },
      });
      const text = await response.text();
      if (response.status !== 401 && !text.startsWith(this.tag))
        this.countFailure(`file: ${response.status}`);
    } catch (error) {
      this.countFailure(`file: ${error.cause?.code ?? error.name}`);
    }
  }

  /** `call` with the reason of a failed connection as its status. */
  #attempt(...args) {
    return this.call(...args).catch((error) => ({ status: error.cause?.code ?? error.name }));
  }

  async #write(memo) {
    const key = { 'idempotency-key': randomUUID() };
    const post = { memo, talkedAt: new Date().toISOString(), task: { status: 'waiting' } };
    for (;;) {
      const { status, body } = await this.#attempt('POST', '/posts', post, key);
      if (status === 200 || status === 201) {
        this.#posts.push(body.id);
        break;
      }
      if (status === 401) await this.signIn().catch(() => {});
      else this.countFailure(`${status} ${body?.code ?? ''}`.trim());
      await sleep(PAUSE_AFTER_FAILURE_MS);
    }
    this.accepted += 1;
  }

  /**
   * Stops writing and throws if a post was lost or duplicated, or, unless requests may fail, if any
   * attempt failed. Returns a summary line.
   */
  async finish({ mayFail = true } = {}) {
    try {
      await this.#catchUp();
    } finally {
      await this.#live.stop();
    }
    const failures = [...this.failures].map(([reason, count]) => `${reason} ×${count}`).join(', ');
    const { reconnects, resets } = this.#live;
    const stream = `live stream reopened ${reconnects} times, ${resets} resets`;
    const counts = `${this.accepted} writes, each there once; ${this.reads} reads, ${this.files} of a file; ${stream}`;
    if (failures && !mayFail) throw new Error(`${counts}; failed attempts: ${failures}`);
    return `${counts}; failed attempts: ${failures || 'none'}`;
  }

  async #catchUp() {
    this.#stopped = true;
    while (this.#writes.length > 0) await this.#writes.pop();
    await this.signIn();
    const end = Date.now() + CATCH_UP_MS;
    for (;;) {
      const wrong = [...this.#live.differences(this.#posts), ...(await this.#differences())];
      if (wrong.length === 0) return;
      // Pages of a search that is still catching up overlap: duplicates count at the end only.
      if (Date.now() > end) throw new Error(`${this.accepted} writes: ${wrong.join('; ')}`);
      await sleep(1_000);
    }
  }

  async #differences() {
    const wrong = [];
    for (const [name, items] of Object.entries({
      timeline: await this.all('/posts?limit=50'),
      tasks: await this.all('/tasks?limit=100'),
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

  /** Ids of the newest posts. */
  async newestPosts() {
    const { status, body } = await this.call('GET', '/posts?limit=50');
    if (status !== 200) throw new Error(`posts: ${status} ${body?.code}`);
    return body.items.map(({ id }) => id);
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

  /** All items of a list. */
  async all(path) {
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
