// The timeline service as a process that kills itself with SIGKILL when it passes the point
// `CRASH_AT` for the `CRASH_NTH` time, or runs on without one. Writes its address to stdout.
import { writeSync } from 'node:fs';
import { ServerResponse } from 'node:http';
import { SpaceRepository } from '@engawa/persistence';
import { startService } from '@engawa/service-kit';
import { CommentRepository } from '../../src/comment/comment.repository';
import { timeline } from '../../src/index';
import { PostRepository } from '../../src/post/post.repository';
import type { CrashPoint } from './crash-points';

const wanted = process.env['CRASH_AT'];
const nth = Number(process.env['CRASH_NTH'] ?? 1);
let passed = 0;

function pass(point: CrashPoint): void {
  if (point !== wanted) return;
  passed += 1;
  if (passed === nth) process.kill(process.pid, 'SIGKILL');
}

/** Watches writes of posts and comments. */
function watchWrites(): void {
  for (const own of [PostRepository.prototype, CommentRepository.prototype]) {
    for (const name of ['insert', 'change'] as const) {
      const write = SpaceRepository.prototype[name] as (...args: unknown[]) => Promise<unknown>;
      Object.defineProperty(own, name, {
        value: async function (this: unknown, ...args: unknown[]) {
          pass('before-write');
          const result = await write.apply(this, args);
          pass('after-write');
          return result;
        },
      });
    }
  }
}

function watchAnswers(): void {
  const { end } = ServerResponse.prototype;
  ServerResponse.prototype.end = function (this: ServerResponse, ...args: unknown[]) {
    if (this.req.method === 'POST') pass('before-answer');
    return (end as (...all: unknown[]) => ServerResponse).apply(this, args);
  } as typeof end;
}

async function main(): Promise<void> {
  watchWrites();
  watchAnswers();
  const running = await startService(timeline, { port: 0, host: '127.0.0.1' });
  writeSync(1, `${running.url}\n`);
}

main().catch((error: unknown) => {
  writeSync(2, `${String((error as Error)?.stack ?? error)}\n`);
  process.exit(1);
});
