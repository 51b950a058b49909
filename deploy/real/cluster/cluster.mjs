// A Kubernetes cluster on this machine for one test run: etcd, control plane, kube-proxy, and two
// nodes, each a kubelet with its own containerd, so that pods spread and nodes can be drained. Pods
// share one bridge, which enforces no network policies (policies.mjs does).
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startProcess, waitUntil } from '../../tools/processes.mjs';
import { print } from '../../tools/workspace.mjs';
import { toolFolder, tryCommand } from '../../tools/tool-cache.mjs';
import { run } from '../engine.mjs';
import { makeCertificates } from './certificates.mjs';
import { apiServer, controllers, etcd } from './control-plane.mjs';
import { imageOf, sandboxImage } from './images.mjs';
import { BRIDGE, proxyConfig, removeNetwork, startNetwork } from './network.mjs';
import { startNode } from './node.mjs';
import { removeRules } from './policies.mjs';

const NODES = ['a', 'b'];

/**
 * Starts it; resolves to `kubectl(...)`, `env` for commands, `load(images)` for all nodes,
 * `addController(name)`, `freeze(node)` and `thaw(node)`, the names of nodes and bridge, and
 * `stop()`.
 */
export async function startCluster({ docker, bin }) {
  const dir = mkdtempSync(path.join(toolFolder('real'), 'cluster-'));
  const at = (...names) => path.join(dir, ...names);
  const address = run('hostname', ['-I']).split(' ')[0];
  makeCertificates({ dir, address, nodes: NODES });
  const parts = [];
  const start = (name, command, args) => {
    const file = path.join(toolFolder('real/log'), `${name}.log`);
    const log = openSync(file, 'w');
    const onExit = (reason) => print(`${reason}; see ${file}`);
    parts.push(startProcess(name, command, args, { log, onExit }));
  };
  const env = { KUBECONFIG: at('admin.conf') };
  const kubectl = (...args) => run('kubectl', args, { env });
  const socket = (node) => at(`containerd-${node}`, 'containerd.sock');
  const ctr = (node, ...args) => run('ctr', ['-a', socket(node), '-n', 'k8s.io', ...args]);

  etcd(start, at);
  apiServer(start, { bin, at, address });
  await waitUntil(() => kubectl('get', '--raw', '/readyz') === 'ok', {
    timeoutMs: 120_000,
    everyMs: 1_000,
    what: 'the API server',
  });
  controllers(start, { bin, at });
  startNetwork(at);
  for (const [index, node] of NODES.entries())
    await startNode(start, { bin, at, address, node, index });
  const load = async (images) => {
    const file = at('images.tar');
    docker('save', '-o', file, ...images);
    for (const node of NODES) {
      ctr(node, 'images', 'import', file);
    }
    rmSync(file);
  };
  const before = networkNamespaces();
  const stop = () => stopCluster({ parts, dir, bin, ctr, before });
  try {
    await load([sandboxImage(docker, bin), imageOf(docker, bin, 'coredns')]);
    start('kube-proxy', path.join(bin, 'kube-proxy'), [`--config=${proxyConfig(at, NODES[0])}`]);
    kubectl('apply', '-f', path.join(import.meta.dirname, 'addons.yaml'));
    volumes(kubectl, at);
    await waitUntil(
      () => NODES.every((node) => tryCommand('kubectl', ['get', 'node', node], { env }) === null),
      {
        timeoutMs: 60_000,
        everyMs: 1_000,
        what: 'the nodes',
      },
    );
    kubectl('wait', '--for=condition=ready', '--timeout=2m', 'node', '--all');
    kubectl('-n', 'kube-system', 'rollout', 'status', '--timeout=2m', 'daemonset/coredns');
  } catch (error) {
    await stop();
    throw error;
  }
  /** Sends a signal to what runs the node's containers, not to the containers. */
  const signalNode = (node, signal) => {
    for (const { name, pid } of parts)
      if ([`kubelet-${node}`, `containerd-${node}`].includes(name)) process.kill(pid, signal);
  };
  const freeze = (node) => signalNode(node, 'SIGSTOP');
  const thaw = (node) => signalNode(node, 'SIGCONT');
  /** Runs a program of the parts as the manifest of its name says. */
  const addController = async (name) => {
    await load([imageOf(docker, bin, name)]);
    kubectl('apply', '-f', path.join(import.meta.dirname, `${name}.yaml`));
    kubectl('-n', 'kube-system', 'rollout', 'status', '--timeout=2m', `deployment/${name}`);
  };
  return { kubectl, env, load, addController, stop, freeze, thaw, nodes: NODES, bridge: BRIDGE };
}

function volumes(kubectl, at) {
  for (const name of Array.from({ length: 8 }, (_none, index) => `volume-${index + 1}`)) {
    mkdirSync(at(name));
    // A folder of the node is not given to the group of a pod (fsGroup), as other volumes are.
    chmodSync(at(name), 0o777);
    const spec = {
      capacity: { storage: '60Gi' },
      accessModes: ['ReadWriteOnce'],
      storageClassName: 'standard',
      hostPath: { path: at(name) },
    };
    const file = at(`${name}.json`);
    writeFileSync(
      file,
      JSON.stringify({ apiVersion: 'v1', kind: 'PersistentVolume', metadata: { name }, spec }),
    );
    kubectl('apply', '-f', file);
  }
}

/**
 * Stops kubelets first, then the remaining containers, then what they ran on; removes everything.
 */
async function stopCluster({ parts, dir, bin, ctr, before }) {
  const part = (name) => parts.find((each) => each.name === name);
  for (const node of NODES) await part(`kubelet-${node}`)?.stop();
  for (const node of NODES) {
    for (const task of tryLines(() => ctr(node, 'tasks', 'ls', '-q')))
      tryLines(() => ctr(node, 'tasks', 'kill', '-s', 'KILL', task));
  }
  await sleep(2_000);
  for (const each of [...parts].reverse()) await each.stop();
  // Those of pods that were killed with their runtime stay, each with its interface.
  for (const name of networkNamespaces().filter((each) => !before.includes(each)))
    tryCommand('ip', ['netns', 'delete', name]);
  removeRules();
  tryCommand(path.join(bin, 'kube-proxy'), ['--cleanup']);
  removeNetwork();
  const mounts = readFileSync('/proc/mounts', 'utf8')
    .split('\n')
    .map((line) => line.split(' ')[1]);
  for (const mount of mounts
    .filter((each) => each?.startsWith(`${dir}/`))
    .sort()
    .reverse())
    tryCommand('umount', ['-l', mount]);
  rmSync(dir, { recursive: true, force: true });
}

function networkNamespaces() {
  const folder = '/run/netns';
  return existsSync(folder) ? readdirSync(folder) : [];
}

function tryLines(action) {
  try {
    return action().split('\n').filter(Boolean);
  } catch {
    return [];
  }
}
