// Tests k8s/: the steps of docs/operations.md on a cluster of two nodes, then two replicas of every
// service, changed in all the ways of an operator while posts are written (kubernetes-changes.mjs),
// or what a cluster has beside an installation (kubernetes-surroundings.mjs).
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
import { startProcess, waitUntil } from '../tools/processes.mjs';
import { print, workspace } from '../tools/workspace.mjs';
import { ensureImage } from './base-images.mjs';
import { startCluster } from './cluster/cluster.mjs';
import { ensureParts } from './cluster/parts.mjs';
import { commandsOf, firstAccounts, PASSWORD } from './compose.mjs';
import { atEnd, run } from './engine.mjs';
import { buildImage, IMAGE, NEXT } from './image.mjs';
import { installationIn, publish } from './installation-in.mjs';
import { testChanges } from './kubernetes-changes.mjs';
import { testSurroundings } from './kubernetes-surroundings.mjs';
import { Writer } from './writer.mjs';

const NODE_PORT = 30400;

export function testKubernetes(engine, options) {
  return onCluster(engine, {}, (installation) => testChanges(installation, options));
}

export function testCluster(engine, options) {
  return onCluster(engine, { controllers: true }, async (installation) => {
    await testSurroundings(installation, options);
    const { cluster, dir } = installation;
    cluster.kubectl('apply', '--dry-run=server', '-k', path.join(dir, 'k8s/overlays/production'));
    print('the API server accepts the production overlay');
  });
}

async function onCluster(engine, needed, test) {
  const bin = ensureParts(needed);
  if (!bin) return print('skipped');
  await buildImage(engine);
  engine.docker('tag', IMAGE, NEXT);
  atEnd(() => engine.docker('rmi', NEXT));
  const stores = readFileSync(path.join(workspace, 'k8s/overlays/local/stores.yaml'), 'utf8');
  const images = stores.match(/(?<=image: )\S+/g);
  for (const image of images) await ensureImage(engine, image);
  const dir = copyOfRepository();
  atEnd(() => rmSync(dir, { recursive: true, force: true }));
  const cluster = await startCluster({ docker: engine.docker, bin });
  atEnd(cluster.stop);
  const { env, kubectl } = cluster;
  try {
    await cluster.load([IMAGE, NEXT, ...images]);
    print(`two nodes run ${kubectl('version').split('\n').at(-1)}`);
    const bootstrap = firstAccounts();
    const secrets = path.join(dir, 'k8s/overlays/local/keys');
    mkdirSync(secrets);
    writeFileSync(path.join(secrets, 'bootstrap.json'), JSON.stringify(bootstrap));
    // The stores, one pod each, are kept on the first node: the second one is frozen later.
    const [, second] = cluster.nodes;
    kubectl('cordon', second);
    const steps = commandsOf('Kubernetes');
    const portForward = steps.findIndex((step) => step.includes('port-forward'));
    for (const step of steps.slice(0, portForward)) {
      print(`$ ${step}`);
      run('sh', ['-ec', step], { env, cwd: dir });
    }
    kubectl('uncordon', second);
    const { email } = bootstrap.spaces[0].staffs[0];
    const account = { email, password: PASSWORD };
    await signInAsDescribed(steps[portForward], env, account);
    const installation = {
      ...installationIn('engawa', cluster),
      overlay: path.join(dir, 'k8s/overlays/local'),
      url: await publish(cluster, 'engawa', NODE_PORT),
      account,
      cluster,
      dir,
      sh: (command) => run('sh', ['-ec', command], { env, cwd: dir }),
    };
    await test(installation);
  } catch (error) {
    const asked = (...args) => console.error(kubectl('-n', 'engawa', ...args));
    asked('get', 'pods', '-o', 'wide');
    asked('get', 'events', '--sort-by=.lastTimestamp');
    throw error;
  }
}

/** The last step of the page goes on while its reader signs in at the address that it names. */
async function signInAsDescribed(step, env, account) {
  print(`$ ${step}`);
  const [command, ...args] = step.split(' ');
  const forward = startProcess('port-forward', command, args, { env, log: 'ignore' });
  try {
    const reader = new Writer('http://localhost:4000', account);
    await waitUntil(() => reader.signIn().then(() => true), {
      timeoutMs: 30_000,
      everyMs: 500,
      what: 'the first sign-in',
      outcome: forward.outcome,
    });
    print('signed in at http://localhost:4000/');
  } finally {
    await forward.stop();
  }
}

/** The files that an operator has, without the folders of keys in this working tree. */
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
