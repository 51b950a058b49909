// `npm run test:real -- image|compose|kubernetes|cluster|monitoring|all [STEPS]`: the image, Compose and
// Kubernetes as operators run them (deploy/real/README.md).
import { fail, print } from '../tools/workspace.mjs';
import { whyUnusable } from './base-images.mjs';
import { endAll, ensureEngine } from './engine.mjs';

const onEngine = {
  image: async (engine) => (await import('./image.mjs')).testImage(engine),
  compose: async (engine) => (await import('./compose.mjs')).testCompose(engine, { only }),
  kubernetes: async (engine) => (await import('./kubernetes.mjs')).testKubernetes(engine, { only }),
  cluster: async (engine) => (await import('./kubernetes.mjs')).testCluster(engine, { only }),
};
const parts = {
  ...onEngine,
  monitoring: async () => (await import('./monitoring.mjs')).testMonitoring(),
};
const [name, steps = ''] = process.argv.slice(2).filter((each) => each !== '--');
/** Which steps of `compose`, `kubernetes` and `cluster`: those whose names match. */
const only = new RegExp(steps);
const chosen = name === 'all' ? Object.keys(parts) : [name];
if (!chosen.every((each) => Object.hasOwn(parts, each)))
  fail(`usage: npm run test:real -- ${Object.keys(parts).join(' | ')} | all`);

const engine = chosen.some((each) => each in onEngine) ? await usableEngine() : null;
for (const signal of ['SIGINT', 'SIGTERM'])
  process.once(signal, async () => {
    await endAll();
    await engine?.stop();
    process.exit(130);
  });
let failed = false;
try {
  for (const each of chosen) {
    const began = Date.now();
    if (each in onEngine && !engine) {
      print(`${each}: skipped, for it needs a container engine.`);
      continue;
    }
    print(`${each}: begins`);
    await parts[each](engine);
    await endAll();
    print(`${each}: passed after ${Math.round((Date.now() - began) / 1000)} s`);
  }
} catch (error) {
  failed = true;
  console.error(error);
} finally {
  await endAll();
  await engine?.stop();
}
process.exit(failed ? 1 : 0);

/** A failure from here on is one of what is tested, not of this machine. */
async function usableEngine() {
  const found = await ensureEngine();
  const reason = found && (await whyUnusable(found));
  if (!reason) return found;
  print(`no usable container engine: ${reason}`);
  await found.stop();
  return null;
}
