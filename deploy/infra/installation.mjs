// A whole installation on one machine: database, NATS, the services and the web app.
// `npm start`, the journeys, the benchmarks and the screenshots all start it from here.
import { existsSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { makeKeys } from './keys.mjs';
import { startMongo } from './mongo.mjs';
import { ensureNatsServer, startNats } from './nats.mjs';
import { services } from './services.mjs';
import { freePort, startProcess, until, workspace } from './setup.mjs';

/** Signing and encryption keys, made once and kept readable by the owner alone. */
function keysOf(dir) {
  const file = path.join(dir, 'keys.json');
  if (!existsSync(file)) writeFileSync(file, JSON.stringify(makeKeys()), { mode: 0o600 });
  return JSON.parse(readFileSync(file, 'utf8'));
}

/**
 * Starts everything that is not given by the environment.
 *
 * @param {object} options
 * @param {string} options.dataDir where data, mails, files and logs lie
 * @param {number} [options.port] of the gateway; a free one if left out
 * @param {object} [options.bootstrap] first accounts (ENGAWA_BOOTSTRAP)
 * @param {'all-in-one' | 'separate'} [options.shape] one process, or one for each service
 * @param {Record<string, string>} [options.env] more environment for the services
 * @param {boolean} [options.embedded] do not look at MONGODB_URI or mongod
 * @param {(reason: string) => void} [options.onExit] a part ended by itself after the start
 * @param {(stop: () => Promise<void>) => void} [options.onStop] gets, at once, what stops
 *   everything that runs by then: for an interruption while it starts
 */
export async function startInstallation({
  dataDir,
  port,
  bootstrap,
  shape = 'all-in-one',
  env = {},
  embedded = false,
  onExit = () => {},
  onStop = () => {},
  say = () => {},
}) {
  for (const name of ['logs', 'mails', 'files']) {
    mkdirSync(path.join(dataDir, name), { recursive: true });
  }
  const logOf = (name) => openSync(path.join(dataDir, 'logs', `${name}.log`), 'a');
  const parts = [];
  const stop = async () => {
    // Services first, so that what they still write finds its database and NATS.
    while (parts.length > 0) await parts.pop().stop();
  };
  onStop(stop);
  let started = false;
  const onPartExit = (reason) => {
    // While starting, whoever waits for the part notices and says so.
    if (started) onExit(reason);
  };
  try {
    const mongo = await startMongo({
      dir: path.join(dataDir, 'mongo'),
      log: logOf('mongo'),
      onExit: onPartExit,
      embedded,
    });
    if (mongo.process) parts.push(mongo.process);
    parts.push(noteRunning(dataDir, mongo));
    say(`database: ${mongo.kind}`);

    const events = await startEvents({ dataDir, logOf, onExit: onPartExit, say });
    if (events.part) parts.push(events.part);

    const gatewayPort = port ?? (await freePort());
    const url = `http://127.0.0.1:${gatewayPort}`;
    const shared = {
      NODE_ENV: 'production',
      LOG_LEVEL: 'info',
      MONGODB_URI: mongo.uri,
      ...events.env,
      ...keysOf(dataDir),
      ...(process.env.SMTP_URL ? {} : { MAIL_DIR: path.join(dataDir, 'mails') }),
      ...(process.env.S3_ENDPOINT ? {} : { FILES_DIR: path.join(dataDir, 'files') }),
      ENGAWA_PUBLIC_URL: process.env.ENGAWA_PUBLIC_URL ?? `http://localhost:${gatewayPort}`,
      ...(bootstrap ? { ENGAWA_BOOTSTRAP: JSON.stringify(bootstrap) } : {}),
      WEB_DIR: path.join(workspace, 'dist/apps/web'),
      HOST: '127.0.0.1',
      ...env,
    };

    const running = {};
    const launch = (name, script, own) => {
      const part = startProcess(name, process.execPath, ['--enable-source-maps', script], {
        env: { ...shared, ...own },
        log: logOf(name),
        onExit: (reason) => {
          if (!killed.has(part)) onPartExit(reason);
        },
      });
      running[name] = part;
      return { part, again: () => launch(name, script, own) };
    };
    const killed = new Set();
    const launched = new Map();
    const add = (name, script, own) => {
      launched.set(name, launch(name, path.join(workspace, script), own));
      // Stops whatever process bears the name by then.
      parts.push({ stop: () => launched.get(name).part.stop() });
    };
    if (shape === 'all-in-one') {
      add('engawa', 'dist/deploy/all-in-one/main.cjs', { PORT: String(gatewayPort) });
    } else {
      const urls = {};
      for (const name of [...services, 'gateway']) {
        const own = name === 'gateway' ? gatewayPort : await freePort();
        urls[`${name.toUpperCase()}_URL`] = `http://127.0.0.1:${own}`;
        // The services believe the gateway, which alone asks them, about where a caller is.
        const trust = name === 'gateway' ? {} : { TRUST_PROXY: 'loopback' };
        add(name, `dist/apps/${name}/main.cjs`, { ...urls, ...trust, PORT: String(own) });
      }
    }
    /**
     * Kills a part with SIGKILL and starts it again, at once or some time later; resolves when it
     * runs, not when it is ready.
     */
    const killAndRestart = async (name, downMillis = 0) => {
      const { part, again } = launched.get(name);
      killed.add(part);
      await part.kill();
      if (downMillis > 0) await new Promise((resolve) => setTimeout(resolve, downMillis));
      launched.set(name, again());
    };
    await until(async () => (await fetch(`${url}/health/ready`)).ok, {
      timeoutMs: 120_000,
      what: 'the services',
      outcome: () =>
        Object.values(running)
          .map((part) => part.outcome())
          .find((reason) => reason !== null) ?? null,
    });
    started = true;
    return {
      url,
      port: gatewayPort,
      mongoUri: mongo.uri,
      mongoKind: mongo.kind,
      natsUrl: events.env.NATS_URL,
      eventsKind: events.kind,
      env: shared,
      killAndRestart,
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Tells commands on this machine where the database is for as long as it runs. */
function noteRunning(dataDir, { uri, kind }) {
  const file = path.join(dataDir, 'running.json');
  const facts = { pid: process.pid, mongoUri: uri, mongoKind: kind };
  writeFileSync(file, JSON.stringify(facts), { mode: 0o600 });
  return { stop: async () => rmSync(file, { force: true }) };
}

async function startEvents({ dataDir, logOf, onExit, say }) {
  if (process.env.NATS_URL) {
    return { env: { NATS_URL: process.env.NATS_URL }, kind: 'NATS_URL', part: null };
  }
  if (process.env.KAFKA_BROKERS) {
    return { env: { KAFKA_BROKERS: process.env.KAFKA_BROKERS }, kind: 'Kafka', part: null };
  }
  const binary = await ensureNatsServer({ log: say });
  if (!binary) {
    say('WARNING: no nats-server could be had; events stay inside this process.');
    return { env: { EVENTS: 'in-process' }, kind: 'in-process', part: null };
  }
  const nats = await startNats({
    binary,
    dir: path.join(dataDir, 'nats'),
    log: logOf('nats'),
    onExit,
  });
  say('events: NATS JetStream');
  return { env: { NATS_URL: nats.url }, kind: 'NATS JetStream', part: nats };
}
