import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { callerOf, type StaffClaims, type TestCaller } from './test-caller';

const workspace = path.resolve(__dirname, '../../..');

/** A started service that kills itself. */
export interface CrashingService {
  child: ChildProcess;
  /** The signal that ended it. */
  ended: Promise<NodeJS.Signals | null>;
  /** Null when it was killed before it listened: it may apply an event first. */
  caller: TestCaller | null;
}

/** Starts a service as a process that kills itself at a point (its `testing/src/crash-worker.ts`). */
export class CrashWorker {
  private readonly running = new Set<ChildProcess>();

  private constructor(
    private readonly service: 'tasks' | 'timeline',
    private readonly env: Readonly<Record<string, string>>,
  ) {}

  /** Builds it; `env` has the token keys. */
  static build(service: 'tasks' | 'timeline', env: Readonly<Record<string, string>>): CrashWorker {
    const built = spawnSync(
      process.execPath,
      ['deploy/build/bundle.mjs', `apps/${service}/testing`, 'crash-worker'],
      { cwd: workspace, encoding: 'utf8' },
    );
    if (built.status !== 0) throw new Error(built.stderr);
    return new CrashWorker(service, env);
  }

  /** `point`: where it is killed when it comes there for the nth time; null for never. */
  async start(claims: StaffClaims, point: string | null, nth = 0): Promise<CrashingService> {
    const child = spawn(
      process.execPath,
      [path.join(workspace, `dist/apps/${this.service}/testing/crash-worker.cjs`)],
      {
        cwd: workspace,
        stdio: ['ignore', 'pipe', 'inherit'],
        env: {
          ...process.env,
          ...this.env,
          EVENTS_TAKE_OVER: '1000',
          ...(point ? { CRASH_AT: point, CRASH_NTH: String(nth) } : {}),
        },
      },
    );
    this.running.add(child);
    const ended = new Promise<NodeJS.Signals | null>((resolve) =>
      child.once('exit', (_code, signal) => {
        this.running.delete(child);
        resolve(signal);
      }),
    );
    const listens = new Promise<string>((resolve) =>
      createInterface({ input: child.stdout }).once('line', resolve),
    );
    const url = await Promise.race([listens, ended.then(() => null)]);
    const key = this.env['ENGAWA_TOKEN_PRIVATE_KEY']!;
    return { child, ended, caller: url === null ? null : callerOf(url, key, claims) };
  }

  killAll(): void {
    for (const child of this.running) child.kill('SIGKILL');
  }
}
