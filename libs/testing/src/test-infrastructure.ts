import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createConnection } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { eventually } from './eventually';

/** Database and events of one test file. */
export interface TestInfrastructure {
  env: Record<string, string>;
  stop(): Promise<void>;
}

const workspace = path.resolve(__dirname, '../../..');

/**
 * `MONGODB_URI` and `NATS_URL` if set; otherwise own servers: the embedded database and nats-server.
 */
export async function startTestInfrastructure(
  wanted: { database?: boolean } = {},
): Promise<TestInfrastructure> {
  const stops: (() => Promise<void>)[] = [];
  const stop = async () => {
    while (stops.length > 0) await stops.pop()!();
  };
  try {
    const env: Record<string, string> = {};
    if (wanted.database ?? true) {
      env['MONGODB_URI'] = process.env['MONGODB_URI'] ?? (await startMongo(stops));
    }
    env['NATS_URL'] = process.env['NATS_URL'] ?? (await startNats(stops));
    return { env, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function startMongo(stops: (() => Promise<void>)[]): Promise<string> {
  const { startMongoServer } = await import('@engawa/embedded-mongo');
  const dir = mkdtempSync(path.join(tmpdir(), 'engawa-mongo-'));
  const server = await startMongoServer({ dbPath: dir, port: 0 });
  stops.push(async () => {
    await server.close();
    rmSync(dir, { recursive: true, force: true });
  });
  return server.uri;
}

async function startNats(stops: (() => Promise<void>)[]): Promise<string> {
  const binary = findNatsServer();
  const dir = mkdtempSync(path.join(tmpdir(), 'engawa-nats-'));
  const port = await freePort();
  const server = spawn(binary, ['-a', '127.0.0.1', '-p', String(port), '-js', '-sd', dir], {
    stdio: 'ignore',
  });
  stops.push(async () => {
    await endProcess(server);
    rmSync(dir, { recursive: true, force: true });
  });
  await eventually(() => connects(port), { timeoutMs: 10_000 });
  return `nats://127.0.0.1:${port}`;
}

/** Finds the server as `npm start` does (deploy/servers/nats.mjs). */
function findNatsServer(): string {
  if (process.env['NATS_SERVER']) return process.env['NATS_SERVER'];
  const file = path.join(workspace, 'deploy/servers/nats.mjs');
  const script = `import(${JSON.stringify(`file://${file}`)})
    .then((m) => m.ensureNatsServer({ log() {} }))
    .then((found) => process.stdout.write(found));`;
  return execFileSync(process.execPath, ['-e', script], { encoding: 'utf8' });
}

function connects(port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = createConnection(port, '127.0.0.1');
    socket.once('connect', () => {
      socket.destroy();
      resolve();
    });
    socket.once('error', reject);
  });
}

/** A free port on loopback. */
export async function freePort(): Promise<number> {
  const file = path.join(workspace, 'deploy/tools/processes.mjs');
  const setup = (await import(file)) as { freePort(): Promise<number> };
  return setup.freePort();
}

function endProcess(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve();
    const cut = setTimeout(() => child.kill('SIGKILL'), 5_000);
    child.once('exit', () => {
      clearTimeout(cut);
      resolve();
    });
    child.kill('SIGTERM');
  });
}
