// The network of the test cluster: the bridge of its pods, the addresses of its services, the firewall.
import { mkdirSync, writeFileSync } from 'node:fs';
import { run } from '../engine.mjs';
import { tryCommand } from '../../tools/tool-cache.mjs';

export const BRIDGE = 'engawa0';
const PODS = '10.88.0.0/16';
export const SERVICES = '10.96.0.0/16';

/** Inserted in this order, so that the last one is applied first. */
const FIREWALL = [
  // Docker drops what others forward.
  ['FORWARD', '-i', BRIDGE, '-j', 'ACCEPT'],
  ['FORWARD', '-o', BRIDGE, '-j', 'ACCEPT'],
  // The address of a service without a ready pod is not translated: it must not leave this machine.
  ['FORWARD', '-d', SERVICES, '-j', 'REJECT'],
  ['OUTPUT', '-d', SERVICES, '-j', 'REJECT'],
];

export function startNetwork(at) {
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

/** The file of kube-proxy on this node. */
export function proxyConfig(at, node) {
  const file = at('kube-proxy.json');
  const config = {
    apiVersion: 'kubeproxy.config.k8s.io/v1alpha1',
    kind: 'KubeProxyConfiguration',
    clientConnection: { kubeconfig: at('kube-proxy.conf') },
    mode: 'iptables',
    clusterCIDR: PODS,
    hostnameOverride: node,
    conntrack: { maxPerCore: 0, min: 0 },
  };
  writeFileSync(file, JSON.stringify(config));
  return file;
}

/** Removes the rules of the firewall and the bridge. */
export function removeNetwork() {
  for (const rule of FIREWALL) tryCommand('iptables', ['-D', ...rule]);
  tryCommand('ip', ['link', 'delete', BRIDGE]);
}
