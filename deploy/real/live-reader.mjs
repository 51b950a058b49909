// Reads the live stream while parts fail: reconnects with the last event id, as browsers do.
import { TextDecoderStream } from 'node:stream/web';
import { setTimeout as sleep } from 'node:timers/promises';

const PAUSE_AFTER_FAILURE_MS = 500;

export class LiveReader {
  /** Streams that ended and were opened again. */
  reconnects = 0;
  /** How often the gateway said that events may be missing, so that clients load everything. */
  resets = 0;
  #posts = new Set();
  #lastId = '';
  #stopped = new AbortController();
  #running = Promise.resolve();
  #writer;

  constructor(writer) {
    this.#writer = writer;
  }

  /** Resolves when the stream is open: what was written before is not told by it. */
  start() {
    return new Promise((resolve) => {
      this.#running = this.#read(resolve);
    });
  }

  async #read(opened) {
    for (; !this.#stopped.signal.aborted; this.reconnects += 1) {
      try {
        await this.#readStream(opened);
      } catch (error) {
        if (this.#stopped.signal.aborted) return;
        this.#writer.countFailure(`live stream: ${error.cause?.code ?? error.message}`);
        await sleep(PAUSE_AFTER_FAILURE_MS);
      }
    }
  }

  async #readStream(opened) {
    const response = await fetch(`${this.#writer.url}/api/v1/live`, {
      signal: this.#stopped.signal,
      headers: {
        authorization: `Bearer ${this.#writer.token}`,
        ...(this.#lastId && { 'last-event-id': this.#lastId }),
      },
    });
    if (response.status === 401) {
      await response.body?.cancel();
      return this.#writer.signIn();
    }
    if (response.status !== 200) throw new Error(String(response.status));
    opened();
    let rest = '';
    for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) {
      const messages = (rest + chunk).split('\n\n');
      rest = messages.pop();
      for (const message of messages) this.#accept(message);
    }
  }

  #accept(message) {
    const field = (name) => message.match(new RegExp(`^${name}: (.*)$`, 'm'))?.[1];
    this.#lastId = field('id') ?? this.#lastId;
    if (field('event') === 'reset') this.resets += 1;
    if (field('event') !== 'change') return;
    const { aggregate } = JSON.parse(field('data'));
    if (aggregate.type === 'post') this.#posts.add(aggregate.id);
  }

  /** What is wrong: posts that the stream neither named nor reset for. */
  differences(posts) {
    const missing = posts.flatMap((id, n) => (this.#posts.has(id) ? [] : [n + 1]));
    if (missing.length === 0 || this.resets > 0) return [];
    return [`the live stream lacks the posts ${missing.join(', ')} of ${posts.length}`];
  }

  async stop() {
    this.#stopped.abort();
    await this.#running;
  }
}
