import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, openSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { generateTokenKeys } from '@engawa/auth';
import type { Post, SignInAnswer } from '@engawa/contracts';
import { newId } from '@engawa/events';
import { eventually, freePort } from '@engawa/testing';
import { MongoClient } from 'mongodb';

interface Server {
  pid: number;
  kill(): Promise<void>;
}

const workspace = path.resolve(__dirname, '../../..');
const infra = (name: string) => import(path.join(workspace, 'deploy/infra', name));
/** `npm run test:long -- chaos` runs for half an hour at 20 writes per second. */
const seconds = Number(process.env['ENGAWA_CHAOS_SECONDS'] ?? 30);
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
const natsNames = ['n1', 'n2', 'n3'];

interface Replica {
  child: ChildProcess;
  /** Port of its gateway. */
  port: number;
  /** One for all writes that wait for it. */
  token: Promise<string> | null;
}

describe(`${seconds} s of kills and stops of services, NATS and the database`, () => {
  const dir = mkdtempSync(path.join(tmpdir(), 'engawa-chaos-'));
  const namespace = `c${newId().slice(-10)}`;
  const keys = generateTokenKeys();
  /** Each process runs the gateway and one instance of every service. */
  const replicas: Replica[] = [];
  const written: Post[] = [];
  let mongo: { uri: string; process: Server };
  let mongoPort: number;
  const nats = new Map<string, Server & { url: string; port: number }>();
  const routes: number[] = [];
  let bob: string;
  let env: Record<string, string>;

  const startMongo = async () => {
    const { startMongo: start } = await infra('mongo.mjs');
    mongo = await start({ dir: path.join(dir, 'mongo'), log, port: mongoPort, embedded: true });
  };
  /** A member of the cluster, with its data. */
  const startNats = async (server: string) => {
    const { ensureNatsServer, startNats: start } = await infra('nats.mjs');
    const cluster = { name: 'engawa', server, port: routes[natsNames.indexOf(server)], routes };
    const port = nats.get(server)?.port;
    const binary = await ensureNatsServer();
    nats.set(server, await start({ binary, dir: path.join(dir, server), port, cluster }));
  };
  const log = openSync(path.join(dir, 'parts.log'), 'a');

  function startReplica(port: number): ChildProcess {
    return spawn(process.execPath, [path.join(workspace, 'dist/deploy/all-in-one/main.cjs')], {
      cwd: workspace,
      stdio: ['ignore', log, log],
      env: { ...process.env, ...env, GATEWAY_PORT: String(port) },
    });
  }

  beforeAll(async () => {
    execFileSync('npx', ['nx', 'run-many', '-t', 'build', '-p', 'all-in-one', 'embedded-mongo'], {
      cwd: workspace,
      stdio: 'ignore',
    });
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
      timeoutMs: 60_000,
    });
    for (const index of [0, 1])
      await eventually(() => write(replicas[index]!), { timeoutMs: 60_000 });
  }, 180_000);

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
    token?: string,
  ): Promise<Body> {
    const answer = await fetch(`http://127.0.0.1:${port}/api/v1${route}`, {
      method: 'POST',
      signal: AbortSignal.timeout(5_000),
      headers: {
        'content-type': 'application/json',
        ...(token ? { authorization: `Bearer ${token}` } : {}),
      },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${route}: ${answer.status}`);
    return (await answer.json()) as Body;
  }

  const signIn = (replica: Replica, name: string) =>
    ask<SignInAnswer>(replica, '/auth/sign-in', { email: `${name}@engawa.example`, password });

  /** Signs in from time to time, so that identity has work as well. */
  async function write(replica: Replica): Promise<void> {
    replica.token ??= signIn(replica, 'ann').then(({ accessToken }) => accessToken);
    const token = await replica.token.catch((error: unknown) => {
      replica.token = null;
      throw error;
    });
    const body = { memo: newId(), task: { assignUserId: bob } };
    written.push(await ask<Post>(replica, '/posts', body, token));
    if (written.length % SIGN_IN_EVERY === 0) replica.token = null;
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
      const refused = new Map<string, number>();
      const refuse = ({ message }: Error) =>
        void refused.set(message, (refused.get(message) ?? 0) + 1);
      const writing = (async () => {
        const underWay: Promise<void>[] = [];
        while (Date.now() < end) {
          underWay.push(write(replicas[pick(2)]!).catch(refuse));
          await sleep(1_000 / writesPerSecond);
        }
        await Promise.all(underWay);
      })();
      let harmed = 0;
      for (let turn = pick(harm.length); Date.now() < end; turn += 1, harmed += 1) {
        await harm[turn % harm.length]!();
        await sleep(2_000 + pick(3_000));
      }
      await writing;
      expect(written.length).toBeGreaterThan(seconds * writesPerSecond * 0.2);

      const client = await MongoClient.connect(mongo.uri);
      const read = (service: string, collection: string) =>
        client
          .db(`${namespace}_${service}`)
          .collection<{ _id: string; id: string; postId?: string }>(collection);
      const ids = written.map(({ id }) => id);
      await eventually(
        async () => {
          const tasks = await read('tasks', 'tasks').find({}).toArray();
          const made = new Set(tasks.map(({ id }) => id));
          expect(ids.filter((id) => !made.has(id))).toEqual([]);
          const told = await read('notifications', 'notifications').find({}).toArray();
          const about = told.map(({ postId }) => postId!);
          expect(ids.filter((id) => !about.includes(id))).toEqual([]);
          expect(about.filter((id, place) => about.indexOf(id) !== place)).toEqual([]);
        },
        { timeoutMs: 90_000, everyMs: 500 },
      );
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
        `chaos: ${written.length} written, ${harmed} times harmed, refused: ${JSON.stringify(Object.fromEntries(refused))}\n`,
      );
    },
    seconds * 1_000 + 240_000,
  );
});
