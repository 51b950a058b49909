// A process of deploy/bench/tasks-replicas.bench.mjs: `publish COUNT` fills the stream, `listen` applies
// what is in it. Reports to its parent.
import { setTimeout as sleep } from 'node:timers/promises';
import { createTransport, newId } from '@engawa/events';
import type { EventEnvelope } from '@engawa/contracts';

/** What a listener waits for another system, such as a webhook's receiver. */
const WAIT_MS = 20;
const [role, count] = process.argv.slice(2);

function event(index: number): EventEnvelope {
  return {
    id: newId(),
    name: 'timeline.post.updated',
    space: 'engawa',
    at: new Date().toISOString(),
    actor: null,
    aggregate: { type: 'post', id: `p${index}` },
    version: 1,
    traceparent: null,
    requestId: null,
    data: {},
  };
}

async function main(): Promise<void> {
  const transport = await createTransport(process.env, 'timeline');
  await transport.connect();
  if (role === 'publish') {
    const all = Array.from({ length: Number(count) }, (_, index) => event(index));
    await Promise.all(all.map((each) => transport.publish(each)));
    await transport.close();
    process.disconnect();
    return;
  }
  process.once('disconnect', () => process.exit());
  await transport.listen({
    service: 'tasks',
    names: ['timeline.post.updated'],
    handle: async () => {
      await sleep(WAIT_MS);
      process.send!('applied');
    },
  });
}

void main();
