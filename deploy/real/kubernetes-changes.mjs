// What an operator does to an installation on Kubernetes, while posts are written: update and roll
// back, scale, drain a node, change a setting, rotate keys, back up and restore. No post may be
// lost or duplicated, and no request may fail where an operator plans the change.
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { makeKeys } from '../installation/keys.mjs';
import { services } from '../installation/services.mjs';
import { waitUntil } from '../tools/processes.mjs';
import { print } from '../tools/workspace.mjs';
import { commandsOf } from './compose.mjs';
import { IMAGE } from './image.mjs';
import { installationIn, publish } from './installation-in.mjs';
import { withPolicies } from './reachable.mjs';
import { Writer } from './writer.mjs';

const BEFORE_AND_AFTER_MS = 5_000;
const FROZEN_FOR_MS = 20_000;
const SECOND_NODE_PORT = 30401;
const deployments = ['gateway', ...services];
const [, TAG] = IMAGE.split(':');

/**
 * Runs the changes whose name matches `only`, also after one that failed; throws the failures at the
 * end.
 */
export async function testChanges(installation, { only }) {
  const failures = [];
  const attempt = async (name, test) => {
    if (!only.test(name)) return;
    const began = Date.now();
    const seconds = () => `${Math.round((Date.now() - began) / 1000)} s`;
    try {
      print(`${name}: ${await test()} (${seconds()})`);
    } catch (error) {
      print(`${name}: FAILED after ${seconds()}: ${error.message}`);
      failures.push(new Error(name, { cause: error }));
    }
  };
  printPods(installation);
  await everyHpa(installation, 2);
  await installation.beside('scale', 'deployment', '--all', '--replicas=2');
  await settled(installation);
  const changes = plannedChanges(installation);
  for (const [name, change] of Object.entries(changes))
    await attempt(name, () => underWrites(installation, change));
  await attempt('one pod of each service killed', () =>
    underWrites(installation, () => killPods(installation), { mayFail: true }),
  );
  await attempt('network policies enforced', () =>
    underWrites(installation, () => withPolicies(installation, () => restart(installation))),
  );
  await attempt('another ENGAWA_SECRET_KEY', () =>
    underWrites(installation, () => refuseOtherKey(installation)),
  );
  await attempt('backup and restore', () => backUpAndRestore(installation));
  await attempt('a second installation in the cluster', () => addSecond(installation));
  printPods(installation);
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} changes failed`);
}

async function underWrites({ url, account }, change, { mayFail = false } = {}) {
  const writer = new Writer(url, account);
  await writer.signIn();
  await writer.start();
  await sleep(BEFORE_AND_AFTER_MS);
  try {
    await change();
    await sleep(BEFORE_AND_AFTER_MS);
  } catch (error) {
    await writer.finish().catch(() => {});
    throw error;
  }
  return writer.finish({ mayFail });
}

function plannedChanges(installation) {
  const { beside, cluster, kubectl, overlay } = installation;
  const applied = async () => {
    await beside('apply', '-k', overlay);
    await everyHpa(installation, 2);
    await settled(installation);
  };
  return {
    'all services updated at once': () => {
      edit(overlay, /newTag: .*/, 'newTag: next');
      return applied();
    },
    'rolled back': () => {
      edit(overlay, /newTag: .*/, `newTag: ${TAG}`);
      return applied();
    },
    'gateway and timeline scaled to 1, 3, 1 and 2': async () => {
      for (const count of [1, 3, 1, 2])
        for (const name of ['gateway', 'timeline']) await scale(installation, name, count);
    },
    'an image that no registry has': async () => {
      const before = podsOf(installation);
      const tag = edit(overlay, /newTag: .*/, 'newTag: absent');
      await beside('apply', '-k', overlay);
      await everyHpa(installation, 2);
      await waitUntil(() => deployments.every((name) => waitsForImage(installation, name)), {
        timeoutMs: 120_000,
        everyMs: 2_000,
        what: 'a pod of each service that waits for its image',
      });
      const now = podsOf(installation);
      const gone = before.filter((pod) => !now.includes(pod));
      if (gone.length > 0)
        throw new Error(`${gone.join(', ')} left before its successor was ready`);
      edit(overlay, 'newTag: absent', tag);
      await applied();
    },
    'a node frozen': async () => {
      // Its containers go on, but the cluster takes their pods for lost and routes to the others.
      const [, node] = cluster.nodes;
      const ready = 'jsonpath={.status.conditions[?(@.type=="Ready")].status}';
      const isReady = (status) => kubectl('get', 'node', node, '-o', ready) === status;
      cluster.freeze(node);
      try {
        const options = { timeoutMs: 120_000, everyMs: 1_000, what: `${node} not ready` };
        await waitUntil(() => isReady('Unknown'), options);
        await sleep(FROZEN_FOR_MS);
      } finally {
        cluster.thaw(node);
      }
      await waitUntil(() => isReady('True'), { timeoutMs: 120_000, everyMs: 1_000, what: node });
      await settled(installation);
    },
    'a node drained': async () => {
      const options = ['--ignore-daemonsets', '--delete-emptydir-data', '--timeout=8m'];
      const stateless = '--pod-selector=app.kubernetes.io/part-of=engawa';
      await beside('drain', cluster.nodes[1], ...options, stateless);
      await sleep(BEFORE_AND_AFTER_MS);
      // The other node has not the processors for all pods: some wait until this one is back.
      await beside('uncordon', cluster.nodes[1]);
      await settled(installation);
    },
    'a setting changed': async () => {
      const before = podsOf(installation);
      edit(
        overlay,
        'ENGAWA_GOD_TWO_FACTOR=optional',
        'ENGAWA_GOD_TWO_FACTOR=optional\n      - LOG_LEVEL=warn',
      );
      await applied();
      // Pods that end are listed until they have ended.
      await waitUntil(() => !podsOf(installation).some((pod) => before.includes(pod)), {
        timeoutMs: 60_000,
        everyMs: 1_000,
        what: 'pods with the new setting only',
      });
    },
    'the signing key rotated': async () => {
      const { ENGAWA_TOKEN_PRIVATE_KEY: next, ENGAWA_TOKEN_PUBLIC_KEYS: added } = makeKeys();
      const at = (name) => path.join(overlay, 'keys', name);
      const { keys } = JSON.parse(readFileSync(at('token-public-keys.json'), 'utf8'));
      const [key] = JSON.parse(added).keys;
      writeFileSync(at('token-public-keys.json'), JSON.stringify({ keys: [...keys, key] }));
      await applied();
      writeFileSync(at('token-private-key.json'), next);
      await applied();
      // Tokens of the old key are refused from here on; the writer signs in again.
      writeFileSync(at('token-public-keys.json'), JSON.stringify({ keys: [key] }));
      await applied();
    },
  };
}

/** Kills as a crash does: without a notice to the service that sends the requests. */
async function killPods(installation) {
  for (const name of deployments) {
    const [pod] = podsOf(installation, name);
    await installation.beside('delete', '--grace-period=0', '--force', pod);
    await settled(installation);
  }
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

/** Replaces the first match of a file; returns what was there. */
function edit(overlay, from, to, name = 'kustomization.yaml') {
  const file = path.join(overlay, name);
  const text = readFileSync(file, 'utf8');
  const before = text.match(from)?.[0];
  if (before === undefined) throw new Error(`${file} has no ${from}`);
  writeFileSync(
    file,
    text.replace(from, () => to),
  );
  return before;
}

async function settled({ beside }) {
  for (const name of deployments)
    await beside('rollout', 'status', '--timeout=8m', `deployment/${name}`);
}

/** The overlay of a try-out keeps one replica; without this each apply would go back to it. */
async function everyHpa({ beside }, count) {
  for (const name of deployments)
    await beside('patch', `hpa/${name}`, '-p', `{"spec":{"minReplicas":${count}}}`);
}

/** New pods connect anew to all that they need. */
async function restart(installation) {
  await installation.beside('rollout', 'restart', 'deployment');
  await settled(installation);
}

async function scale(installation, name, count) {
  const { beside } = installation;
  await beside('patch', `hpa/${name}`, '-p', `{"spec":{"minReplicas":${count}}}`);
  await beside('scale', `deployment/${name}`, `--replicas=${count}`);
  await beside('rollout', 'status', '--timeout=8m', `deployment/${name}`);
}

function podsOf({ kubectl }, name) {
  const of = name ? `app.kubernetes.io/name=${name}` : 'app.kubernetes.io/part-of=engawa';
  return kubectl('get', 'pod', '-l', of, '-o', 'name').split('\n');
}

function waitsForImage({ kubectl }, name) {
  const reason = 'jsonpath={.items[*].status.containerStatuses[*].state.waiting.reason}';
  const label = `app.kubernetes.io/name=${name}`;
  return /ErrImagePull|ImagePullBackOff/.test(kubectl('get', 'pod', '-l', label, '-o', reason));
}

function printPods({ kubectl }) {
  for (const line of kubectl('get', 'pods', '-o', 'wide').split('\n'))
    print(line.replace(/ {2,}NOMINATED NODE.*/, '').replace(/ {2,}<none> .*/, ''));
}
