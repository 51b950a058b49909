// What one and two replicas of a service apply where the listener is the limit: each event waits 20 ms for
// another system, and a replica applies eight at a time.
import { fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { bundle } from '../../apps/members/bench/run.mjs';
import { ensureNatsServer, startNats } from '../servers/nats.mjs';
import { report } from './measure.mjs';

const EVENTS = 4_000;

export async function run() {
  const binary = await ensureNatsServer({ log: () => {} });
  const dir = mkdtempSync(path.join(tmpdir(), 'engawa-bench-nats-'));
  const nats = await startNats({ binary, dir });
  try {
    const script = await bundle('libs/events/bench/replica-process.ts', 'replica-process.cjs');
    const one = await timeOf(1, script, nats.url);
    const two = await timeOf(2, script, nats.url);
    return report('Replicas of a listener that waits', [
      { what: `${EVENTS} events, one replica`, measured: one, unit: 'ms' },
      { what: `${EVENTS} events, two replicas`, measured: two, unit: 'ms' },
      // 1.6 times as many events in the same time.
      { what: 'time of two / time of one', measured: two / one, unit: '', limit: 1 / 1.6 },
    ]);
  } finally {
    await nats.stop();
    rmSync(dir, { recursive: true, force: true });
  }
}

/** From the first applied event to the last, in ms. */
async function timeOf(replicas, script, url) {
  const env = {
    ...process.env,
    NATS_URL: url,
    ENGAWA_NAMESPACE: `bench-${randomUUID()}`,
    EVENTS_CONCURRENCY: '8',
  };
  const publisher = fork(script, ['publish', String(EVENTS)], { env });
  await new Promise((resolve) => publisher.once('exit', resolve));
  const listeners = Array.from({ length: replicas }, () => fork(script, ['listen'], { env }));
  let applied = 0;
  let first = 0;
  await new Promise((resolve) => {
    for (const listener of listeners) {
      listener.on('message', () => {
        first ||= performance.now();
        if ((applied += 1) === EVENTS) resolve();
      });
    }
  });
  const took = performance.now() - first;
  for (const listener of listeners) listener.disconnect();
  return took;
}
