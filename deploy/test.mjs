// `npm test`: sets everything up and runs all tests. `npm test -- unit` or `-- journeys` runs one
// half; arguments after `--` are passed to jest.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, openSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { build, checkNode, ensurePackages, fail, print, workspace } from './tools/workspace.mjs';
import { services } from './installation/services.mjs';

const [only, ...rest] = process.argv.slice(2);
const halves = ['unit', 'journeys'].includes(only) ? [only] : ['unit', 'journeys'];
const jestArgs = (halves.length === 1 ? rest : process.argv.slice(2)).filter((a) => a !== '--');

checkNode();
ensurePackages();
const began = Date.now();
const { ensureNatsServer, startNats } = await import('./servers/nats.mjs');
const { ensureMinio, startMinio } = await import('./servers/minio.mjs');
const { startMongo } = await import('./servers/mongo.mjs');
const { ensureChromium } = await import('./tools/chromium.mjs');

build(['embedded-mongo', 'all-in-one', 'web', 'gateway', ...services]);
const nats = await ensureNatsServer({ log: print }).catch(({ message }) => fail(message));
const minio =
  halves.includes('unit') && !process.env.S3_TEST_ENDPOINT ? ensureMinio({ log: print }) : null;
if (halves.includes('unit') && !minio && !process.env.S3_TEST_ENDPOINT)
  print('no MinIO and no Go to build it: the tests of the S3 adapter are skipped.');
const chromium = halves.includes('journeys') ? ensureChromium({ log: print }) : null;
if (halves.includes('journeys') && !chromium) {
  const word =
    'no Chromium could be had (apt-get install chromium-headless-shell, or CHROMIUM=/path)';
  if (process.env.CI) fail(`${word}.`);
  print(`${word}: the journeys in a browser are skipped.`);
}

const dir = mkdtempSync(path.join(tmpdir(), 'engawa-test-'));
const running = [];
let child = null;
let stopping = false;
async function clean() {
  stopping = true;
  if (child) {
    // Kill the whole group: jest's workers would continue otherwise.
    const { pid } = child;
    const ended = once(child, 'exit');
    process.kill(-pid, 'SIGTERM');
    await ended;
    await endGroup(pid);
  }
  while (running.length > 0) await running.pop().stop();
  rmSync(dir, { recursive: true, force: true });
}
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.on(signal, async () => {
    await clean();
    process.exit(130);
  });
}

/** How long jest may take to exit after its last test, in ms. */
const HOLD_MS = 20_000;
const total = { passed: 0, failed: 0, skipped: 0 };
/** Time that the tests of each file took, in ms. */
const times = new Map();
try {
  if (halves.includes('unit')) {
    const log = openSync(path.join(dir, 'parts.log'), 'a');
    const onExit = (reason) => print(`a part of the test run ended: ${reason}`);
    const mongo = await startMongo({ dir: path.join(dir, 'mongo'), log, onExit });
    if (mongo.process) running.push(mongo.process);
    const events = await startNats({ binary: nats, dir: path.join(dir, 'nats'), log, onExit });
    running.push(events);
    const env = { MONGODB_URI: mongo.uri, NATS_URL: events.url };
    if (minio) {
      const s3 = await startMinio({ binary: minio, dir: path.join(dir, 'minio'), log, onExit });
      running.push(s3);
      env.S3_TEST_ENDPOINT = s3.endpoint;
      env.S3_TEST_ACCESS_KEY = s3.accessKey;
      env.S3_TEST_SECRET_KEY = s3.secretKey;
    }
    print(`tests against ${mongo.kind}, NATS JetStream${minio ? ' and MinIO' : ''} …`);
    // Whoever chooses tests wants to see their files. Two workers more than the processors of CI: many
    // tests wait for leases, servers and timers.
    const config = jestArgs.length > 0 ? 'jest.config.cjs' : 'jest.grouped.config.cjs';
    await jest('unit', ['--config', config, '--maxWorkers=4'], env);
    while (running.length > 0) await running.pop().stop();
  }
  if (halves.includes('journeys') && !stopping) {
    print('journeys on the built system …');
    // Two at a time: most share an installation, and all mostly wait.
    await jest('journeys', ['--config', 'apps/e2e/jest.config.cjs', '--maxWorkers=2'], {
      NATS_SERVER: nats,
      CHROMIUM: chromium ?? '',
    });
  }
} finally {
  await clean();
}
const slowest = [...times].sort(([, a], [, b]) => b - a).slice(0, 10);
print(`slowest: ${slowest.map(([name, ms]) => `${name} ${Math.round(ms / 1000)} s`).join(', ')}`);
print(`all tests took ${Math.round((Date.now() - began) / 1000)} s`);
console.log(
  `${total.passed} passed, ${total.failed} failed${total.skipped ? `, ${total.skipped} skipped` : ''}`,
);
process.exit(total.failed === 0 && total.passed > 0 ? 0 : 1);

/**
 * Ends what a jest that has exited left. Installations stop their servers first, which are in groups of
 * their own; a worker in an endless loop does not notice.
 */
async function endGroup(pid) {
  const isLeft = (signal) => {
    try {
      return process.kill(-pid, signal);
    } catch (error) {
      if (error.code !== 'ESRCH') throw error;
      return false;
    }
  };
  for (const end = Date.now() + HOLD_MS; isLeft(0) && Date.now() < end;) await sleep(100);
  isLeft('SIGKILL');
}

async function jest(name, args, env) {
  const report = path.join(dir, `${name}.json`);
  const code = await new Promise((resolve) => {
    child = spawn(
      process.execPath,
      [
        path.join(workspace, 'node_modules/jest/bin/jest.js'),
        '--reporters=default',
        `--reporters=${path.join(workspace, 'deploy/tools/file-limit.mjs')}`,
        ...args,
        // A worker with much memory takes longer than jest's 500 ms to exit, and jest calls that a leak.
        '--workerGracefulExitTimeout=10000',
        // Kept from run to run; without it, jest would use the temporary folder below.
        `--cacheDirectory=${path.join(tmpdir(), 'engawa-jest-cache')}`,
        '--json',
        `--outputFile=${report}`,
        ...jestArgs,
      ],
      // Jest writes its summary to standard error; the JSON on standard output is for this script.
      {
        cwd: workspace,
        // In one folder, so that an interrupted run leaves no folders of tests behind.
        env: { ...process.env, TMPDIR: dir, ...env },
        stdio: ['ignore', 'ignore', 'inherit'],
        detached: true,
      },
    );
    let held = false;
    // The report is written after all tests; a handle left open would keep jest running.
    const watch = setInterval(() => {
      if (held || !existsSync(report) || Date.now() - statSync(report).mtimeMs < HOLD_MS) return;
      held = true;
      print(
        `${name}: all tests ran, but a test left something open; jest was ended. This is a failure.`,
      );
      process.kill(-child.pid, 'SIGTERM');
    }, 1_000);
    child.once('exit', async (status) => {
      clearInterval(watch);
      await endGroup(child.pid);
      resolve(held ? 1 : (status ?? 1));
    });
  });
  child = null;
  let result;
  try {
    result = JSON.parse(readFileSync(report, 'utf8'));
  } catch {
    total.failed += 1;
    print(`${name}: jest ended with ${code} and left no report.`);
    return;
  }
  total.passed += result.numPassedTests;
  for (const file of result.testResults) noteTimes(file);
  total.skipped += result.numPendingTests + result.numTodoTests;
  // A file that could not run counts as one failure.
  total.failed += result.numFailedTests + result.numRuntimeErrorTestSuites;
  if (code !== 0 && total.failed === 0) total.failed += 1;
}

/** In a group, the outermost block of a test has the name of its file. */
function noteTimes({ name, assertionResults }) {
  for (const { ancestorTitles, duration } of assertionResults) {
    const file = /\.spec\.ts$/.test(ancestorTitles[0]) ? ancestorTitles[0] : name;
    const key = path.relative(workspace, path.resolve(workspace, file));
    times.set(key, (times.get(key) ?? 0) + (duration ?? 0));
  }
}
