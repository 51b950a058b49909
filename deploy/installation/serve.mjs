// A whole installation as a child process, for browser journeys, benchmarks and screenshots. Options are
// JSON in the first argument: { dataDir, port?, shape?, demo?: { posts } | false, copies?, env? }; `copies`
// are further spaces (`demoBootstrap`).
// Prints one JSON line when it is ready, then reads commands from standard input: `kill NAME [MS]` kills
// that part with SIGKILL and restarts it after MS (response: `{"restarted":"NAME"}`). Stops at the end
// of standard input or on SIGTERM.
import { createInterface } from 'node:readline';
import { demoBootstrap, fillDemo } from '../demo/demo.mjs';
import { startInstallation } from './installation.mjs';

const { demo = false, copies, ...options } = JSON.parse(process.argv[2] ?? '{}');
const tell = (message) => process.stdout.write(`${JSON.stringify(message)}\n`);

let installation;
let stopParts = async () => {};
let stopping = false;
async function stop(code) {
  if (stopping) return;
  stopping = true;
  await stopParts();
  process.exit(code);
}
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => stop(0));

try {
  installation = await startInstallation({
    ...options,
    bootstrap: demoBootstrap(copies),
    env: { ENGAWA_GOD_TWO_FACTOR: 'optional', ...options.env },
    onStop: (stopAll) => {
      stopParts = stopAll;
    },
    onExit: (reason) => {
      if (stopping) return;
      tell({ failed: reason });
      void stop(1);
    },
  });
  if (demo) await fillDemo(installation.url, demo);
  const { url, managementUrl, mongoUri, natsUrl, env } = installation;
  tell({ ready: true, url, managementUrl, mongoUri, natsUrl, env });
} catch (error) {
  tell({ failed: error instanceof Error ? error.message : String(error) });
  await stop(1);
}

const lines = createInterface({ input: process.stdin });
lines.on('line', async (line) => {
  const [verb, name, downMillis] = line.split(' ');
  if (verb === 'kill') {
    await installation.killAndRestart(name, Number(downMillis ?? 0));
    tell({ restarted: name });
  }
});
lines.on('close', () => stop(0));
