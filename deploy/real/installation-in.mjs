// Access to an installation in a namespace of the cluster.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { waitUntil } from '../tools/processes.mjs';
import { runBeside } from './engine.mjs';

/** `kubectl` in a namespace, blocking and beside other work. */
export function installationIn(namespace, { kubectl, env }) {
  return {
    kubectl: (...args) => kubectl('-n', namespace, ...args),
    beside: (...args) => runBeside('kubectl', ['-n', namespace, ...args], { env }),
  };
}

/**
 * The gateway on a port of every node, this machine's loopback included: connections are spread
 * over its pods as those of an ingress are.
 */
export async function publish({ kubectl }, namespace, nodePort) {
  const service = {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { name: 'gateway-for-test', namespace },
    spec: {
      type: 'NodePort',
      selector: { 'app.kubernetes.io/name': 'gateway' },
      ports: [{ port: 8080, targetPort: 'http', nodePort }],
    },
  };
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'engawa-service-')), 'service.json');
  writeFileSync(file, JSON.stringify(service));
  kubectl('apply', '-f', file);
  rmSync(path.dirname(file), { recursive: true });
  const url = `http://127.0.0.1:${nodePort}`;
  await untilReady(url, `${namespace}'s gateway`);
  return url;
}

/** Resolves when the gateway at the address is ready. */
export function untilReady(url, what) {
  const answers = async () => (await fetch(`${url}/health/ready`)).ok;
  return waitUntil(answers, { timeoutMs: 60_000, everyMs: 500, what });
}
