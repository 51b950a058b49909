// The ways into a cluster, with Traefik: the production overlay's Ingress, and the component of the
// Gateway API instead of it. Large uploads, the live stream and a rolling gateway have to go through,
// and another certificate has to reach new connections.
import { X509Certificate } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { connect } from 'node:http2';
import https from 'node:https';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pipeline } from 'node:stream';
import tls from 'node:tls';
import { waitUntil } from '../tools/processes.mjs';
import { gatewayApiDefinitions } from './cluster/parts.mjs';
import { inTextOf } from './compose.mjs';
import { atEnd, run } from './engine.mjs';
import { untilReady } from './installation-in.mjs';
import { underWrites } from './kubernetes-steps.mjs';
import { Writer } from './writer.mjs';

const HOST = 'engawa.example';
/** Of the service in cluster/traefik.yaml. */
const PORT = 30443;
const MEGABYTE = 1024 * 1024;

/**
 * Adds Traefik and the certificate that the page asks for (`engawa-tls`); resolves to that one and another,
 * the one in use first.
 */
export async function addTraefik(installation) {
  const { cluster, kubectl } = installation;
  // Definitions of this size do not fit into the annotation of a client-side apply.
  cluster.kubectl('apply', '--server-side', '-f', gatewayApiDefinitions());
  await cluster.addController('traefik');
  const dir = mkdtempSync(path.join(tmpdir(), 'engawa-tls-'));
  atEnd(() => rmSync(dir, { recursive: true, force: true }));
  const certificates = ['first', 'second'].map((name) => makeCertificate(path.join(dir, name)));
  const [{ cert, key }] = certificates;
  kubectl('create', 'secret', 'tls', 'engawa-tls', `--cert=${cert}`, `--key=${key}`);
  return certificates;
}

function makeCertificate(name) {
  const [cert, key] = [`${name}.crt`, `${name}.key`];
  run('openssl', [
    ...['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '7', '-subj', `/CN=${HOST}`],
    ...['-addext', `subjectAltName=DNS:${HOST}`, '-keyout', key, '-out', cert],
  ]);
  return { cert, key, pem: readFileSync(cert) };
}

/**
 * `change` runs, and the certificate is replaced, while posts are written by the way in that a manifest of
 * `k8s` makes.
 */
export async function through(installation, certificates, manifest, change) {
  const { account, dir, kubectl } = installation;
  const file = path.join(dir, 'k8s', manifest);
  kubectl('apply', '-f', file);
  const trusted = certificates.map(({ pem }) => pem);
  const front = await forwarder(trusted);
  try {
    const { url } = front;
    await untilReady(url, manifest);
    const page = await pageByHttp2(trusted);
    const uploads = await upload(url, account);
    const seen = await underWrites({ url, account }, async () => {
      await change();
      await replaceCertificate(installation, certificates);
    });
    return `${page}; ${uploads}; another certificate served; ${seen}`;
  } finally {
    await front.close();
    kubectl('delete', '-f', file);
  }
}

/** By the command of the page; resolves when new connections get the other certificate. */
async function replaceCertificate({ sh }, certificates) {
  certificates.reverse();
  const [{ cert, key, pem }] = certificates;
  const command = inTextOf('Kubernetes', /kubectl -n engawa create secret tls [^`]*--dry-run[^`]*/);
  sh(command.replace('--cert=…', `--cert=${cert}`).replace('--key=…', `--key=${key}`));
  const { fingerprint256 } = new X509Certificate(pem);
  await waitUntil(async () => (await servedFingerprint()) === fingerprint256, {
    timeoutMs: 60_000,
    everyMs: 500,
    what: 'the other certificate',
  });
}

function servedFingerprint() {
  return new Promise((resolve, reject) => {
    // Whether it is to be trusted is what its fingerprint says.
    const options = { host: '127.0.0.1', port: PORT, servername: HOST, rejectUnauthorized: false };
    const socket = tls.connect(options, () => {
      resolve(socket.getPeerX509Certificate().fingerprint256);
      socket.destroy();
    });
    socket.on('error', reject);
  });
}

/** The web app's page by HTTP/2, as browsers ask for it. */
async function pageByHttp2(ca) {
  const session = connect(`https://127.0.0.1:${PORT}`, { ca, servername: HOST });
  try {
    const request = session.request({ ':path': '/', ':authority': HOST });
    const status = await new Promise((resolve, reject) => {
      request.on('response', (headers) => resolve(headers[':status']));
      request.on('error', reject);
      session.on('error', reject);
    });
    if (status !== 200) throw new Error(`the page by HTTP/2: ${status}`);
    return 'the page by HTTP/2';
  } finally {
    session.destroy();
  }
}

/** A file of the largest size is taken; what is larger is refused by Engawa, in its words. */
async function upload(url, account) {
  const writer = new Writer(url, account);
  await writer.signIn();
  const taken = await writer.upload('a'.repeat(4 * MEGABYTE));
  if (taken.status !== 201) throw new Error(`4 MB: ${JSON.stringify(taken)}`);
  const refused = await writer.upload('a'.repeat(60 * MEGABYTE));
  if (refused.body?.code !== 'timeline.attachment.too-large')
    throw new Error(`60 MB: ${JSON.stringify(refused)}`);
  return '4 MB taken, 60 MB refused by timeline';
}

/**
 * This process's requests to loopback, passed on to Traefik by HTTPS under the name of the
 * installation, which no name server knows.
 */
async function forwarder(ca) {
  const agent = new https.Agent({ keepAlive: true, ca, servername: HOST });
  const server = createServer((asked, answer) => {
    const { method, url, headers } = asked;
    const target = { host: '127.0.0.1', port: PORT, path: url, method, agent };
    const request = https.request({ ...target, headers: { ...headers, host: HOST } });
    request.on('response', (response) => {
      answer.writeHead(response.statusCode, response.headers);
      pipeline(response, answer, () => request.destroy());
    });
    request.on('error', () => answer.destroy());
    answer.on('close', () => request.destroy());
    asked.pipe(request);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${server.address().port}`;
  const close = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    agent.destroy();
  };
  return { url, close };
}
