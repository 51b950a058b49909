// What the runs on a cluster share: steps under writes, and an operator's handles on deployments.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { services } from '../installation/services.mjs';
import { print } from '../tools/workspace.mjs';
import { IMAGE } from './image.mjs';
import { Writer } from './writer.mjs';

export const BEFORE_AND_AFTER_MS = 5_000;
export const deployments = ['gateway', ...services];
export const [, TAG] = IMAGE.split(':');

/**
 * Runs those steps whose names match, also after one that failed, and prints the pods before and after
 * each; throws the failures at the end. The steps by name; each resolves to what was seen.
 */
export async function takeSteps(installation, steps, { only }) {
  const failures = [];
  printPods(installation);
  for (const [name, step] of Object.entries(steps)) {
    if (!only.test(name)) continue;
    const began = Date.now();
    const seconds = () => `${Math.round((Date.now() - began) / 1000)} s`;
    try {
      print(`${name}: ${await step()} (${seconds()})`);
    } catch (error) {
      print(`${name}: FAILED after ${seconds()}: ${error.message}`);
      printRefusals(installation);
      failures.push(new Error(name, { cause: error }));
    }
    printPods(installation);
  }
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} steps failed`);
}

/** Writes before, during and after a change; resolves to a summary, throws if a post was lost. */
export async function underWrites({ url, account }, change, { mayFail = false } = {}) {
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

/** Two replicas of every service. */
export async function twoOfEach(installation) {
  await everyHpa(installation, 2);
  await installation.beside('scale', 'deployment', '--all', '--replicas=2');
  await settled(installation);
}

/** Replaces the first match of a file; returns what was there. */
export function edit(overlay, from, to, name = 'kustomization.yaml') {
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

export async function settled({ beside }) {
  for (const name of deployments)
    await beside('rollout', 'status', '--timeout=8m', `deployment/${name}`);
}

/** The overlay of a try-out keeps one replica; without this each apply would go back to it. */
export async function everyHpa({ beside }, count) {
  for (const name of deployments)
    await beside('patch', `hpa/${name}`, '-p', `{"spec":{"minReplicas":${count}}}`);
}

/** New pods connect anew to all that they need; of all services without names. */
export async function restart(installation, ...names) {
  const chosen = names.map((name) => `deployment/${name}`);
  await installation.beside('rollout', 'restart', ...(names.length > 0 ? chosen : ['deployment']));
  await settled(installation);
}

export function podsOf({ kubectl }, name) {
  const of = name ? `app.kubernetes.io/name=${name}` : 'app.kubernetes.io/part-of=engawa';
  return kubectl('get', 'pod', '-l', of, '-o', 'name').split('\n');
}

function printPods({ kubectl }) {
  for (const line of kubectl('get', 'pods', '-o', 'wide').split('\n'))
    print(line.replace(/ {2,}NOMINATED NODE.*/, '').replace(/ {2,}<none> .*/, ''));
}

/** Why the gateway could not reach a service, where it answered so. */
function printRefusals({ kubectl }) {
  const of = 'app.kubernetes.io/name=gateway';
  const lines = kubectl('logs', '-l', of, '--tail=5000', '--prefix').split('\n');
  for (const line of lines.filter((each) => each.includes('unreachable')).slice(0, 8)) print(line);
}
