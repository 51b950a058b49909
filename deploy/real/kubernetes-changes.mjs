// Two replicas of every service while posts are written: update everything at once, roll back, scale,
// freeze and drain a node, change a setting, rotate the signing key, kill pods. No post may be lost or
// duplicated, and no request may fail where an operator plans the change.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { makeKeys } from '../installation/keys.mjs';
import { waitUntil } from '../tools/processes.mjs';
import {
  BEFORE_AND_AFTER_MS,
  deployments,
  edit,
  everyHpa,
  podsOf,
  settled,
  TAG,
  takeSteps,
  twoOfEach,
  underWrites,
} from './kubernetes-steps.mjs';

const FROZEN_FOR_MS = 20_000;

/** Runs the changes whose names match `only`. */
export async function testChanges(installation, { only }) {
  await twoOfEach(installation);
  const steps = Object.entries(plannedChanges(installation)).map(([name, change]) => [
    name,
    () => underWrites(installation, change),
  ]);
  const killed = () => underWrites(installation, () => killPods(installation), { mayFail: true });
  const all = { ...Object.fromEntries(steps), 'one pod of each service killed': killed };
  await takeSteps(installation, all, { only });
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
    'a setting changed and the signing key rotated': async () => {
      const { ENGAWA_TOKEN_PRIVATE_KEY: next, ENGAWA_TOKEN_PUBLIC_KEYS: added } = makeKeys();
      const at = (name) => path.join(overlay, 'keys', name);
      const { keys } = JSON.parse(readFileSync(at('token-public-keys.json'), 'utf8'));
      const [key] = JSON.parse(added).keys;
      writeFileSync(at('token-public-keys.json'), JSON.stringify({ keys: [...keys, key] }));
      const god = 'ENGAWA_GOD_TWO_FACTOR=optional';
      edit(overlay, god, `${god}\n      - LOG_LEVEL=warn`);
      const before = podsOf(installation);
      await applied();
      // Pods that end are listed until they have ended.
      await waitUntil(() => !podsOf(installation).some((pod) => before.includes(pod)), {
        timeoutMs: 60_000,
        everyMs: 1_000,
        what: 'pods with the new setting only',
      });
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

async function scale(installation, name, count) {
  const { beside } = installation;
  await beside('patch', `hpa/${name}`, '-p', `{"spec":{"minReplicas":${count}}}`);
  await beside('scale', `deployment/${name}`, `--replicas=${count}`);
  await beside('rollout', 'status', '--timeout=8m', `deployment/${name}`);
}

function waitsForImage({ kubectl }, name) {
  const reason = 'jsonpath={.items[*].status.containerStatuses[*].state.waiting.reason}';
  const label = `app.kubernetes.io/name=${name}`;
  return /ErrImagePull|ImagePullBackOff/.test(kubectl('get', 'pod', '-l', label, '-o', reason));
}
