// `npm run test:real -- image|compose|kubernetes|all`: what operators run, run for real (deploy/real/README.md).
import { fail, say } from '../infra/setup.mjs';
import { ensureEngine } from './engine.mjs';

const parts = {
  image: async (engine) => (await import('./image.mjs')).testImage(engine),
  compose: async (engine) => (await import('./compose.mjs')).testCompose(engine),
  kubernetes: async (engine) => (await import('./kubernetes.mjs')).testKubernetes(engine),
};
const [name] = process.argv.slice(2).filter((each) => each !== '--');
const chosen = name === 'all' ? Object.keys(parts) : [name];
if (!chosen.every((each) => Object.hasOwn(parts, each)))
  fail(`usage: npm run test:real -- ${Object.keys(parts).join(' | ')} | all`);

const engine = await ensureEngine();
if (!engine) {
  say('skipped: image, compose and Kubernetes need a container engine.');
  process.exit(0);
}
let failed = false;
try {
  for (const each of chosen) {
    const began = Date.now();
    say(`${each}: begins`);
    await parts[each](engine);
    say(`${each}: passed after ${Math.round((Date.now() - began) / 1000)} s`);
  }
} catch (error) {
  failed = true;
  console.error(error);
} finally {
  await engine.stop();
}
process.exit(failed ? 1 : 0);
