// Certificates and kubeconfigs for the cluster of one test run.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { run } from '../engine.mjs';

const API = 'https://127.0.0.1:6443';
const DAYS = ['-days', '7'];

/** Subjects by name; `nodes` get their own. */
const SUBJECTS = {
  apiserver: '/CN=kube-apiserver',
  admin: '/O=system:masters/CN=admin',
  'kube-controller-manager': '/CN=system:kube-controller-manager',
  'kube-scheduler': '/CN=system:kube-scheduler',
  'kube-proxy': '/CN=system:kube-proxy',
  'kubelet-client': '/O=system:masters/CN=kubelet-client',
  // As which the API server passes requests on to metrics-server.
  'front-proxy': '/CN=front-proxy',
};

/**
 * Writes NAME.crt, NAME.key and NAME.conf (a kubeconfig) for all components and nodes into `dir`.
 */
export function makeCertificates({ dir, address, nodes }) {
  const at = (name) => path.join(dir, name);
  const ssl = (...args) => run('openssl', args);
  ssl(
    ...['req', '-x509', '-newkey', 'rsa:2048', '-nodes', ...DAYS, '-subj', '/CN=engawa-real'],
    ...['-addext', 'keyUsage=critical,digitalSignature,keyCertSign,cRLSign'],
    ...['-keyout', at('ca.key'), '-out', at('ca.crt')],
  );
  ssl('genrsa', '-out', at('accounts.key'), '2048');
  ssl('rsa', '-in', at('accounts.key'), '-pubout', '-out', at('accounts.pub'));
  const subjects = { ...SUBJECTS };
  for (const node of nodes) subjects[`kubelet-${node}`] = `/O=system:nodes/CN=system:node:${node}`;
  const service = 'DNS:kubernetes.default.svc,IP:10.96.0.1';
  for (const [name, subject] of Object.entries(subjects)) {
    ssl(
      'req',
      '-newkey',
      'rsa:2048',
      '-nodes',
      '-subj',
      subject,
      '-keyout',
      at(`${name}.key`),
      '-out',
      at('request'),
    );
    const names = `DNS:localhost,IP:127.0.0.1,IP:${address},${service}`;
    writeFileSync(
      at('extensions'),
      `extendedKeyUsage=clientAuth,serverAuth\nsubjectAltName=${names}\n`,
    );
    ssl(
      ...['x509', '-req', '-in', at('request'), '-CA', at('ca.crt'), '-CAkey', at('ca.key')],
      ...['-CAcreateserial', ...DAYS, '-extfile', at('extensions'), '-out', at(`${name}.crt`)],
    );
    const user = { 'client-certificate': at(`${name}.crt`), 'client-key': at(`${name}.key`) };
    writeFileSync(
      at(`${name}.conf`),
      JSON.stringify({
        apiVersion: 'v1',
        kind: 'Config',
        'current-context': 'real',
        clusters: [
          { name: 'real', cluster: { server: API, 'certificate-authority': at('ca.crt') } },
        ],
        users: [{ name: 'real', user }],
        contexts: [{ name: 'real', context: { cluster: 'real', user: 'real' } }],
      }),
      { mode: 0o600 },
    );
  }
}
