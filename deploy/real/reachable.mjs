// Whom pods reach while the network policies are enforced, and whom not (cluster/policies.mjs).
import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import { services } from '../installation/services.mjs';
import { print } from '../tools/workspace.mjs';
import { tryCommand } from '../tools/tool-cache.mjs';
import { enforcePolicies } from './cluster/policies.mjs';
import { runBeside } from './engine.mjs';
import { IMAGE } from './image.mjs';

/** Of addresses that are kept for documents (RFC 5737), as if it were on the internet. */
const PUBLIC = '198.51.100.10';
const PRIVATE = '172.29.99.10';
const PORTS = [443, 587];
const CONNECT_MS = 3_000;
const API_SERVER = 'kubernetes.default.svc:443';

/** By workload: what it has to reach, and what it must not. */
const EXPECTED = {
  'engawa deployment/gateway': {
    reached: [...services.map((name) => `${name}:8080`), 'mongo:27017', 'nats:4222'],
    shut: ['timeline:9464', 'minio:9000', `${PUBLIC}:587`, `${PRIVATE}:443`, API_SERVER],
  },
  'engawa deployment/timeline': {
    reached: ['mongo:27017', 'nats:4222', 'minio:9000', `${PUBLIC}:443`],
    shut: ['members:8080', 'gateway:8080', `${PUBLIC}:587`, `${PRIVATE}:443`, API_SERVER],
  },
  'engawa deployment/notifications': {
    reached: ['mongo:27017', 'nats:4222', `${PUBLIC}:443`, `${PUBLIC}:587`],
    shut: ['minio:9000', 'identity:8080', `${PRIVATE}:443`, API_SERVER],
  },
  'default pod/stranger': {
    reached: ['gateway.engawa:8080', API_SERVER],
    shut: ['timeline.engawa:8080', 'timeline.engawa:9464', 'mongo.engawa:27017'],
  },
  'monitoring pod/stranger': {
    reached: ['timeline.engawa:9464', 'gateway.engawa:9464'],
    shut: ['timeline.engawa:8080', 'mongo.engawa:27017', 'nats.engawa:4222'],
  },
};

/**
 * `change` runs while they are enforced. Without them everything is reached: what is shut then is
 * shut by them.
 */
export async function withPolicies({ cluster }, change) {
  const { kubectl, env } = cluster;
  const servers = await listen(cluster.bridge);
  try {
    addStrangers(kubectl, env);
    const targets = Object.entries(EXPECTED);
    for (const [from, { reached, shut }] of targets)
      assert.deepEqual(await shutFor(cluster, from, [...reached, ...shut]), [], from);
    const stop = await enforcePolicies(cluster);
    try {
      await change();
      for (const [from, { reached, shut }] of targets) {
        assert.deepEqual(await shutFor(cluster, from, [...reached, ...shut]), shut, from);
        print(`${from} reaches ${reached.join(', ')}; not ${shut.join(', ')}`);
      }
    } finally {
      await stop();
    }
  } finally {
    for (const namespace of ['default', 'monitoring'])
      kubectl('-n', namespace, 'delete', 'pod', 'stranger', '--ignore-not-found', '--now');
    for (const server of servers) server.close();
  }
}

/** Servers of this machine outside of the cluster, on addresses of its bridge. */
async function listen(bridge) {
  const servers = [];
  for (const address of [PUBLIC, PRIVATE]) {
    tryCommand('ip', ['address', 'add', `${address}/32`, 'dev', bridge]);
    for (const port of PORTS) {
      const server = createServer((socket) => socket.destroy());
      await new Promise((resolve) => server.listen(port, address, resolve));
      servers.push(server);
    }
  }
  return servers;
}

/** Pods of others: in a namespace of nobody, and in that of the monitoring. */
function addStrangers(kubectl, env) {
  tryCommand('kubectl', ['create', 'namespace', 'monitoring'], { env });
  for (const namespace of ['default', 'monitoring'])
    kubectl(
      '-n',
      namespace,
      'run',
      'stranger',
      `--image=${IMAGE}`,
      '--command',
      'sleep',
      'infinity',
    );
  for (const namespace of ['default', 'monitoring'])
    kubectl('-n', namespace, 'wait', '--for=condition=ready', '--timeout=2m', 'pod/stranger');
}

/** Those of the targets (HOST:PORT) that do not accept a connection from the workload. */
async function shutFor({ env }, from, targets) {
  const [namespace, workload] = from.split(' ');
  const code = `
    const { connect } = require('node:net');
    const reached = (target) => new Promise((resolve) => {
      const [host, port] = target.split(':');
      const socket = connect({ host, port, timeout: ${CONNECT_MS} }, () => end(true));
      const end = (value) => { socket.destroy(); resolve(value); };
      socket.on('timeout', () => end(false)).on('error', () => end(false));
    });
    const targets = ${JSON.stringify(targets)};
    Promise.all(targets.map(reached)).then((all) =>
      console.log(JSON.stringify(targets.filter((_target, n) => !all[n]))));`;
  const args = ['-n', namespace, 'exec', workload, '--', 'node', '-e', code];
  return JSON.parse(await runBeside('kubectl', args, { env }));
}
