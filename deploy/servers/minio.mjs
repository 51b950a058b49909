// Provides and runs a MinIO server for the tests of the S3 adapter, if one is installed or Go can
// build it.
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { freePort, startProcess, waitUntil } from '../tools/processes.mjs';
import { moveIntoCache, toolFolder, tryCommand } from '../tools/tool-cache.mjs';

const VERSION = 'v0.0.0-20260212201848-7aac2a2c5b7c';

/**
 * Path of a MinIO server, or null if unavailable. In this order: `MINIO_SERVER` (`off` for none),
 * the PATH, the tool cache, a build with Go (some minutes, once).
 */
export function ensureMinio({ log = () => {} } = {}) {
  const given = process.env.MINIO_SERVER;
  if (given === 'off') return null;
  if (given) {
    if (isExecutable(given)) return given;
    throw new Error(`MINIO_SERVER=${given} is no MinIO server that runs here`);
  }
  if (isExecutable('minio')) return 'minio';
  const dir = toolFolder(`minio-${VERSION}`);
  const cached = path.join(dir, 'minio');
  if (existsSync(cached) && isExecutable(cached)) return cached;
  if (tryCommand('go', ['version']) !== null) return null;

  log('building MinIO with Go (once, some minutes; it stays in the tool cache) …');
  const reason = build(dir, cached);
  if (reason === null && isExecutable(cached)) return cached;
  log(`MinIO cannot be had from Go: ${reason ?? 'it does not run here'}`);
  return null;
}

/** Starts it on loopback with generated keys; resolves when it responds. */
export async function startMinio({ binary, dir, log = 'ignore', onExit }) {
  mkdirSync(dir, { recursive: true });
  const port = await freePort();
  const accessKey = 'engawa-test';
  const secretKey = randomBytes(24).toString('hex');
  const endpoint = `http://127.0.0.1:${port}`;
  const server = startProcess(
    'minio',
    binary,
    ['server', dir, '--quiet', '--address', `127.0.0.1:${port}`],
    {
      log,
      onExit,
      env: {
        MINIO_ROOT_USER: accessKey,
        MINIO_ROOT_PASSWORD: secretKey,
        MINIO_BROWSER: 'off',
        MINIO_UPDATE: 'off',
      },
    },
  );
  await waitUntil(() => isReady(endpoint), {
    timeoutMs: 60_000,
    what: 'MinIO',
    everyMs: 100,
    outcome: server.outcome,
  });
  return { ...server, endpoint, accessKey, secretKey };
}

/** Null on success, else the reason. Go's caches are deleted afterwards: they take gigabytes. */
function build(dir, target) {
  const work = path.join(dir, `build-${process.pid}`);
  mkdirSync(work, { recursive: true });
  try {
    const reason = tryCommand(
      'go',
      ['install', '-trimpath', '-ldflags', '-s -w', `github.com/minio/minio@${VERSION}`],
      {
        env: {
          GOBIN: work,
          GOCACHE: path.join(work, 'cache'),
          GOMODCACHE: path.join(work, 'modules'),
          GOFLAGS: '-modcacherw',
          CGO_ENABLED: '0',
        },
        timeoutMs: 25 * 60_000,
      },
    );
    return reason ?? moveIntoCache(path.join(work, 'minio'), target);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

function isExecutable(binary) {
  return tryCommand(binary, ['--version'], { timeoutMs: 20_000 }) === null;
}

async function isReady(endpoint) {
  const answer = await fetch(`${endpoint}/minio/health/ready`).catch(() => null);
  return answer?.ok === true;
}
