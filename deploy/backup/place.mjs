// Finds the installation to back up or to restore into: each part from its environment variable (as
// the services read it), else from the data folder of `npm start`, running or not.
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, rmSync } from 'node:fs';
import { createConnection } from 'node:net';
import path from 'node:path';
import { localNatsUrl } from '../events/dead-letters.mjs';
import { startMongo } from '../servers/mongo.mjs';
import { ensureNatsServer, startNats } from '../servers/nats.mjs';
import { startProcess } from '../tools/processes.mjs';
import { build, checkNode, workspace } from '../tools/workspace.mjs';
import { fileStoreOf } from './files.mjs';

const embeddedServer = path.join(workspace, 'dist/libs/embedded-mongo/cli.cjs');

/**
 * @typedef {object} Place
 * @property {string} dataDir the data folder of `npm start`, which may not exist
 * @property {boolean} running `npm start` runs on it
 * @property {string} mongoUri
 * @property {'snapshot' | 'still' | 'ask'} cut how reads of several collections are consistent: by a
 *   snapshot copy, because nothing writes, or as far as the server supports it
 * @property {string | null} natsUrl
 * @property {ReturnType<typeof fileStoreOf>} files
 * @property {() => Promise<void>} close
 */

/**
 * Address and kind of the database that `npm start` runs on the folder; null if it is not running.
 */
export async function runningHere(dataDir) {
  const file = path.join(dataDir, 'running.json');
  if (!existsSync(file)) return null;
  // A crash leaves the file behind; then nothing listens.
  const facts = JSON.parse(readFileSync(file, 'utf8'));
  const { hostname, port } = new URL(facts.mongoUri.split(',')[0]);
  return (await listens(hostname, Number(port || 27_017))) ? facts : null;
}

function listens(host, port) {
  return new Promise((resolve) => {
    const socket = createConnection(port, host);
    const done = (answer) => {
      socket.destroy();
      resolve(answer);
    };
    socket.setTimeout(2_000, () => done(false));
    socket.once('connect', () => done(true));
    socket.once('error', () => done(false));
  });
}

/**
 * Opens an installation. `copyTo` is a folder for a copy of a database in use; with null (a restore)
 * a running installation is rejected.
 *
 * @param {{ copyTo: string | null, beforeCopy?: (place: Pick<Place, 'natsUrl' | 'files'>) => Promise<void>,
 *   print: (text: string) => void }} options
 * @returns {Promise<Place>}
 */
export async function openPlace({ copyTo, beforeCopy = async () => {}, print }) {
  const { env } = process;
  const dataDir = path.resolve(workspace, env.ENGAWA_DATA ?? '.engawa');
  // The data folder of `npm start` is readable by its owner only.
  if (!env.MONGODB_URI) process.umask(0o077);
  const running = await runningHere(dataDir);
  if (running && copyTo === null)
    throw new Error(`an installation runs on ${dataDir}: stop it before anything is restored.`);
  const parts = [];
  const close = async () => {
    while (parts.length > 0) await parts.pop()();
  };
  try {
    // Services create it at their start: without it, a backup would silently hold no files.
    if (copyTo !== null && !env.S3_ENDPOINT && env.FILES_DIR && !existsSync(env.FILES_DIR))
      throw new Error(`FILES_DIR is ${env.FILES_DIR}, which does not exist.`);
    const natsUrl = await openNats();
    const files = fileStoreOf(env, path.join(dataDir, 'files'));
    await beforeCopy({ natsUrl, files });
    const { uri: mongoUri, cut } = await openMongo();
    return { dataDir, running: running !== null, mongoUri, cut, natsUrl, files, close };
  } catch (error) {
    await close();
    throw error;
  }

  async function openMongo() {
    if (env.MONGODB_URI) return { uri: env.MONGODB_URI, cut: 'ask' };
    const dir = path.join(dataDir, 'mongo');
    if (running && running.mongoKind !== 'embedded') return { uri: running.mongoUri, cut: 'ask' };
    if (!existsSync(dir) && copyTo !== null)
      throw new Error(`MONGODB_URI is not set and ${dataDir} holds no installation.`);
    checkNode();
    if (!existsSync(embeddedServer)) build(['embedded-mongo']);
    if (!running) {
      const server = await startMongo({ dir, log: logOf('mongo'), onExit: () => {} });
      parts.push(() => server.process.stop());
      return { uri: server.uri, cut: 'still' };
    }
    print('copying the database as it is at this moment …');
    mkdirSync(copyTo);
    const log = path.join(copyTo, 'server.log');
    await copyDatabase(dir, log);
    const server = await startOnCopy(log);
    parts.push(async () => {
      await server.process.stop();
      rmSync(copyTo, { recursive: true, force: true });
    });
    return { uri: server.uri, cut: 'snapshot' };
  }

  async function copyDatabase(dir, file) {
    const log = openSync(file, 'a');
    const args = [embeddedServer, '--dbpath', dir, '--backup', copyTo];
    const copy = startProcess('the copy', process.execPath, args, { log });
    closeSync(log);
    await copy.done;
    if (copy.outcome() !== 'ended (0)')
      throw new Error(`the database was not copied: ${readFileSync(file, 'utf8')}`);
  }

  async function startOnCopy(file) {
    const log = openSync(file, 'a');
    try {
      return await startMongo({ dir: copyTo, log, onExit: () => {}, embedded: true });
    } catch (error) {
      const words = readFileSync(file, 'utf8').trim().split('\n').slice(-5).join(' / ');
      throw new Error(`${error.message} on the copy${words ? `: ${words}` : ''}`);
    } finally {
      closeSync(log);
    }
  }

  async function openNats() {
    if (env.NATS_URL) return env.NATS_URL;
    // With a remote database, events are remote too: Kafka, or a NATS that is not configured here.
    if (env.KAFKA_BROKERS || env.MONGODB_URI) return null;
    const url = localNatsUrl(dataDir);
    if (url) return url;
    const dir = path.join(dataDir, 'nats');
    if (copyTo !== null && !existsSync(dir)) return null;
    const binary = await ensureNatsServer({ log: print });
    const server = await startNats({ binary, dir, log: logOf('nats') });
    parts.push(() => server.stop());
    return server.url;
  }

  function logOf(name) {
    mkdirSync(path.join(dataDir, 'logs'), { recursive: true });
    return openSync(path.join(dataDir, 'logs', `${name}.log`), 'a');
  }
}
