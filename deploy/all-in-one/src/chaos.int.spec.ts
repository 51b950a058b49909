import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { mkdtempSync, openSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { generateTokenKeys } from '@engawa/auth';
import type { Post, SignInAnswer } from '@engawa/contracts';
import { newId } from '@engawa/events';
import { eventually, findLost, freePort } from '@engawa/testing';
import { type Db, MongoClient } from 'mongodb';

interface Server {
  pid: number;
  kill(): Promise<void>;
}

const workspace = path.resolve(__dirname, '../../..');
const loadServer = (name: string) => import(path.join(workspace, 'deploy/servers', name));
/** `npm run test:long -- chaos` runs for half an hour at 20 writes per second. */
const seconds = Number(process.env['ENGAWA_CHAOS_SECONDS'] ?? 20);
const writesPerSecond = Number(process.env['ENGAWA_CHAOS_RATE'] ?? 5);
const password = 'a-long-password';
const space = {
  id: 'space-a',
  displayName: '縁側',
  staffs: ['ann', 'bob'].map((name, index) => ({
    email: `${name}@engawa.example`,
    password,
    displayName: name,
    role: index === 0 ? 'primaryAdmin' : 'staff',
  })),
};
/** Writes that share an access token. */
const SIGN_IN_EVERY = 50;
/** Refused writes that are repeated at the same time; new ones do not wait for them. */
const REPEATERS = 20;
const REPEAT_AFTER_MS = 250;
/** Without an accepted write for this long after the end, the rest is given up. */
const STUCK_MS = 120_000;
const natsNames = ['n1', 'n2', 'n3'];
/** By service: the collection that has a document for each post, and the field with the post's id. */
const copiesOfPosts = {
  tasks: { collection: 'tasks', key: 'id' },
  members: { collection: 'talks', key: 'id' },
  search: { collection: 'entries', key: 'id' },
  notifications: { collection: 'notifications', key: 'postId' },
};

interface Replica {
  child: ChildProcess;
  /** Port of its gateway. */
  port: number;
  /** One for all writes that wait for it. */
  token: Promise<string> | null;
}

/** What became of the offered writes. */
interface Offered {
  count: number;
  /** Accepted before the end; all others were accepted later. */
  before: number;
  /** Refused tries by reason. */
  refusals: Map<string, number>;
  /** From the offer to the acceptance, sorted, in ms. */
  waits: number[];
}

describe(`${seconds} s of kills and stops of services, NATS and the database`, () => {
  const dir = mkdtempSync(path.join(tmpdir(), 'engawa-chaos-'));
  const namespace = `c${newId().slice(-10)}`;
  const keys = generateTokenKeys();
  /** Each process runs the gateway and one instance of every service. */
  const replicas: Replica[] = [];
  const written: Post[] = [];
  let acceptedAt = Date.now();
  let mongo: { uri: string; process: Server };
  let mongoPort: number;
  const nats = new Map<string, Server & { url: string; port: number }>();
  const routes: number[] = [];
  let bob: string;
  let env: Record<string, string>;

  const startMongo = async () => {
    const { startMongo: start } = await loadServer('mongo.mjs');
    mongo = await start({ dir: path.join(dir, 'mongo'), log, port: mongoPort, embedded: true });
  };
  /** A member of the cluster, with its data. */
  const startNats = async (server: string) => {
    const { ensureNatsServer, startNats: start } = await loadServer('nats.mjs');
    const cluster = { name: 'engawa', server, port: routes[natsNames.indexOf(server)], routes };
    const port = nats.get(server)?.port;
    const binary = await ensureNatsServer();
    nats.set(server, await start({ binary, dir: path.join(dir, server), port, cluster }));
  };
  const log = openSync(path.join(dir, 'parts.log'), 'a');

  /** Started again when it ends by itself, as by Kubernetes: no database while it starts is enough. */
  function startReplica(port: number): ChildProcess {
    const child = spawn(
      process.execPath,
      [path.join(workspace, 'dist/deploy/all-in-one/main.cjs')],
      {
        cwd: workspace,
        stdio: ['ignore', log, log],
        env: { ...process.env, ...env, GATEWAY_PORT: String(port) },
      },
    );
    child.once('exit', (_code, signal) => {
      const replica = replicas.find((each) => each.child === child);
      if (replica && signal !== 'SIGKILL') replica.child = startReplica(port);
    });
    return child;
  }

  beforeAll(async () => {
    mongoPort = await freePort();
    await startMongo();
    for (const _name of natsNames) routes.push(await freePort());
    await Promise.all(natsNames.map(startNats));
    env = {
      ...keys,
      NODE_ENV: 'test',
      LOG_LEVEL: 'warn',
      ENGAWA_SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
      ENGAWA_PUBLIC_URL: 'http://localhost:4000',
      ENGAWA_NAMESPACE: namespace,
      MONGODB_URI: mongo.uri,
      NATS_URL: [...nats.values()].map(({ url }) => url).join(),
      NATS_REPLICAS: '3',
      ENGAWA_BOOTSTRAP: JSON.stringify({ spaces: [space] }),
      FILES_DIR: path.join(dir, 'files'),
      METRICS_PORT: '0',
    };
    for (let count = 0; count < 2; count += 1) {
      const port = await freePort();
      replicas.push({ child: startReplica(port), port, token: null });
    }
    bob = await eventually(async () => (await signIn(replicas[0]!, 'bob')).session.staff.id, {
      timeoutMs: 120_000,
    });
    for (const replica of replicas) {
      const key = newId();
      await eventually(() => write(replica, key), { timeoutMs: 120_000 });
    }
  }, 300_000);

  afterAll(async () => {
    for (const { child } of replicas) child.kill('SIGKILL');
    for (const server of nats.values()) await server.kill();
    await mongo?.process.kill();
    rmSync(dir, { recursive: true, force: true });
  });

  async function ask<Body>(
    { port }: Replica,
    route: string,
    body: object,
    own: Record<string, string> = {},
  ): Promise<Body> {
    const answer = await fetch(`http://127.0.0.1:${port}/api/v1${route}`, {
      method: 'POST',
      signal: AbortSignal.timeout(5_000),
      headers: { 'content-type': 'application/json', ...own },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${route}: ${answer.status}`);
    return (await answer.json()) as Body;
  }

  const signIn = (replica: Replica, name: string) =>
    ask<SignInAnswer>(replica, '/auth/sign-in', { email: `${name}@engawa.example`, password });

  /**
   * One try at a write; its key makes a repetition harmless. Signs in from time to time, so that
   * identity has work as well.
   */
  async function write(replica: Replica, key: string): Promise<void> {
    replica.token ??= signIn(replica, 'ann').then(({ accessToken }) => accessToken);
    const held = replica.token;
    const renewAfter = (error: Error): never => {
      if (replica.token === held) replica.token = null;
      throw error;
    };
    const token = await held.catch(renewAfter);
    const body = { memo: key, task: { assignUserId: bob } };
    const own = { authorization: `Bearer ${token}`, 'idempotency-key': key };
    const answer = ask<Post>(replica, '/posts', body, own);
    const isExpired = (error: Error) => error.message.endsWith('401');
    written.push(
      await answer.catch((error) => (isExpired(error) ? renewAfter(error) : Promise.reject(error))),
    );
    acceptedAt = Date.now();
    if (written.length % SIGN_IN_EVERY === 0) replica.token = null;
  }

  /**
   * Offers writes at a constant rate until `end`, whether or not earlier ones were accepted, and
   * repeats refused ones until all are.
   */
  async function offerWrites(end: number): Promise<Offered> {
    const refusals = new Map<string, number>();
    const waits: number[] = [];
    const refused: { key: string; since: number }[] = [];
    let underWay = 0;
    const offer = async (one: (typeof refused)[number]): Promise<void> => {
      underWay += 1;
      try {
        await write(replicas[pick(2)]!, one.key);
        waits.push(Date.now() - one.since);
      } catch (error) {
        const { message } = error as Error;
        refusals.set(message, (refusals.get(message) ?? 0) + 1);
        refused.push(one);
      }
      underWay -= 1;
    };
    const isStuck = () => Date.now() > Math.max(end, acceptedAt) + STUCK_MS;
    const repeat = async (): Promise<void> => {
      while (Date.now() < end || ((underWay > 0 || refused.length > 0) && !isStuck())) {
        const one = refused.shift();
        if (one) await offer(one);
        if (!one || refused.includes(one)) await sleep(REPEAT_AFTER_MS);
      }
    };
    const repeating = Array.from({ length: REPEATERS }, repeat);
    let count = 0;
    for (const began = Date.now(); Date.now() < end; count += 1) {
      void offer({ key: newId(), since: Date.now() });
      await sleep(Math.max(0, began + ((count + 1) * 1_000) / writesPerSecond - Date.now()));
    }
    const before = waits.length;
    await Promise.all(repeating);
    return { count, before, refusals, waits: waits.sort((a, b) => a - b) };
  }

  /** Written posts without their copy in a service or without their notification. */
  async function missingCopies(db: (name: string) => Db): Promise<string[]> {
    const missing: string[] = [];
    for (const [service, { collection, key }] of Object.entries(copiesOfPosts)) {
      const stored = db(`${namespace}_${service}`).collection(collection);
      const found = await stored.find({}, { projection: { [key]: 1 } }).toArray();
      const made = new Set(found.map((copy) => String(copy[key])));
      for (const { id } of written) if (!made.has(id)) missing.push(`${service} ${id}`);
    }
    return missing;
  }

  const pick = (count: number) => Math.floor(Math.random() * count);
  /** In turn, starting at a random one. */
  const harm: (() => Promise<void>)[] = [
    async () => {
      const replica = replicas[pick(2)]!;
      replica.child.kill('SIGKILL');
      await sleep(pick(500));
      replica.child = startReplica(replica.port);
    },
    async () => {
      const { child } = replicas[pick(2)]!;
      child.kill('SIGSTOP');
      await sleep(1_000 + pick(6_000));
      child.kill('SIGCONT');
    },
    async () => {
      const server = natsNames[pick(3)]!;
      await nats.get(server)!.kill();
      await sleep(pick(2_000));
      await startNats(server);
    },
    async () => {
      const { pid } = nats.get(natsNames[pick(3)]!)!;
      process.kill(pid, 'SIGSTOP');
      await sleep(1_000 + pick(4_000));
      process.kill(pid, 'SIGCONT');
    },
    async () => {
      await mongo.process.kill();
      await sleep(pick(500));
      await startMongo();
    },
  ];

  it(
    'loses nothing, applies nothing twice and leaves no difference',
    async () => {
      const end = Date.now() + seconds * 1_000;
      const writing = offerWrites(end);
      let harmed = 0;
      for (let turn = pick(harm.length); Date.now() < end; turn += 1, harmed += 1) {
        await harm[turn % harm.length]!();
        const over = Date.now();
        await sleep(2_000 + pick(3_000));
        // On a slow machine a service takes longer to start than the pause between two kills.
        while (acceptedAt < over && Date.now() < end) await sleep(100);
      }
      const { count, before, refusals, waits } = await writing;
      const share = (part: number) => waits[Math.floor((waits.length - 1) * part)]! / 1_000;
      process.stderr.write(
        `chaos: ${count} writes offered, ${before} accepted meanwhile, ${waits.length} in the end; ` +
          `accepted after ${share(0.5)} s (p50), ${share(0.99)} s (p99), ${share(1)} s (last); ` +
          `${harmed} times harmed; refused tries: ${JSON.stringify(Object.fromEntries(refusals))}\n`,
      );
      expect(count).toBeGreaterThan(seconds * writesPerSecond * 0.95);
      expect(waits).toHaveLength(count);

      const began = Date.now();
      const client = await MongoClient.connect(mongo.uri);
      const lost = await findLost(() => missingCopies((name) => client.db(name)));
      const behind = Math.round((Date.now() - began) / 1_000);
      expect(lost).toEqual([]);
      const posts = client.db(`${namespace}_timeline`).collection('posts');
      expect(await posts.countDocuments({})).toBe(written.length);
      const told = client.db(`${namespace}_notifications`).collection('notifications');
      const about = await told.find({}, { projection: { postId: 1 } }).toArray();
      expect(about.length).toBe(new Set(about.map(({ postId }) => postId)).size);
      await client.close();
      const checked = await new Promise<string>((resolve) => {
        execFile(
          process.execPath,
          ['deploy/events-check.mjs'],
          { cwd: workspace, env: { ...process.env, ...env } },
          (_error, stdout, stderr) => resolve(stdout + stderr),
        );
      });
      expect(checked).toBe('no differences\n');
      process.stderr.write(
        `chaos: passed; all ${written.length} posts applied ${behind} s after the last was accepted\n`,
      );
    },
    seconds * 2_000 + 1_200_000,
  );
});
