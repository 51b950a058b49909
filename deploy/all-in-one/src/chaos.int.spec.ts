import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, openSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { generateTokenKeys } from '@engawa/auth';
import { events, type Post } from '@engawa/contracts';
import {
  createTransport,
  eventsConfig,
  newEvent,
  newId,
  prometheusEventMetrics,
} from '@engawa/events';
import { callerOf, eventually, freePort, spaceFacts, staffFacts } from '@engawa/testing';
import { MongoClient } from 'mongodb';

interface Server {
  pid: number;
  kill(): Promise<void>;
}

const workspace = path.resolve(__dirname, '../../..');
const infra = (name: string) => import(path.join(workspace, 'deploy/infra', name));
/** `npm run test:long -- chaos` runs for half an hour at 20 writes a second. */
const seconds = Number(process.env['ENGAWA_CHAOS_SECONDS'] ?? 30);
const writesPerSecond = Number(process.env['ENGAWA_CHAOS_RATE'] ?? 5);
const services = ['members', 'timeline', 'tasks', 'notifications', 'search', 'integrations'];
const space = 'space-a';

describe(`${seconds} s of kills and stops of services, NATS and the database`, () => {
  const dir = mkdtempSync(path.join(tmpdir(), 'engawa-chaos-'));
  const namespace = `c${newId().slice(-10)}`;
  const keys = generateTokenKeys();
  /** Replicas: each process runs one of every service. */
  const replicas: { child: ChildProcess; ports: Record<string, number> }[] = [];
  const written: Post[] = [];
  let mongo: { uri: string; process: Server };
  let mongoPort: number;
  let nats: Server & { url: string; port: number };
  let env: Record<string, string>;

  const startMongo = async () => {
    const { startMongo: start } = await infra('mongo.mjs');
    mongo = await start({ dir: path.join(dir, 'mongo'), log, port: mongoPort, embedded: true });
  };
  const startNats = async (port?: number) => {
    const { ensureNatsServer, startNats: start } = await infra('nats.mjs');
    nats = await start({ binary: await ensureNatsServer(), dir: path.join(dir, 'nats'), port });
  };
  const log = openSync(path.join(dir, 'parts.log'), 'a');

  function startReplica(ports: Record<string, number>): ChildProcess {
    const portOf = Object.entries(ports).map(([name, port]) => [
      `${name.toUpperCase()}_PORT`,
      String(port),
    ]);
    return spawn(process.execPath, [path.join(workspace, 'dist/deploy/all-in-one/main.cjs')], {
      cwd: workspace,
      stdio: ['ignore', log, log],
      env: { ...process.env, ...env, ...Object.fromEntries(portOf), TARGET: services.join() },
    });
  }

  beforeAll(async () => {
    execFileSync('npx', ['nx', 'run-many', '-t', 'build', '-p', 'all-in-one', 'embedded-mongo'], {
      cwd: workspace,
      stdio: 'ignore',
    });
    mongoPort = await freePort();
    await startMongo();
    await startNats();
    env = {
      ...keys,
      NODE_ENV: 'test',
      LOG_LEVEL: 'warn',
      ENGAWA_SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
      ENGAWA_PUBLIC_URL: 'http://localhost:4000',
      ENGAWA_NAMESPACE: namespace,
      MONGODB_URI: mongo.uri,
      NATS_URL: nats.url,
      FILES_DIR: path.join(dir, 'files'),
      METRICS_PORT: '0',
    };
    for (let count = 0; count < 2; count += 1) {
      const ports: Record<string, number> = {};
      for (const service of services) ports[service] = await freePort();
      replicas.push({ child: startReplica(ports), ports });
    }
    const transport = createTransport(
      eventsConfig.parse(env),
      'identity',
      prometheusEventMetrics(),
    );
    await transport.connect();
    const publish = (definition: typeof events.spaceCreated, id: string, data: unknown) =>
      transport.publish(
        newEvent(definition, {
          space,
          actor: null,
          aggregate: { type: 'thing', id },
          version: 1,
          data: data as never,
        }),
      );
    await publish(events.spaceCreated, space, spaceFacts({ spaceId: space }));
    for (const staffId of ['ann', 'bob']) {
      await publish(events.staffAdded as never, staffId, staffFacts({ staffId }));
    }
    await transport.close();
    for (const index of [0, 1]) await eventually(() => write(index), { timeoutMs: 60_000 });
  }, 180_000);

  afterAll(async () => {
    for (const { child } of replicas) child.kill('SIGKILL');
    await nats?.kill();
    await mongo?.process.kill();
    rmSync(dir, { recursive: true, force: true });
  });

  async function write(replica: number): Promise<void> {
    const url = `http://127.0.0.1:${replicas[replica]!.ports['timeline']}`;
    const caller = callerOf(url, keys.ENGAWA_TOKEN_PRIVATE_KEY, { staffId: 'ann', space });
    const body = { memo: newId(), task: { assignUserId: 'bob' } };
    const answer = await caller.post('/posts').timeout(5_000).send(body);
    if (answer.status !== 201) throw new Error(`${answer.status}`);
    written.push(answer.body as Post);
  }

  const pick = (count: number) => Math.floor(Math.random() * count);
  const harm: (() => Promise<void>)[] = [
    async () => {
      const replica = replicas[pick(2)]!;
      replica.child.kill('SIGKILL');
      await sleep(pick(500));
      replica.child = startReplica(replica.ports);
    },
    async () => {
      const { child } = replicas[pick(2)]!;
      child.kill('SIGSTOP');
      await sleep(1_000 + pick(6_000));
      child.kill('SIGCONT');
    },
    async () => {
      await nats.kill();
      await sleep(pick(2_000));
      await startNats(nats.port);
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
      let refused = 0;
      const writing = (async () => {
        const underWay: Promise<void>[] = [];
        while (Date.now() < end) {
          underWay.push(write(pick(2)).catch(() => void (refused += 1)));
          await sleep(1_000 / writesPerSecond);
        }
        await Promise.all(underWay);
      })();
      for (let turn = pick(harm.length); Date.now() < end; turn += 1) {
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
      process.stderr.write(`chaos: ${written.length} written, ${refused} refused meanwhile\n`);
    },
    seconds * 1_000 + 240_000,
  );
});
