// Starts a whole installation on one machine: database, NATS, services and web app. Used by `npm
// start`, browser journeys, benchmarks and screenshots.
import {
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { protectDataFolder } from './data-folder.mjs';
import { makeKeys } from './keys.mjs';
import { startMongo } from '../servers/mongo.mjs';
import { ensureNatsServer, startNats } from '../servers/nats.mjs';
import { services } from './services.mjs';
import { freePort, startProcess, waitUntil } from '../tools/processes.mjs';
import { workspace } from '../tools/workspace.mjs';
import { supervise } from './supervise.mjs';

/**
 * Signing and encryption keys, created once, readable by the owner only. Those of the
 * environment win: a restored installation needs the keys of its backup (OPS-3).
 */
function keysOf(dir) {
  const file = path.join(dir, 'keys.json');
  if (!existsSync(file)) writeFileSync(file, JSON.stringify(makeKeys()), { mode: 0o600 });
  const kept = Object.entries(JSON.parse(readFileSync(file, 'utf8')));
  return Object.fromEntries(kept.map(([name, value]) => [name, process.env[name] ?? value]));
}

/**
 * Starts everything that the environment does not provide. A part that exits is restarted; only
 * repeated exits end the installation.
 *
 * @param {object} options
 * @param {string} options.dataDir folder of data, mails, files and logs
 * @param {number} [options.port] of the gateway; default: a free port
 * @param {object} [options.bootstrap] first accounts (ENGAWA_BOOTSTRAP)
 * @param {'all-in-one' | 'separate'} [options.shape] one process, or one for each service
 * @param {Record<string, string>} [options.env] further environment for the services
 * @param {boolean} [options.embedded] ignore MONGODB_URI and mongod
 * @param {(reason: string) => void} [options.onExit] a part exited too often; the others still run
 * @param {(stop: () => Promise<void>) => void} [options.onStop] receives, before anything starts, a
 *   function that stops everything running at that time, for an interrupted start
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
  print = () => {},
}) {
  protectDataFolder(dataDir);
  for (const name of ['logs', 'mails', 'files']) {
    mkdirSync(path.join(dataDir, name), { recursive: true });
  }
  const logOf = (name) => openSync(path.join(dataDir, 'logs', `${name}.log`), 'a');
  const parts = [];
  const stop = async () => {
    // Services first, so that their last writes still reach the database and NATS.
    while (parts.length > 0) await parts.pop().stop();
  };
  onStop(stop);
  let started = false;
  const note = new RunningFile(dataDir);
  parts.push(note);
  /** Starts a part and keeps it running until the installation is stopped. */
  const keepRunning = async (options) => {
    const part = await supervise({
      print,
      onGiveUp: onExit,
      onStart: ({ pid }) => note.addPart(options.name, pid),
      ...options,
    });
    parts.push(part);
    return part;
  };
  try {
    const mongo = await startDatabase({ dataDir, logOf, embedded, keepRunning });
    note.add({ mongoUri: mongo.uri, mongoKind: mongo.kind });
    print(`database: ${mongo.kind}`);

    const events = await startEvents({ dataDir, logOf, keepRunning, print });

    const gatewayPort = port ?? (await freePort());
    const metricsPort = process.env.METRICS_PORT ?? String(await freePort());
    const managementUrl = `http://127.0.0.1:${metricsPort}`;
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
      METRICS_PORT: '0',
      ...env,
    };

    const launched = new Map();
    const add = async (name, script, own) => {
      const log = logOf(name);
      const part = await keepRunning({
        name,
        // During the start, the code that waits for the part notices its exit.
        active: () => started,
        start: (onPartExit) =>
          startProcess(
            name,
            process.execPath,
            ['--enable-source-maps', path.join(workspace, script)],
            { env: { ...shared, ...own }, log, onExit: onPartExit },
          ),
      });
      launched.set(name, part);
    };
    if (shape === 'all-in-one') {
      await add('engawa', 'dist/deploy/all-in-one/main.cjs', {
        PORT: String(gatewayPort),
        METRICS_PORT: metricsPort,
      });
    } else {
      const urls = {};
      for (const name of [...services, 'gateway']) {
        const own = name === 'gateway' ? gatewayPort : await freePort();
        urls[`${name.toUpperCase()}_URL`] = `http://127.0.0.1:${own}`;
        // Services trust the client address sent by the gateway, their only caller.
        const more =
          name === 'gateway' ? { METRICS_PORT: metricsPort } : { TRUST_PROXY: 'loopback' };
        await add(name, `dist/apps/${name}/main.cjs`, { ...urls, ...more, PORT: String(own) });
      }
    }
    await waitUntil(() => allReady(managementUrl), {
      timeoutMs: 120_000,
      what: 'the services',
      outcome: () =>
        [...launched.values()].map((part) => part.outcome()).find((reason) => reason !== null) ??
        null,
    });
    started = true;
    return {
      url,
      /** Serves metrics and detailed readiness. */
      managementUrl,
      port: gatewayPort,
      mongoUri: mongo.uri,
      mongoKind: mongo.kind,
      natsUrl: events.env.NATS_URL,
      eventsKind: events.kind,
      env: shared,
      /**
       * Kills a part with SIGKILL and restarts it, immediately or after a delay; resolves when it
       * runs, not when it is ready.
       */
      killAndRestart: (name, downMillis) => launched.get(name).killAndRestart(downMillis),
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Whether every service is ready, according to the management port of the gateway's process. */
async function allReady(managementUrl) {
  const answer = await fetch(`${managementUrl}/health/ready`);
  if (!answer.ok) return false;
  const { services: reports } = await answer.json();
  return Object.values(reports)
    .flatMap(({ checks }) => Object.values(checks))
    .every((result) => result !== 'failed');
}

/**
 * Publishes the address of the database and the running parts for other commands on this machine.
 */
class RunningFile {
  facts = { pid: process.pid, parts: {} };

  constructor(dataDir) {
    this.file = path.join(dataDir, 'running.json');
  }

  add(facts) {
    Object.assign(this.facts, facts);
    this.write();
  }

  addPart(name, pid) {
    this.facts.parts[name] = pid;
    // The file is incomplete without the address of the database.
    if (this.facts.mongoUri) this.write();
  }

  write() {
    writeFileSync(`${this.file}.part`, JSON.stringify(this.facts), { mode: 0o600 });
    renameSync(`${this.file}.part`, this.file);
  }

  async stop() {
    rmSync(this.file, { force: true });
  }
}

async function startDatabase({ dataDir, logOf, embedded, keepRunning }) {
  const log = logOf('mongo');
  const port = await freePort();
  const begin = (onExit) =>
    startMongo({ dir: path.join(dataDir, 'mongo'), log, onExit, embedded, port });
  if (process.env.MONGODB_URI && !embedded) return begin(() => {});
  let server;
  await keepRunning({
    name: 'database',
    start: async (onExit) => {
      server = await begin(onExit);
      return server.process;
    },
  });
  return server;
}

async function startEvents({ dataDir, logOf, keepRunning, print }) {
  if (process.env.NATS_URL) {
    return { env: { NATS_URL: process.env.NATS_URL }, kind: 'NATS_URL' };
  }
  if (process.env.KAFKA_BROKERS) {
    return { env: { KAFKA_BROKERS: process.env.KAFKA_BROKERS }, kind: 'Kafka' };
  }
  const binary = await ensureNatsServer({ log: print });
  const port = await freePort();
  const log = logOf('nats');
  const part = await keepRunning({
    name: 'nats-server',
    start: (onExit) => startNats({ binary, dir: path.join(dataDir, 'nats'), log, onExit, port }),
  });
  print('events: NATS JetStream');
  return { env: { NATS_URL: part.current().url }, kind: 'NATS JetStream' };
}
