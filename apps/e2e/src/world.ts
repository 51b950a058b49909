import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { type Db, MongoClient } from 'mongodb';

const workspace = path.resolve(__dirname, '../../..');

export interface InstallationOptions {
  shape?: 'all-in-one' | 'separate';
  /** Number of demo posts; none creates the accounts only. */
  posts?: number;
  env?: Record<string, string>;
  /** An existing data folder, such as a restored one; deleted at the end. */
  dir?: string;
}

/** A complete installation of the built system, in a child process and a temporary folder. */
export class Installation {
  private static readonly running = new Set<Installation>();
  private mongo: MongoClient | null = null;

  private constructor(
    private readonly child: ChildProcess,
    private readonly messages: MessageQueue,
    readonly dir: string,
    readonly url: string,
    readonly mongoUri: string,
    readonly natsUrl: string,
    /** Environment of the services. */
    readonly env: Record<string, string>,
  ) {}

  static async start(options: InstallationOptions = {}): Promise<Installation> {
    const dir = options.dir ?? mkdtempSync(path.join(tmpdir(), 'engawa-journey-'));
    const child = spawn(
      process.execPath,
      [
        path.join(workspace, 'deploy/installation/serve.mjs'),
        JSON.stringify({
          dataDir: dir,
          shape: options.shape ?? 'all-in-one',
          demo: options.posts === undefined ? false : { posts: options.posts },
          env: options.env ?? {},
        }),
      ],
      { stdio: ['pipe', 'pipe', 'inherit'], cwd: workspace },
    );
    const messages = new MessageQueue(child);
    const first = await messages.next();
    if (!first['ready']) {
      throw new Error(`the installation did not start: ${JSON.stringify(first)} (logs in ${dir})`);
    }
    const installation = new Installation(
      child,
      messages,
      dir,
      String(first['url']),
      String(first['mongoUri']),
      String(first['natsUrl']),
      first['env'] as Record<string, string>,
    );
    Installation.running.add(installation);
    return installation;
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

  /** A service's database, for states that no request can create; closed with the installation. */
  database(name: string): Db {
    this.mongo ??= new MongoClient(this.mongoUri);
    return this.mongo.db(name);
  }

  async stop(): Promise<void> {
    Installation.running.delete(this);
    await this.mongo?.close();
    if (this.child.exitCode === null && this.child.signalCode === null) {
      const ended = new Promise((resolve) => this.child.once('exit', resolve));
      this.child.kill('SIGTERM');
      await ended;
    }
    rmSync(this.dir, { recursive: true, force: true });
  }
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
