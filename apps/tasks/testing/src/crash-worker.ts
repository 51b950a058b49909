// The tasks service as a process that kills itself with SIGKILL when it passes the point `CRASH_AT`
// for the `CRASH_NTH` time, or runs on without one. Writes its address to stdout.
import { writeSync } from 'node:fs';
import { createTransport, type EventListener, type EventTransport } from '@engawa/events';
import { startService } from '@engawa/service-kit';
import { tasks } from '../../src/index';
import { TaskRepository } from '../../src/task/task.repository';
import type { CrashPoint } from './crash-points';

const wanted = process.env['CRASH_AT'];
const nth = Number(process.env['CRASH_NTH'] ?? 1);
let passed = 0;

function pass(point: CrashPoint): void {
  if (point !== wanted) return;
  passed += 1;
  if (passed === nth) process.kill(process.pid, 'SIGKILL');
}

function watchWrites(): void {
  const own = TaskRepository.prototype;
  const { change, insert } = own;
  own.change = async function (this: TaskRepository, ...args: Parameters<typeof change>) {
    pass('before-write');
    const result = await change.apply(this, args);
    pass('after-write');
    return result;
  } as typeof change;
  own.insert = async function (this: TaskRepository, ...args: Parameters<typeof insert>) {
    pass('before-write');
    const document = await insert.apply(this, args);
    pass('after-write');
    return document;
  } as typeof insert;
}

/** Watches all transports of the process. */
async function watchTransport(): Promise<void> {
  const own = Object.getPrototypeOf(await createTransport(process.env, 'unused')) as EventTransport;
  const { publish, listen } = own;
  own.publish = async function (this: EventTransport, event) {
    pass('before-publish');
    await publish.call(this, event);
    pass('after-publish');
  };
  own.listen = function (this: EventTransport, listener: EventListener) {
    return listen.call(this, {
      ...listener,
      async handle(event) {
        pass('before-apply');
        await listener.handle(event);
        pass('after-apply');
      },
    });
  };
}

async function main(): Promise<void> {
  watchWrites();
  await watchTransport();
  const running = await startService(tasks, { port: 0, host: '127.0.0.1' });
  writeSync(1, `${running.url}\n`);
}

main().catch((error: unknown) => {
  writeSync(2, `${String((error as Error)?.stack ?? error)}\n`);
  process.exit(1);
});
