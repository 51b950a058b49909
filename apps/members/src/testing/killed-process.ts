import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { eventually, freePort } from '@engawa/testing';

const workspace = path.resolve(__dirname, '../../../..');

/** The service in a process that tests kill and restart. */
export class KilledProcess {
  private child: ChildProcess | null = null;

  private constructor(
    private readonly env: Record<string, string>,
    readonly url: string,
  ) {}

  static async start(env: Record<string, string>): Promise<KilledProcess> {
    const built = spawnSync(process.execPath, ['deploy/build/bundle.mjs', 'apps/members'], {
      cwd: workspace,
      encoding: 'utf8',
    });
    if (built.status !== 0) throw new Error(built.stderr);
    const port = await freePort();
    const started = new KilledProcess({ ...env, PORT: String(port) }, `http://127.0.0.1:${port}`);
    await started.begin();
    return started;
  }

  /** SIGKILL and a new process, with `between` before its start; resolves when it serves. */
  async kill(between?: () => Promise<void>): Promise<void> {
    await this.end('SIGKILL');
    await between?.();
    await this.begin();
  }

  async stop(): Promise<void> {
    await this.end('SIGTERM');
  }

  private async begin(): Promise<void> {
    this.child = spawn(process.execPath, [path.join(workspace, 'dist/apps/members/main.cjs')], {
      cwd: workspace,
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, ...this.env, EVENTS_TAKE_OVER: '1000' },
    });
    await eventually(
      async () => {
        const { status } = await fetch(`${this.url}/health/ready`);
        if (status !== 200) throw new Error(`not ready: ${status}`);
      },
      { timeoutMs: 60_000, everyMs: 50 },
    );
  }

  private async end(signal: NodeJS.Signals): Promise<void> {
    const { child } = this;
    this.child = null;
    if (!child || child.exitCode !== null) return;
    const gone = once(child, 'exit');
    child.kill(signal);
    await gone;
  }
}
