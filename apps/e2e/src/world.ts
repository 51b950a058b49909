import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Db, MongoClient } from 'mongodb';
import { connect } from 'nats';
import { eventually } from './api';

const workspace = path.resolve(__dirname, '../../..');

export interface InstallationOptions {
  shape?: 'all-in-one' | 'separate';
  /** Number of demo posts; without it there are only the accounts. */
  posts?: number;
  env?: Record<string, string>;
  /** An existing data folder, such as a restored one; deleted at the end. */
  dir?: string;
}

/** The argument of serve.mjs. */
interface ServeOptions extends Pick<InstallationOptions, 'shape' | 'env'> {
  dataDir: string;
  demo?: { posts: number } | false;
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

  static async start({ posts, dir, ...options }: InstallationOptions = {}): Promise<Installation> {
    return Installation.launch({ ...options, dataDir: dir ?? (await copyOfFilled(posts)) });
  }

  /**
   * Makes a data folder with accounts and demo posts, and stops when every event is handled: each copy
   * would handle the others after its start.
   */
  static async fill(dataDir: string, posts: number | undefined): Promise<void> {
    const demo = posts === undefined ? false : { posts };
    const installation = await Installation.launch({ dataDir, demo });
    await waitForListeners(installation.natsUrl);
    await installation.halt();
  }

  private static async launch(options: ServeOptions): Promise<Installation> {
    const { dataDir: dir } = options;
    const child = spawn(
      process.execPath,
      [path.join(workspace, 'deploy/installation/serve.mjs'), JSON.stringify(options)],
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
    await this.halt();
    rmSync(this.dir, { recursive: true, force: true });
  }

  private async halt(): Promise<void> {
    Installation.running.delete(this);
    await this.mongo?.close();
    if (this.child.exitCode === null && this.child.signalCode === null) {
      const ended = new Promise((resolve) => this.child.once('exit', resolve));
      this.child.kill('SIGTERM');
      await ended;
    }
  }
}

/** How long no event may arrive until all are handled: a handled event can cause another one. */
const QUIET_MS = 1_000;

/** Resolves when no event waits for a service or is in its hands. */
async function waitForListeners(natsUrl: string): Promise<void> {
  const connection = await connect({ servers: natsUrl });
  try {
    const manager = await connection.jetstreamManager();
    const read = async () => {
      const counts = { events: 0, waiting: 0 };
      for await (const { config, state } of manager.streams.list()) {
        counts.events += state.last_seq;
        for await (const consumer of manager.consumers.list(config.name)) {
          counts.waiting += consumer.num_pending + consumer.num_ack_pending;
        }
      }
      return counts;
    };
    await eventually(async () => {
      const { events } = await read();
      await sleep(QUIET_MS);
      expect(await read()).toEqual({ events, waiting: 0 });
    });
  } finally {
    await connection.close();
  }
}

/**
 * A copy of a data folder with accounts and demo posts. The first journey of a run that wants it makes
 * it: to fill a folder takes twice as long as to start on one.
 */
async function copyOfFilled(posts: number | undefined): Promise<string> {
  const shared = process.env['ENGAWA_JOURNEYS_DIR'];
  if (!shared) throw new Error('ENGAWA_JOURNEYS_DIR is set by global-setup.cjs');
  const filled = path.join(shared, posts === undefined ? 'accounts' : `posts-${posts}`);
  const making = `${filled}.making`;
  while (!existsSync(filled)) {
    if (isMadeByAnother(making)) {
      await sleep(100);
      continue;
    }
    try {
      // Another may have finished just before.
      if (existsSync(filled)) break;
      await Installation.fill(making, posts);
      renameSync(making, filled);
    } finally {
      rmSync(making, { recursive: true, force: true });
    }
  }
  const dir = mkdtempSync(path.join(tmpdir(), 'engawa-journey-'));
  // `cpSync` of Node 24 does not keep the modes of folders.
  await cp(filled, dir, { recursive: true });
  return dir;
}

/** Makes a folder, unless another worker of jest did. */
function isMadeByAnother(folder: string): boolean {
  try {
    mkdirSync(folder);
    return false;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return true;
    throw error;
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
