// A node of the test cluster: a kubelet with its own containerd.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { waitUntil } from '../../tools/processes.mjs';
import { tryCommand } from '../../tools/tool-cache.mjs';
import { PAUSE } from './images.mjs';

export async function startNode(start, { bin, at, address, node, index }) {
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
