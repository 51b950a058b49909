// Tests the image: build, size, contents, and every service started the way an orchestrator does.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { services } from '../installation/services.mjs';
import { waitUntil } from '../tools/processes.mjs';
import { print, workspace } from '../tools/workspace.mjs';
import { makeKeys } from '../installation/keys.mjs';
import { ensureImage, NODE } from './base-images.mjs';
import { run } from './engine.mjs';

const { version } = JSON.parse(readFileSync(path.join(workspace, 'package.json'), 'utf8'));
export const IMAGE = `engawa:${version}`;
/** A second tag of the same image: to upgrade to, and to roll back from. */
export const NEXT = 'engawa:next';
const MAX_MB_BESIDE_BASE = 260;
const programs = ['gateway', ...services];

/** Builds the image from the working tree; fast with cached layers. */
export async function buildImage(engine, { tag = IMAGE, options = [] } = {}) {
  await ensureImage(engine, NODE);
  const revision = run('git', ['rev-parse', 'HEAD']);
  print(`building ${tag} …`);
  engine.docker(
    ...['build', '-q', '-f', 'deploy/Dockerfile', '--build-arg', `REVISION=${revision}`],
    ...[...options, '-t', tag, '.'],
  );
  return revision;
}

export async function testImage(engine) {
  const { docker } = engine;
  const revision = await buildImage(engine);
  inspectImage(docker, revision);
  await startEveryService(engine);
  print('building once more without the cache, to compare …');
  await buildImage(engine, { tag: 'engawa:again', options: ['--no-cache'] });
  assert.deepEqual(filesOf(docker, 'engawa:again'), filesOf(docker, IMAGE));
  print('the second build has the same files');
  docker('rmi', 'engawa:again');
}

function inspectImage(docker, revision) {
  const inspect = (image) => JSON.parse(docker('image', 'inspect', image))[0];
  const { Config: config, Size: size } = inspect(IMAGE);
  const megabytes = Math.round((size - inspect(NODE).Size) / 1e6);
  print(`${IMAGE} adds ${megabytes} MB to its base`);
  printLayers(docker);
  assert.ok(megabytes <= MAX_MB_BESIDE_BASE, `${megabytes} MB beside the base`);
  assert.equal(config.User, '10001:10001');
  assert.equal(config.Labels['org.opencontainers.image.version'], version);
  assert.equal(config.Labels['org.opencontainers.image.revision'], revision);
  const shell = (text) => docker('run', '--rm', '--entrypoint', 'sh', IMAGE, '-c', text);
  const secret = "-name '.env*' -o -name '*.pem' -o -name '*.key' -o -name '*.spec.*' -o -name k8s";
  assert.equal(shell(`find /engawa -not -path '*/node_modules/*' \\( ${secret} \\)`), '');
  const { components } = JSON.parse(shell('cat sbom.cdx.json'));
  const listed = components.map(({ name }) => name);
  for (const name of ['node', 'fastify', 'mongoose']) assert.ok(listed.includes(name), name);
  assert.ok(!listed.includes('react'), 'the packages of the browser are not in the image');
}

function printLayers(docker) {
  const layers = docker('history', '--format', '{{.Size}}\t{{.CreatedBy}}', IMAGE).split('\n');
  for (const [size, by = 'the base'] of layers.map((layer) => layer.split('\t')))
    if (/[MG]B$/.test(size)) print(`  ${size}  ${by}`);
}

/** Path and checksum of every file that the build adds to the image. */
function filesOf(docker, image) {
  const text = 'find /engawa /usr/local/bin/tini -type f -exec sha256sum {} + | sort -k 2';
  return docker('run', '--rm', '--entrypoint', 'sh', image, '-c', text).split('\n');
}

/**
 * Each service runs with a read-only root, no capabilities and an arbitrary user until it is
 * healthy, and stops on SIGTERM.
 */
async function startEveryService(engine) {
  const { docker } = engine;
  await ensureImage(engine, 'nats:2.15.1-alpine');
  const prefix = `engawa-smoke-${process.pid}`;
  docker('network', 'create', prefix);
  const containers = [];
  const start = (name, ...args) => {
    containers.push(`${prefix}-${name}`);
    docker(
      ...['run', '-d', '--name', `${prefix}-${name}`, '--network', prefix],
      ...['--network-alias', name, ...args],
    );
  };
  const keys = Object.entries(makeKeys()).flatMap(([name, value]) => ['-e', `${name}=${value}`]);
  const environment = Object.entries({
    MONGODB_URI: 'mongodb://mongo:27017/',
    NATS_URL: 'nats://nats:4222',
    FILES_DIR: '/tmp/files',
    MAIL_DIR: '/tmp/mails',
  }).flatMap(([name, value]) => ['-e', `${name}=${value}`]);
  const closed = ['--read-only', '--cap-drop', 'ALL', '--security-opt', 'no-new-privileges'];
  try {
    start('nats', 'nats:2.15.1-alpine', '-js', '-sd', '/tmp/nats');
    const data = ['--tmpfs', '/data:uid=10001'];
    start(
      'mongo',
      ...closed,
      ...data,
      IMAGE,
      'embedded-mongo',
      '--dbpath',
      '/data',
      '--host',
      '0.0.0.0',
    );
    for (const name of programs)
      start(name, ...closed, '--tmpfs', '/tmp:uid=10001', ...keys, ...environment, IMAGE, name);
    for (const name of programs) {
      const state = () =>
        docker('inspect', '-f', '{{.State.Health.Status}} {{.State.Running}}', `${prefix}-${name}`);
      await waitUntil(() => state() === 'healthy true', {
        timeoutMs: 180_000,
        everyMs: 1_000,
        what: `${name}: ${docker('logs', '--tail', '3', `${prefix}-${name}`)}`,
      });
    }
    print(`${programs.length} services are healthy on a read-only root`);
    docker('stop', '-t', '30', ...programs.map((name) => `${prefix}-${name}`));
    for (const name of programs) {
      const code = docker('inspect', '-f', '{{.State.ExitCode}}', `${prefix}-${name}`);
      assert.equal(code, '0', `${name} ended with ${code} after SIGTERM`);
    }
    assert.throws(() => docker('run', '--rm', IMAGE, 'nothing'), /usage: engawa PROGRAM/);
  } finally {
    docker('rm', '-f', '-v', ...containers);
    docker('network', 'rm', prefix);
  }
}
