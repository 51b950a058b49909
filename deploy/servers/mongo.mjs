// Provides the database: MONGODB_URI, else mongod on the PATH, else the embedded server.
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createConnection } from 'node:net';
import path from 'node:path';
import {
  freePort,
  killOnFailure,
  startProcess,
  stopOrphan,
  waitUntil,
} from '../tools/processes.mjs';
import { workspace } from '../tools/workspace.mjs';

function mongodOnPath() {
  const found = spawnSync('mongod', ['--version'], { encoding: 'utf8' });
  return !found.error && found.status === 0;
}

function answers(port) {
  return new Promise((resolve) => {
    const socket = createConnection(port, '127.0.0.1');
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}

const pidFileOf = (dir) => path.join(dir, 'mongo.pid');

/** Stops an embedded server that a killed start left running on the folder. */
export function stopMongoOrphan(dir) {
  return stopOrphan({
    pidFile: pidFileOf(dir),
    marker: `--dbpath ${dir} --port`,
    what: `the database in ${dir}`,
  });
}

/**
 * Starts the database server, or returns the address of the configured one. An embedded server that
 * an earlier start left running on the same folder is stopped first.
 * @returns {Promise<{ uri: string, kind: string, process: ReturnType<typeof startProcess> | null }>}
 */
export async function startMongo({ dir, log, onExit, port = undefined, embedded = false }) {
  if (process.env.MONGODB_URI && !embedded) {
    return { uri: process.env.MONGODB_URI, kind: 'MONGODB_URI', process: null };
  }
  mkdirSync(dir, { recursive: true });
  const chosen = port ?? (await freePort());
  if (!embedded && mongodOnPath()) return startMongod(dir, chosen, log, onExit);
  await stopMongoOrphan(dir);
  const server = startProcess(
    'embedded-mongo',
    process.execPath,
    [
      path.join(workspace, 'dist/libs/embedded-mongo/cli.cjs'),
      '--dbpath',
      dir,
      '--port',
      String(chosen),
    ],
    { log, onExit },
  );
  const noted = async () => writeFileSync(pidFileOf(dir), `${server.pid} ${process.pid}`);
  await killOnFailure(
    server,
    noted().then(() =>
      waitUntil(() => answers(chosen), {
        timeoutMs: 30_000,
        what: 'the embedded database',
        everyMs: 30,
        outcome: server.outcome,
      }),
    ),
  );
  return { uri: `mongodb://127.0.0.1:${chosen}/`, kind: 'embedded', process: server };
}

async function startMongod(dir, port, log, onExit) {
  const server = startProcess(
    'mongod',
    'mongod',
    ['--dbpath', dir, '--port', String(port), '--bind_ip', '127.0.0.1', '--replSet', 'engawa'],
    { log, onExit },
  );
  await killOnFailure(server, makePrimary(server, port));
  return {
    uri: `mongodb://127.0.0.1:${port}/?replicaSet=engawa`,
    kind: 'mongod',
    process: server,
  };
}

/** Waits until it accepts writes as a replica set of one. */
async function makePrimary(server, port) {
  const { MongoClient } = await import('mongodb');
  const direct = `mongodb://127.0.0.1:${port}/?directConnection=true`;
  await waitUntil(() => answers(port), {
    timeoutMs: 60_000,
    what: 'mongod',
    outcome: server.outcome,
  });
  const client = await new MongoClient(direct).connect();
  try {
    await client
      .db('admin')
      .command({
        replSetInitiate: { _id: 'engawa', members: [{ _id: 0, host: `127.0.0.1:${port}` }] },
      })
      .catch((error) => {
        // 23 (AlreadyInitialized): an earlier start initiated it.
        if (error.code !== 23) throw error;
      });
    await waitUntil(
      async () => (await client.db('admin').command({ hello: 1 })).isWritablePrimary,
      {
        timeoutMs: 60_000,
        what: 'mongod as primary',
        outcome: server.outcome,
      },
    );
  } finally {
    await client.close();
  }
}
