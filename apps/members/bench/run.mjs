// `node apps/members/bench/run.mjs members member-import [rows]`: bundles a benchmark and runs it
// with the service, a database and NATS in separate processes.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { ensureNatsServer } from '../../../deploy/servers/nats.mjs';
import { freePort } from '../../../deploy/tools/processes.mjs';

const workspace = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../..');
const children = [];

export async function bundle(input, file) {
  const made = await rolldown({
    input: path.join(workspace, input),
    platform: 'node',
    tsconfig: path.join(workspace, 'tsconfig.node.json'),
    external: (id) => !/^(\.|\/|@engawa\/|@oxc-project\/)/.test(id) && !id.startsWith('\0'),
  });
  const target = path.join(workspace, 'dist/bench', file);
  await made.write({ file: target, format: 'cjs', keepNames: true, codeSplitting: false });
  await made.close();
  return target;
}

function start(command, args, options = {}) {
  const child = spawn(command, args, { stdio: 'ignore', ...options });
  children.push(child);
  return child;
}

/**
 * Runs one benchmark.
 * @returns {Promise<{ title: string, figures: object[] }[]>} its measurements
 */
export async function runServiceBench(service, name, ...rest) {
  const dir = mkdtempSync(path.join(tmpdir(), 'engawa-bench-'));
  try {
    const env = { ...process.env, FILES_DIR: path.join(dir, 'files') };
    if (!env.MONGODB_URI) {
      const port = await freePort();
      const cli = await bundle('libs/embedded-mongo/src/cli.ts', 'mongo.cjs');
      const database = start(process.execPath, [
        cli,
        '--dbpath',
        path.join(dir, 'db'),
        '--port',
        String(port),
      ]);
      env.MONGODB_URI = `mongodb://127.0.0.1:${port}/`;
      env.BENCH_DATABASE_PID = String(database.pid);
      env.BENCH_DATABASE_DIR = path.join(dir, 'db');
    }
    if (!env.NATS_URL) {
      const port = await freePort();
      const binary = await ensureNatsServer({ log() {} });
      start(binary, ['-a', '127.0.0.1', '-p', String(port), '-js', '-sd', path.join(dir, 'nats')]);
      env.NATS_URL = `nats://127.0.0.1:${port}`;
    }
    await sleep(1_500);
    await bundle(`apps/${service}/bench/service-process.ts`, 'service-process.cjs');
    const file = await bundle(`apps/${service}/bench/${name}.bench.ts`, `${name}.cjs`);
    const stdio = ['ignore', 'inherit', 'inherit', 'ipc'];
    const bench = spawn(process.execPath, [file, ...rest], { stdio, env });
    children.push(bench);
    const told = [];
    bench.on('message', (message) => told.push(message));
    const code = await new Promise((resolve) => bench.once('exit', resolve));
    if (code !== 0) throw new Error(`${name} ended with ${code}`);
    return told;
  } finally {
    for (const child of children.splice(0).reverse()) {
      if (child.exitCode !== null) continue;
      child.kill('SIGTERM');
      await Promise.race([new Promise((resolve) => child.once('exit', resolve)), sleep(5_000)]);
      if (child.exitCode === null) child.kill('SIGKILL');
    }
    rmSync(dir, { recursive: true, force: true });
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [service, name, ...rest] = process.argv.slice(2);
  for (const { title, figures } of await runServiceBench(service, name, ...rest)) {
    console.log(title);
    console.table(figures);
  }
}
