// Enforces the network policies of the cluster with iptables, which its network plugin does not:
// of ingress and egress what k8s/ uses. As in other implementations the node itself is let in.
import { setTimeout as sleep } from 'node:timers/promises';
import { print } from '../../tools/workspace.mjs';
import { tryCommand } from '../../tools/tool-cache.mjs';
import { run, runBeside } from '../engine.mjs';

const EVERY_MS = 1_000;
const EGRESS = 'ENGAWA-EGRESS';
const INGRESS = 'ENGAWA-INGRESS';
/** INPUT: pods reach this machine, on which the API server listens, without being forwarded. */
const JUMPS = [
  ['FORWARD', INGRESS],
  ['FORWARD', EGRESS],
  ['INPUT', EGRESS],
];
const DIRECTIONS = [
  { type: 'Egress', chain: EGRESS, own: '-s', other: '-d', rules: 'egress', peers: 'to' },
  { type: 'Ingress', chain: INGRESS, own: '-d', other: '-s', rules: 'ingress', peers: 'from' },
];

/** Follows pods and policies until the returned function ends the enforcement. */
export async function enforcePolicies({ env }) {
  let stopped = false;
  const read = () => readCluster(env);
  apply(rulesOf(await read()));
  for (const [from, to] of JUMPS) run('iptables', ['-w', '-I', from, '-j', to]);
  const following = (async () => {
    while (!stopped) {
      await sleep(EVERY_MS);
      try {
        apply(rulesOf(await read()));
      } catch (error) {
        print(`network policies: ${error.message}`);
      }
    }
  })();
  return async () => {
    stopped = true;
    await following;
    removeRules();
  };
}

/** Also of a run that was interrupted. */
export function removeRules() {
  for (const [from, to] of JUMPS) tryCommand('iptables', ['-w', '-D', from, '-j', to]);
  for (const action of ['-F', '-X'])
    for (const chain of [EGRESS, INGRESS]) tryCommand('iptables', ['-w', action, chain]);
}

async function readCluster(env) {
  const kinds = 'pods,namespaces,networkpolicies';
  const { items } = JSON.parse(
    await runBeside('kubectl', ['get', kinds, '-A', '-o', 'json'], { env }),
  );
  const of = (kind) => items.filter((item) => item.kind === kind);
  return {
    pods: of('Pod').filter(
      ({ status }) => status.podIP && ['Pending', 'Running'].includes(status.phase),
    ),
    policies: of('NetworkPolicy'),
    namespaces: new Map(of('Namespace').map(({ metadata }) => [metadata.name, metadata.labels])),
  };
}

/** Replaces both chains in one transaction. */
function apply(rules) {
  const chains = [EGRESS, INGRESS].map((chain) => `:${chain} - [0:0]`);
  const input = ['*filter', ...chains, ...rules, 'COMMIT', ''].join('\n');
  run('iptables-restore', ['-w', '-n'], { input });
}

function rulesOf({ pods, policies, namespaces }) {
  const lines = [];
  for (const { type, chain, own, other, rules, peers } of DIRECTIONS) {
    lines.push(`-A ${chain} -m conntrack --ctstate ESTABLISHED,RELATED -j RETURN`);
    for (const { metadata, status } of pods) {
      const selecting = policies.filter(
        (policy) =>
          policy.metadata.namespace === metadata.namespace &&
          policy.spec.policyTypes.includes(type) &&
          selects(policy.spec.podSelector, metadata.labels),
      );
      if (selecting.length === 0) continue;
      const pod = `-A ${chain} ${own} ${status.podIP}`;
      for (const rule of selecting.flatMap(({ spec }) => spec[rules] ?? []))
        for (const peer of rule[peers]?.flatMap((each) =>
          addressesOf(each, metadata.namespace, { pods, namespaces }),
        ) ?? ['0.0.0.0/0'])
          for (const port of portsOf(rule)) lines.push(`${pod} ${other} ${peer} ${port} -j RETURN`);
      lines.push(`${pod} -j DROP`);
    }
  }
  return lines;
}

function portsOf({ ports }) {
  if (!ports) return [''];
  return ports.map(({ protocol, port }) => `-p ${protocol.toLowerCase()} --dport ${port}`);
}

function addressesOf({ ipBlock, namespaceSelector, podSelector }, namespace, { pods, namespaces }) {
  if (ipBlock) return ipBlock.cidr.includes(':') ? [] : without(ipBlock.cidr, ipBlock.except ?? []);
  return pods
    .filter(({ metadata }) =>
      namespaceSelector
        ? selects(namespaceSelector, namespaces.get(metadata.namespace))
        : metadata.namespace === namespace,
    )
    .filter(({ metadata }) => selects(podSelector ?? {}, metadata.labels))
    .map(({ status }) => status.podIP);
}

function selects({ matchLabels = {}, matchExpressions = [] }, labels = {}) {
  return (
    Object.entries(matchLabels).every(([key, value]) => labels[key] === value) &&
    matchExpressions.every(({ key, operator, values }) => {
      if (operator !== 'In') throw new Error(`the operator ${operator} is not known here`);
      return values.includes(labels[key]);
    })
  );
}

/** The ranges that are left of one when others are taken out of it. */
function without(range, taken) {
  const { first, size } = parse(range);
  const ends = taken.map(parse).map((each) => ({ from: each.first, to: each.first + each.size }));
  if (ends.some(({ from, to }) => from <= first && to >= first + size)) return [];
  if (!ends.some(({ from, to }) => from < first + size && to > first)) return [range];
  const bits = 33 - Math.log2(size);
  return [first, first + size / 2].flatMap((half) => without(`${format(half)}/${bits}`, taken));
}

function parse(range) {
  const [address, bits] = range.split('/');
  const first = address.split('.').reduce((sum, part) => sum * 256 + Number(part), 0);
  return { first, size: 2 ** (32 - bits) };
}

const format = (address) =>
  [24, 16, 8, 0].map((shift) => Math.floor(address / 2 ** shift) % 256).join('.');
