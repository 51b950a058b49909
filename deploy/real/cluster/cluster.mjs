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
import { removeRules } from './policies.mjs';

const NODES = ['a', 'b'];
const BRIDGE = 'engawa0';
const PODS = '10.88.0.0/16';
const SERVICES = '10.96.0.0/16';
const ETCD = 'http://127.0.0.1:23790';
const PAUSE = 'registry.k8s.io/pause:3.10';
/** Inserted in this order, so that the last one is applied first. */
const FIREWALL = [
  // Docker drops what others forward.
  ['FORWARD', '-i', BRIDGE, '-j', 'ACCEPT'],
  ['FORWARD', '-o', BRIDGE, '-j', 'ACCEPT'],
  // The address of a service without a ready pod is not translated: it must not leave this machine.
  ['FORWARD', '-d', SERVICES, '-j', 'REJECT'],
  ['OUTPUT', '-d', SERVICES, '-j', 'REJECT'],
];

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

  start('etcd', 'etcd', [
    ...[`--data-dir=${at('etcd')}`, '--unsafe-no-fsync', `--listen-client-urls=${ETCD}`],
    ...[`--advertise-client-urls=${ETCD}`, '--listen-peer-urls=http://127.0.0.1:23800'],
  ]);
  apiServer(start, { bin, at, address });
  await waitUntil(() => kubectl('get', '--raw', '/readyz') === 'ok', {
    timeoutMs: 120_000,
    everyMs: 1_000,
    what: 'the API server',
  });
  controllers(start, { bin, at });
  network(at);
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
    start('kube-proxy', path.join(bin, 'kube-proxy'), [`--config=${proxyConfig(at)}`]);
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

function apiServer(start, { bin, at, address }) {
  start('kube-apiserver', path.join(bin, 'kube-apiserver'), [
    ...[
      `--etcd-servers=${ETCD}`,
      `--advertise-address=${address}`,
      '--authorization-mode=Node,RBAC',
    ],
    ...[`--service-cluster-ip-range=${SERVICES}`, '--enable-admission-plugins=NodeRestriction'],
    ...[`--client-ca-file=${at('ca.crt')}`, '--kubelet-preferred-address-types=InternalIP'],
    ...[`--tls-cert-file=${at('apiserver.crt')}`, `--tls-private-key-file=${at('apiserver.key')}`],
    `--kubelet-client-certificate=${at('kubelet-client.crt')}`,
    `--kubelet-client-key=${at('kubelet-client.key')}`,
    '--service-account-issuer=https://kubernetes.default.svc',
    `--service-account-key-file=${at('accounts.pub')}`,
    `--service-account-signing-key-file=${at('accounts.key')}`,
    // For APIs that others serve, such as metrics-server's.
    `--requestheader-client-ca-file=${at('ca.crt')}`,
    '--requestheader-allowed-names=front-proxy',
    ...[
      '--requestheader-username-headers=X-Remote-User',
      '--requestheader-group-headers=X-Remote-Group',
    ],
    '--requestheader-extra-headers-prefix=X-Remote-Extra-',
    `--proxy-client-cert-file=${at('front-proxy.crt')}`,
    `--proxy-client-key-file=${at('front-proxy.key')}`,
  ]);
}

function controllers(start, { bin, at }) {
  for (const [name, more] of [
    [
      'kube-controller-manager',
      [
        ...[
          `--service-account-private-key-file=${at('accounts.key')}`,
          `--root-ca-file=${at('ca.crt')}`,
        ],
        ...['--use-service-account-credentials', '--node-monitor-grace-period=20s'],
      ],
    ],
    ['kube-scheduler', []],
  ]) {
    const config = at(`${name}.conf`);
    start(name, path.join(bin, name), [
      ...[`--kubeconfig=${config}`, `--authentication-kubeconfig=${config}`],
      ...[`--authorization-kubeconfig=${config}`, '--leader-elect=false', ...more],
    ]);
  }
}

async function startNode(start, { bin, at, address, node, index }) {
  const home = at(`containerd-${node}`);
  mkdirSync(home);
  mkdirSync(at(`kubelet-${node}`));
  writeFileSync(
    path.join(home, 'config.toml'),
    `version = 2
root = "${home}/root"
state = "${home}/state"
[grpc]
  address = "${home}/containerd.sock"
[plugins."io.containerd.internal.v1.opt"]
  path = "${home}/opt"
[plugins."io.containerd.grpc.v1.cri"]
  sandbox_image = "${PAUSE}"
  stream_server_port = "0"
  restrict_oom_score_adj = true
  [plugins."io.containerd.grpc.v1.cri".cni]
    bin_dir = "${bin}"
    conf_dir = "${at('cni')}"
  [plugins."io.containerd.grpc.v1.cri".containerd.runtimes.runc]
    runtime_type = "io.containerd.runc.v2"
`,
  );
  start(`containerd-${node}`, 'containerd', ['--config', path.join(home, 'config.toml')]);
  // A kubelet without its runtime exits.
  const runtime = ['-a', path.join(home, 'containerd.sock'), 'version'];
  await waitUntil(() => tryCommand('ctr', runtime) === null, {
    timeoutMs: 60_000,
    everyMs: 500,
    what: `containerd of node ${node}`,
  });
  makeCgroup(`engawa-node-${node}`);
  const config = {
    apiVersion: 'kubelet.config.k8s.io/v1beta1',
    kind: 'KubeletConfiguration',
    containerRuntimeEndpoint: `unix://${home}/containerd.sock`,
    cgroupDriver: 'cgroupfs',
    cgroupRoot: `/engawa-node-${node}`,
    failCgroupV1: false,
    failSwapOn: false,
    port: 10250 + 1000 * index,
    healthzPort: 10248 + 1000 * index,
    authentication: { anonymous: { enabled: false }, x509: { clientCAFile: at('ca.crt') } },
    tlsCertFile: at(`kubelet-${node}.crt`),
    tlsPrivateKeyFile: at(`kubelet-${node}.key`),
    clusterDNS: ['10.96.0.10'],
    clusterDomain: 'cluster.local',
    podLogsDir: at(`pods-${node}`),
    evictionHard: {
      'memory.available': '200Mi',
      'nodefs.available': '2%',
      'imagefs.available': '2%',
    },
    imageGCHighThresholdPercent: 99,
    imageGCLowThresholdPercent: 98,
  };
  writeFileSync(at(`kubelet-${node}.json`), JSON.stringify(config));
  start(`kubelet-${node}`, path.join(bin, 'kubelet'), [
    ...['--config', at(`kubelet-${node}.json`), '--kubeconfig', at(`kubelet-${node}.conf`)],
    ...['--root-dir', at(`kubelet-${node}`), '--hostname-override', node, '--node-ip', address],
    ...['--node-labels', `topology.kubernetes.io/zone=${node}`],
  ]);
}

/** With cgroups version 1 each controller has its own tree, and cpuset must be initialized. */
function makeCgroup(name) {
  const root = '/sys/fs/cgroup';
  if (existsSync(`${root}/cgroup.controllers`))
    return mkdirSync(`${root}/${name}`, { recursive: true });
  for (const tree of [
    'cpu',
    'cpuacct',
    'cpuset',
    'memory',
    'pids',
    'blkio',
    'devices',
    'freezer',
    'systemd',
  ])
    if (existsSync(`${root}/${tree}`)) mkdirSync(`${root}/${tree}/${name}`, { recursive: true });
  // With the default share, both nodes together would get as little as two other processes.
  writeFileSync(`${root}/cpu/${name}/cpu.shares`, '8192');
  for (const file of ['cpuset.cpus', 'cpuset.mems'])
    writeFileSync(`${root}/cpuset/${name}/${file}`, readFileSync(`${root}/cpuset/${file}`));
}

function network(at) {
  mkdirSync(at('cni'));
  const ipam = {
    type: 'host-local',
    ranges: [[{ subnet: PODS }]],
    routes: [{ dst: '0.0.0.0/0' }],
    dataDir: at('cni-leases'),
  };
  const bridge = {
    type: 'bridge',
    bridge: BRIDGE,
    isGateway: true,
    ipMasq: true,
    hairpinMode: true,
    ipam,
  };
  const plugins = [bridge, { type: 'portmap', capabilities: { portMappings: true } }];
  writeFileSync(
    at('cni', '10-pods.conflist'),
    JSON.stringify({ cniVersion: '1.0.0', name: 'pods', plugins }),
  );
  tryCommand('sysctl', ['-qw', 'net.bridge.bridge-nf-call-iptables=1', 'net.ipv4.ip_forward=1']);
  for (const rule of FIREWALL) run('iptables', ['-I', ...rule]);
}

function proxyConfig(at) {
  const file = at('kube-proxy.json');
  const config = {
    apiVersion: 'kubeproxy.config.k8s.io/v1alpha1',
    kind: 'KubeProxyConfiguration',
    clientConnection: { kubeconfig: at('kube-proxy.conf') },
    mode: 'iptables',
    clusterCIDR: PODS,
    hostnameOverride: NODES[0],
    conntrack: { maxPerCore: 0, min: 0 },
  };
  writeFileSync(file, JSON.stringify(config));
  return file;
}

/** The sandbox container of a pod only sleeps. */
function sandboxImage(docker, bin) {
  if (docker('images', '-q', PAUSE) === '')
    buildFrom(bin, PAUSE, ['FROM debian:bookworm-slim', 'ENTRYPOINT ["sleep", "infinity"]']);
  return PAUSE;
}

/** An image of one of the parts. */
function imageOf(docker, bin, name) {
  const image = `${name}:engawa-real`;
  if (docker('images', '-q', image) === '')
    buildFrom(bin, image, [
      'FROM debian:bookworm-slim',
      `COPY ${name} /`,
      `ENTRYPOINT ["/${name}"]`,
    ]);
  return image;
}

function buildFrom(dir, image, lines) {
  run('docker', ['build', '-q', '-t', image, '-f', '-', dir], { input: `${lines.join('\n')}\n` });
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
  for (const rule of FIREWALL) tryCommand('iptables', ['-D', ...rule]);
  tryCommand('ip', ['link', 'delete', BRIDGE]);
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
