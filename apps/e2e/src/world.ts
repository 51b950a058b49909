import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { askForFixture } from './fixture';

const workspace = path.resolve(__dirname, '../../..');

export interface InstallationOptions {
  shape?: 'all-in-one' | 'separate';
  /** Number of demo posts; without it there are only the accounts. */
  posts?: number;
  env?: Record<string, string>;
  /** An existing data folder, such as a restored one; deleted at the end. */
  dir?: string;
}

/** What serve.mjs says of an installation that is ready. */
export interface Facts {
  url: string;
  mongoUri: string;
  natsUrl: string;
  /** Environment of the services. */
  env: Record<string, string>;
}

/** A complete installation of the built system, in a child process and a temporary folder. */
export class Installation {
  private static readonly running = new Set<Installation>();

  private constructor(
    private readonly child: ChildProcess,
    private readonly messages: MessageQueue,
    readonly dir: string,
    private readonly facts: Facts,
  ) {}

  static async start({
    posts,
    dir: given,
    ...options
  }: InstallationOptions = {}): Promise<Installation> {
    const dir = given ?? (await copyOfFilled(posts));
    const child = spawn(
      process.execPath,
      [
        path.join(workspace, 'deploy/installation/serve.mjs'),
        JSON.stringify({ ...options, dataDir: dir }),
      ],
      { stdio: ['pipe', 'pipe', 'inherit'], cwd: workspace },
    );
    const messages = new MessageQueue(child);
    const first = await messages.next();
    if (!first['ready']) {
      throw new Error(`the installation did not start: ${JSON.stringify(first)} (logs in ${dir})`);
    }
    const installation = new Installation(child, messages, dir, first as unknown as Facts);
    Installation.running.add(installation);
    return installation;
  }

  get url(): string {
    return this.facts.url;
  }

  get mongoUri(): string {
    return this.facts.mongoUri;
  }

  get natsUrl(): string {
    return this.facts.natsUrl;
  }

  /** Stops installations left running by a failed test, for which the whole run would wait. */
  static async stopAll(): Promise<void> {
    for (const installation of [...Installation.running]) await installation.stop();
  }

  /** Kills a part (SIGKILL) and starts it again. */
  async kill(name: string): Promise<void> {
    this.child.stdin?.write(`kill ${name}\n`);
    await this.messages.next();
  }

  async stop(): Promise<void> {
    Installation.running.delete(this);
    if (this.child.exitCode === null && this.child.signalCode === null) {
      const ended = new Promise((resolve) => this.child.once('exit', resolve));
      this.child.kill('SIGTERM');
      await ended;
    }
    rmSync(this.dir, { recursive: true, force: true });
  }
}

/** A copy of a data folder with accounts and demo posts. */
async function copyOfFilled(posts: number | undefined): Promise<string> {
  const { dataDir } = await askForFixture<{ dataDir: string }>('folder', { posts });
  const dir = mkdtempSync(path.join(tmpdir(), 'engawa-journey-'));
  // `cpSync` of Node 24 does not keep the modes of folders.
  await cp(dataDir, dir, { recursive: true });
  return dir;
}

afterAll(() => Installation.stopAll());

/** JSON lines of the child process, in order. */
class MessageQueue {
  private readonly ready: Record<string, unknown>[] = [];
  private readonly waiting: ((message: Record<string, unknown>) => void)[] = [];

  constructor(child: ChildProcess) {
    if (!child.stdout) throw new Error('the child has no standard output');
    createInterface({ input: child.stdout }).on('line', (line) => this.add(JSON.parse(line)));
    child.once('exit', (code) => this.add({ failed: `ended with ${code}` }));
  }

  next(): Promise<Record<string, unknown>> {
    const message = this.ready.shift();
    if (message) return Promise.resolve(message);
    return new Promise((resolve) => this.waiting.push(resolve));
  }

  private add(message: Record<string, unknown>): void {
    const taker = this.waiting.shift();
    if (taker) taker(message);
    else this.ready.push(message);
  }
}
