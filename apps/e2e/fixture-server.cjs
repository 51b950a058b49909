const { once } = require('node:events');
const { mkdtempSync, rmSync } = require('node:fs');
const { createServer } = require('node:http');
const { tmpdir } = require('node:os');
const path = require('node:path');
const { json } = require('node:stream/consumers');
const { setTimeout: sleep } = require('node:timers/promises');
const { connect } = require('nats');
const { doneUpTo } = require('../../deploy/backup/events.mjs');
const { startScript } = require('../../deploy/bench/measure.mjs');
const { fillSpace } = require('../../deploy/demo/demo.mjs');

/** At least as many spaces as journeys that take one, with two accounts or with all six of the demo. */
const SMALL_SPACES = 24;
const LARGE_SPACES = 10;
const namedSpaces = (name, count, staffs) =>
  Array.from({ length: count }, (_, n) => ({ id: `${name}-${n + 1}`, staffs }));

/**
 * Serves what the journeys of a run share, which outlives their test files. Each fixture is made when the
 * first journey asks for it, by a request with the fixture's name.
 */
class FixtureServer {
  dir = mkdtempSync(path.join(tmpdir(), 'engawa-journeys-'));
  small = namedSpaces('small', SMALL_SPACES, 2);
  large = namedSpaces('large', LARGE_SPACES, 6);
  /** Promises of what was asked for. */
  made = new Map();
  stops = [];

  async listen() {
    const server = createServer(async (request, response) => {
      try {
        const answer = await this[request.url.slice(1)](await json(request));
        response.end(JSON.stringify(answer));
      } catch (error) {
        response.writeHead(500).end(String(error?.stack ?? error));
      }
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    this.stops.push(async () => server.close());
    return `http://127.0.0.1:${server.address().port}`;
  }

  async stop() {
    for (const stop of this.stops.splice(0)) await stop();
    rmSync(this.dir, { recursive: true, force: true });
  }

  shared(name, make) {
    if (!this.made.has(name)) this.made.set(name, make());
    return this.made.get(name);
  }

  /** A space that no other journey has, with accounts, and with members and posts of the demo if wanted. */
  async space({ posts, large = false }) {
    const { facts } = await this.shared('installation', () => {
      const env = {
        WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8',
        OIDC_ALLOWED_NETWORKS: '127.0.0.1',
        // All journeys sign in from one network.
        AUTH_RATE_LIMIT: '100000',
      };
      return this.serve({
        dataDir: path.join(this.dir, 'shared'),
        copies: [...this.small, ...this.large],
        env,
      });
    });
    const copy = (large ? this.large : this.small).shift();
    if (!copy) throw new Error('more journeys want a space than there are');
    if (posts !== undefined) {
      await fillSpace(facts.url, { posts, copy });
      await eventsAreHandled(facts.natsUrl);
    }
    return { ...facts, id: copy.id };
  }

  /**
   * A data folder with accounts and demo posts, to copy: to fill one takes twice as long as to start on
   * one.
   */
  folder({ posts }) {
    const name = posts === undefined ? 'accounts' : `posts-${posts}`;
    return this.shared(name, async () => {
      const dataDir = path.join(this.dir, name);
      const demo = posts === undefined ? false : { posts };
      const { facts, stop } = await this.serve({ dataDir, demo });
      // Each copy would handle the others after its start.
      await eventsAreHandled(facts.natsUrl);
      await stop();
      return { dataDir };
    });
  }

  async serve(options) {
    const script = path.resolve(__dirname, '../../deploy/installation/serve.mjs');
    const { next: _next, stop, ...facts } = await startScript(script, options);
    this.stops.push(stop);
    if (!facts.ready) throw new Error(`the installation did not start: ${JSON.stringify(facts)}`);
    return { facts, stop };
  }
}

/** A handled event can cause another one, which can cause one more. */
const LONGEST_CHAIN = 3;
/** Within this time a handled event has caused another one. */
const CAUSE_MS = 300;

/** Resolves when the services have handled the events until now, and those that these caused. */
async function eventsAreHandled(natsUrl) {
  const connection = await connect({ servers: natsUrl });
  try {
    const manager = await connection.jetstreamManager();
    for (let round = 0; round < LONGEST_CHAIN; round += 1) {
      for await (const { config, state } of manager.streams.list()) {
        for await (const { name } of manager.consumers.list(config.name)) {
          const handledUpTo = async () =>
            doneUpTo(await manager.consumers.info(config.name, name), state.last_seq);
          while ((await handledUpTo()) < state.last_seq) await sleep(50);
        }
      }
      await sleep(CAUSE_MS);
    }
  } finally {
    await connection.close();
  }
}

module.exports = { FixtureServer };
