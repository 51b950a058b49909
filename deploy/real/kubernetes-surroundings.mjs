// An installation among what a cluster has beside it: network policies, ingress and Gateway API,
// metrics-server, backups, a second installation, and a key that does not fit.
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { makeKeys } from '../installation/keys.mjs';
import { waitUntil } from '../tools/processes.mjs';
import { print } from '../tools/workspace.mjs';
import { commandsOf, inTextOf } from './compose.mjs';
import { installationIn, publish } from './installation-in.mjs';
import {
  edit,
  everyHpa,
  podsOf,
  restart,
  settled,
  TAG,
  takeSteps,
  twoOfEach,
  underWrites,
} from './kubernetes-steps.mjs';
import { withPolicies } from './reachable.mjs';
import { addTraefik, through } from './ways-in.mjs';
import { Writer } from './writer.mjs';

const SECOND_NODE_PORT = 30401;
const READERS = 24;

/** Runs the steps whose names match `only`. */
export async function testSurroundings(installation, { only }) {
  await twoOfEach(installation);
  const ways = {
    'through an ingress': 'overlays/production/ingress.yaml',
    'through the Gateway API': 'components/gateway-api/gateway.yaml',
  };
  const certificates = Object.keys(ways).some((name) => only.test(name))
    ? await addTraefik(installation)
    : [];
  const rolled = () => restart(installation, 'gateway', 'timeline');
  const waysIn = Object.entries(ways).map(([name, manifest]) => [
    name,
    () => through(installation, certificates, manifest, rolled),
  ]);
  const steps = {
    'network policies enforced': () =>
      underWrites(installation, () => withPolicies(installation, () => restart(installation))),
    ...Object.fromEntries(waysIn),
    'another ENGAWA_SECRET_KEY': () =>
      underWrites(installation, () => refuseOtherKey(installation)),
    'ENGAWA_SECRET_KEY changed': () =>
      underWrites(installation, () => changeSecretKey(installation)),
    'backup and restore': () => backUpAndRestore(installation),
    autoscaled: () => autoscale(installation),
    'a second installation in the cluster': () => addSecond(installation),
  };
  await takeSteps(installation, steps, { only });
}

/** The new pods say why they do not start; the old ones go on. */
async function refuseOtherKey(installation) {
  const { beside, kubectl, overlay } = installation;
  const file = path.join(overlay, 'keys/secret-key.txt');
  const key = readFileSync(file);
  const before = podsOf(installation, 'identity');
  writeFileSync(file, makeKeys().ENGAWA_SECRET_KEY);
  await beside('apply', '-k', overlay);
  await everyHpa(installation, 2);
  try {
    await waitUntil(
      () => {
        const pod = podsOf(installation, 'identity').find((each) => !before.includes(each));
        const said = pod ? kubectl('logs', '--tail=5', pod) : '';
        return said.includes('ENGAWA_SECRET_KEY: is not the key');
      },
      { timeoutMs: 120_000, everyMs: 2_000, what: 'identity with another key' },
    );
  } finally {
    writeFileSync(file, key);
    await beside('apply', '-k', overlay);
    await everyHpa(installation, 2);
    await settled(installation);
  }
}

/** As the page says: without the two services whose data the key encrypts. */
async function changeSecretKey(installation) {
  const { beside, overlay, sh } = installation;
  const applied = async () => {
    await beside('apply', '-k', overlay);
    await everyHpa(installation, 2);
  };
  const key = path.join(overlay, 'keys/secret-key.txt');
  const former = path.join(overlay, 'keys/former-secret-key.txt');
  const stop = inTextOf('Kubernetes', /kubectl -n engawa scale deployment [^`]*--replicas=0/);
  sh(stop);
  for (const name of ['identity', 'integrations'])
    await waitUntil(() => podsOf(installation, name).join('') === '', {
      timeoutMs: 60_000,
      everyMs: 1_000,
      what: `no pod of ${name}`,
    });
  cpSync(key, former);
  writeFileSync(key, makeKeys().ENGAWA_SECRET_KEY);
  const listed = '- secretKey=keys/secret-key.txt';
  const withFormer = `${listed}\n      - formerSecretKey=keys/former-secret-key.txt`;
  edit(overlay, listed, withFormer);
  await applied();
  sh(stop.replace('--replicas=0', '--replicas=2'));
  await settled(installation);
  edit(overlay, withFormer, listed);
  rmSync(former);
  await applied();
  await settled(installation);
}

/** The nightly job by hand, then the commands of the page with this overlay. */
async function backUpAndRestore(installation) {
  const { beside, kubectl, overlay, sh, url, account } = installation;
  const withBackup = path.join(path.dirname(overlay), 'with-backup');
  mkdirSync(withBackup);
  writeFileSync(
    path.join(withBackup, 'kustomization.yaml'),
    `apiVersion: kustomize.config.k8s.io/v1beta1
kind: Kustomization
namespace: engawa
resources: [../local]
components: [../../components/backup]
images: [{ name: engawa, newTag: ${TAG} }]
`,
  );
  const stores = ['mongo.env', 'nats.env', 'files.env'].map(
    (name) => `--from-env-file=${path.join(overlay, name)}`,
  );
  kubectl('create', 'secret', 'generic', 'engawa-backup', ...stores);
  kubectl('apply', '-k', withBackup);
  await everyHpa(installation, 2);
  kubectl('create', 'job', '--from=cronjob/backup', 'backup-1');
  await beside('wait', '--for=condition=complete', '--timeout=5m', 'job/backup-1');
  const said = kubectl('logs', 'job/backup-1');
  print(`the backup job says: ${said.split('\n').at(-1)}`);
  const name = said.match(/engawa-\d{8}T\d{6}Z/)[0];
  const reader = new Writer(url, account);
  await reader.signIn();
  const held = await reader.newestPosts();
  const later = await reader.call('POST', '/posts', { memo: 'after the backup' });
  const commands = commandsOf('Backup and restore').filter((line) => line.startsWith('kubectl'));
  for (const command of commands) {
    const step = command
      .replace('engawa-…', name)
      .replace('overlays/production', 'overlays/with-backup');
    print(`$ ${step}`);
    sh(step);
  }
  await everyHpa(installation, 2);
  await settled(installation);
  await reader.signIn();
  const restored = await reader.newestPosts();
  if (JSON.stringify(restored) !== JSON.stringify(held))
    throw new Error(
      `posts differ after the restore (${later.body.id} was written after the backup)`,
    );
  return `${held.length} newest posts are those of the backup`;
}

/** Lists are read until the autoscaler, by what metrics-server says, adds a pod of timeline. */
async function autoscale(installation) {
  const { account, beside, cluster, kubectl, url } = installation;
  await cluster.addController('metrics-server');
  await beside('patch', 'hpa/timeline', '-p', '{"spec":{"minReplicas":1}}');
  await beside('scale', 'deployment/timeline', '--replicas=1');
  await settled(installation);
  const status = () => JSON.parse(kubectl('get', 'hpa', 'timeline', '-o', 'json')).status;
  await waitUntil(() => status().currentMetrics?.length > 0, {
    timeoutMs: 120_000,
    everyMs: 2_000,
    what: 'a figure of the autoscaler',
  });
  const reader = new Writer(url, account);
  await reader.signIn();
  const failures = [];
  let grown = false;
  const read = async () => {
    while (!grown) {
      const { status } = await reader.call('GET', '/posts?limit=50');
      // On a quick machine, the readers reach the limit of their account.
      if (status === 429) await sleep(1_000);
      else if (status !== 200) failures.push(status);
    }
  };
  const reading = Array.from({ length: READERS }, read);
  let seen;
  try {
    await waitUntil(
      () => {
        const { currentMetrics, desiredReplicas } = status();
        seen = `${currentMetrics[0].resource.current.averageValue} a pod`;
        return desiredReplicas > 1;
      },
      { timeoutMs: 240_000, everyMs: 1_000, what: 'a second pod of timeline' },
    );
    await settled(installation);
  } finally {
    grown = true;
    await Promise.all(reading);
    cluster.kubectl('delete', '-f', path.join(import.meta.dirname, 'cluster/metrics-server.yaml'));
  }
  if (failures.length > 0) throw new Error(`answered ${[...new Set(failures)].join(', ')}`);
  return `a second pod of timeline at ${seen}; no failed request`;
}

/** The same overlay in another namespace, with keys and stores of its own. */
async function addSecond(installation) {
  const { account, cluster, overlay, sh } = installation;
  await everyHpa(installation, 1);
  await installation.beside('scale', 'deployment', '--all', '--replicas=1');
  const namespace = 'engawa-second';
  const copy = path.join(path.dirname(overlay), 'second');
  cpSync(overlay, copy, { recursive: true });
  edit(copy, 'namespace: engawa', `namespace: ${namespace}`);
  edit(copy, 'name: engawa', `name: ${namespace}`, 'namespace.yaml');
  for (const name of ['token-private-key.json', 'token-public-keys.json', 'secret-key.txt'])
    rmSync(path.join(copy, 'keys', name));
  const bootstrap = `--from-file=bootstrap=${copy}/keys/bootstrap.json`;
  for (const step of [
    `node deploy/keys.mjs --dir ${copy}/keys`,
    `kubectl apply -f ${copy}/namespace.yaml`,
    `kubectl -n ${namespace} create secret generic engawa-bootstrap ${bootstrap}`,
    `kubectl apply -k ${copy}`,
  ])
    sh(step);
  const own = installationIn(namespace, cluster);
  await own.beside('wait', '--for=condition=available', '--timeout=10m', 'deployment', '--all');
  const second = { ...own, account, url: await publish(cluster, namespace, SECOND_NODE_PORT) };
  const both = [installation, second].map((each) => underWrites(each, () => sleep(10_000)));
  const [, summary] = await Promise.all(both);
  const readers = [installation, second].map(({ url }) => new Writer(url, account));
  for (const reader of readers) await reader.signIn();
  const [first, other] = await Promise.all(readers.map((reader) => reader.newestPosts()));
  if (first.some((id) => other.includes(id))) throw new Error('the two share posts');
  readers[1].token = readers[0].token;
  const { status } = await readers[1].call('GET', '/posts?limit=1');
  if (status !== 401) throw new Error(`a token of the one is answered ${status} by the other`);
  return summary;
}
