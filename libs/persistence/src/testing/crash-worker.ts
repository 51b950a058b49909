// A process to be killed: `crash-worker.cjs writer|listener|drain`. The environment says where the
// servers are; stdout reports acknowledged writes and applied events.
import { writeSync } from 'node:fs';
import { Logger } from '@nestjs/common';
import type { EventEnvelope } from '@engawa/contracts';
import { createTransport, newId, OutboxRelay } from '@engawa/events';
import { Database } from '../connection/database';
import { thingEvent, ThingRepository, thingSchema } from './thing';

const space = 'engawa';
const [role] = process.argv.slice(2);

async function main(): Promise<void> {
  Logger.overrideLogger(process.env['CRASH_LOG'] ? ['warn', 'error'] : false);
  const service = role === 'listener' ? 'counter' : 'things';
  const transport = await createTransport(process.env, service);
  const namespace = process.env['ENGAWA_NAMESPACE']!;
  const database = new Database(process.env['MONGODB_URI']!, `${namespace}_${service}`);
  const relay = new OutboxRelay(transport, { service, sweepEvery: 1_000 });
  const store = database.store(thingSchema, relay);
  const things = new ThingRepository(store);
  await database.open();
  await transport.connect();

  if (role === 'listener') {
    await transport.listen({
      service,
      names: ['things.thing.changed'],
      handle: async (event: EventEnvelope) => {
        const { id } = event.aggregate;
        await things.applyOnce(
          space,
          id,
          event.id,
          { $push: { tags: String(event.version) } },
          { defaults: { name: id } },
        );
        report('applied');
      },
    });
    return;
  }
  relay.start();
  if (role === 'drain') {
    for (;;) {
      const left = await store.findPending(new Date(Date.now() + 60_000), 1);
      if (left.length === 0) break;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    await relay.stop();
    await transport.close();
    await database.close();
    return;
  }
  await Promise.all(Array.from({ length: 8 }, () => writeUntilKilled(things)));
}

async function writeUntilKilled(things: ThingRepository): Promise<never> {
  for (;;) {
    const id = newId();
    const document = { id, name: id, rank: 0, at: new Date(), tags: [] };
    await things.insert(space, document, [thingEvent(id, 1)]);
    report(`${id} 1`);
    for (let version = 2; version <= 4; version += 1) {
      await things.change(space, id, (current, next) => ({
        set: { rank: current.rank + 1 },
        events: [thingEvent(id, next.version)],
      }));
      report(`${id} ${version}`);
    }
  }
}

/** Synchronous, so that the report is complete even when the process is killed right after. */
function report(line: string): void {
  for (;;) {
    try {
      writeSync(1, `${line}\n`);
      return;
    } catch (error) {
      // The pipe is full until the test reads it.
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
    }
  }
}

main().catch((error: unknown) => {
  writeSync(2, `${String((error as Error)?.stack ?? error)}\n`);
  process.exit(1);
});
