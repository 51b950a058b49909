// k8s/: the steps of docs/operations.md on a cluster of two nodes, then two replicas of everything under writes while
// they are rolled, killed, drained and scaled, and a backup by the nightly job.
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { say, workspace } from '../infra/setup.mjs';
import { ensureImage } from './base-images.mjs';
import { startCluster } from './cluster/cluster.mjs';
import { ensureParts } from './cluster/parts.mjs';
import { commandsOf, firstAccounts, PASSWORD } from './compose.mjs';
import { atEnd, run, runBeside } from './engine.mjs';
import { buildImage, IMAGE } from './image.mjs';
import { Writer } from './writer.mjs';

const BEFORE_AND_AFTER_MS = 5_000;

export async function testKubernetes(engine) {
  const bin = ensureParts();
  if (!bin) return say('kubernetes: skipped');
  await buildImage(engine);
  const stores = readFileSync(path.join(workspace, 'k8s/overlays/local/stores.yaml'), 'utf8');
  const images = stores.match(/(?<=image: )\S+/g);
  for (const image of images) await ensureImage(engine, image);
  const dir = copyOfRepository();
  atEnd(() => rmSync(dir, { recursive: true, force: true }));
  const cluster = await startCluster({ docker: engine.docker, bin });
  atEnd(cluster.stop);
  const { env, kubectl } = cluster;
  try {
    await cluster.load([IMAGE, ...images]);
    say(`two nodes run ${kubectl('version').split('\n').at(-1)}`);
    const bootstrap = firstAccounts();
    const secrets = path.join(dir, 'k8s/overlays/local/keys');
    mkdirSync(secrets);
    writeFileSync(path.join(secrets, 'bootstrap.json'), JSON.stringify(bootstrap));
    const steps = commandsOf('Kubernetes');
    const tryOut = steps.slice(
      0,
      steps.findIndex((step) => step.includes('port-forward')),
    );
    for (const step of tryOut) {
      say(`$ ${step}`);
      run('sh', ['-ec', step], { env, cwd: dir });
    }
    const address = kubectl(
      '-n',
      'engawa',
      'get',
      'service',
      'gateway',
      '-o',
      'jsonpath={.spec.clusterIP}',
    );
    const [{ email }] = bootstrap.spaces[0].staffs;
    const account = { email, password: PASSWORD };
    await underWrites(`http://${address}:8080`, account, cluster);
    backUp(dir, cluster);
    const production = path.join(dir, 'k8s/overlays/production');
    kubectl('apply', '--dry-run=server', '-k', production);
    say('the API server accepts the production overlay');
  } catch (error) {
    const asked = (...args) => console.error(kubectl('-n', 'engawa', ...args));
    asked('get', 'pods', '-o', 'wide');
    asked('get', 'events', '--sort-by=.lastTimestamp');
    throw error;
  }
}

/** What happens to the pods while a client writes; nothing may be lost or doubled. */
async function underWrites(url, account, { kubectl, env, nodes }) {
  const beside = (...args) => runBeside('kubectl', ['-n', 'engawa', ...args], { env });
  const all = (name) => kubectl('-n', 'engawa', 'get', name, '-o', 'name').split('\n');
  const settled = async () => {
    for (const name of all('deployment')) await beside('rollout', 'status', '--timeout=8m', name);
  };
  /** The path of a post in two replicas; all services in two are too much for a small machine. */
  const twice = ['gateway', 'timeline', 'tasks', 'search'];
  const scale = async (name, count) => {
    await beside('patch', `hpa/${name}`, '-p', `{"spec":{"minReplicas":${count}}}`);
    await beside('scale', `deployment/${name}`, `--replicas=${count}`);
    await settled();
  };
  for (const name of twice) await scale(name, 2);
  const steps = {
    'one after another rolled': async () => {
      for (const name of twice) {
        await beside('rollout', 'restart', `deployment/${name}`);
        await settled();
      }
    },
    'timeline rolled back': async () => {
      await beside('rollout', 'undo', 'deployment/timeline');
      await settled();
    },
    'a pod of each killed': async () => {
      for (const name of twice) {
        const selector = `app.kubernetes.io/name=${name}`;
        const pods = kubectl('-n', 'engawa', 'get', 'pod', '-l', selector, '-o', 'name');
        await beside('delete', '--grace-period=0', '--force', pods.split('\n')[0]);
        await settled();
      }
    },
    'timeline scaled to 1, 3 and 2': async () => {
      for (const count of [1, 3, 2]) await scale('timeline', count);
    },
    'a node drained': async () => {
      const options = ['--ignore-daemonsets', '--delete-emptydir-data', '--timeout=5m'];
      const stateless = '--pod-selector=app.kubernetes.io/part-of=engawa';
      await beside('drain', nodes[1], ...options, stateless);
      await settled();
      await beside('uncordon', nodes[1]);
    },
  };
  for (const [name, step] of Object.entries(steps)) {
    const writer = new Writer(url, account);
    await writer.signIn();
    writer.start();
    await sleep(BEFORE_AND_AFTER_MS);
    const began = Date.now();
    await step();
    const seconds = Math.round((Date.now() - began) / 1000);
    await sleep(BEFORE_AND_AFTER_MS);
    say(`${name} (${seconds} s): ${await writer.finish()}`);
  }
}

/** The nightly job, run by hand, as the production overlay has it. */
function backUp(dir, { kubectl }) {
  const overlay = path.join(dir, 'k8s/overlays/with-backup');
  mkdirSync(overlay);
  writeFileSync(
    path.join(overlay, 'kustomization.yaml'),
    `apiVersion: kustomize.config.k8s.io/v1beta1
kind: Kustomization
namespace: engawa
resources: [../local]
components: [../../components/backup]
images: [{ name: engawa, newTag: ${IMAGE.split(':')[1]} }]
`,
  );
  const stores = ['mongo.env', 'nats.env', 'files.env'].map(
    (name) => `--from-env-file=${path.join(dir, 'k8s/overlays/local', name)}`,
  );
  kubectl('-n', 'engawa', 'create', 'secret', 'generic', 'engawa-backup', ...stores);
  kubectl('apply', '-k', overlay);
  kubectl('-n', 'engawa', 'create', 'job', '--from=cronjob/backup', 'backup-1');
  kubectl('-n', 'engawa', 'wait', '--for=condition=complete', '--timeout=5m', 'job/backup-1');
  say(`the backup job says: ${kubectl('-n', 'engawa', 'logs', 'job/backup-1').split('\n').at(-1)}`);
}

/** What an operator has: nothing from this working tree's folders of keys. */
function copyOfRepository() {
  const dir = mkdtempSync(path.join(tmpdir(), 'engawa-kubernetes-'));
  for (const name of ['deploy', 'k8s'])
    cpSync(path.join(workspace, name), path.join(dir, name), {
      recursive: true,
      filter: (file) => path.basename(file) !== 'keys',
    });
  symlinkSync(path.join(workspace, 'node_modules'), path.join(dir, 'node_modules'));
  return dir;
}
