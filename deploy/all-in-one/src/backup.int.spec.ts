import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { eventually, startTestInfrastructure, type TestInfrastructure } from '@engawa/testing';
import { Binary, Long, MongoClient } from 'mongodb';
import { connect, JSONCodec, type NatsConnection } from 'nats';

const workspace = path.resolve(__dirname, '../../..');
const json = JSONCodec<unknown>();

// The same commands on parts that are named by their addresses, into another namespace.
describe('backup and restore by address (OPS-3)', () => {
  const dir = mkdtempSync(path.join(tmpdir(), 'engawa-backup-'));
  const [from, to] = [0, 1].map(() => `bk${randomBytes(5).toString('hex')}`) as [string, string];
  const { S3_TEST_ENDPOINT: s3 } = process.env;
  let parts: TestInfrastructure;
  let mongo: MongoClient;
  let nats: NatsConnection | null = null;

  beforeAll(async () => {
    parts = await startTestInfrastructure();
    mongo = await new MongoClient(parts.env['MONGODB_URI']!).connect();
    if (parts.env['NATS_URL']) nats = await connect({ servers: parts.env['NATS_URL'] });
    await seed();
    await seedFiles();
  });
  afterAll(async () => {
    for (const namespace of [from, to]) {
      for (const name of ['timeline', 'tasks'])
        await mongo.db(`${namespace}_${name}`).dropDatabase();
      const streams = await nats?.jetstreamManager();
      for (const name of [`${namespace}-timeline`, `${namespace}-staging-timeline`])
        await streams?.streams.delete(name).catch(() => undefined);
    }
    await mongo.close();
    await nats?.close();
    await parts.stop();
    rmSync(dir, { recursive: true, force: true });
  });

  interface Outcome {
    code: number | null;
    out: string;
  }

  /** Like `begin`, to its end. */
  function run(script: string, namespace: string, ...options: string[]) {
    return begin(script, namespace, options).ended;
  }

  /** `env` overrides the addresses of the parts. */
  function begin(
    script: string,
    namespace: string,
    options: string[],
    env: Record<string, string | undefined> = {},
  ): { child: ChildProcess; ended: Promise<Outcome> } {
    const files = s3
      ? {
          S3_ENDPOINT: s3,
          S3_BUCKET: namespace,
          S3_ACCESS_KEY: process.env['S3_TEST_ACCESS_KEY'],
          S3_SECRET_KEY: process.env['S3_TEST_SECRET_KEY'],
        }
      : { FILES_DIR: path.join(dir, namespace) };
    const child = spawn(process.execPath, [`deploy/${script}.mjs`, ...options], {
      cwd: workspace,
      env: {
        ...process.env,
        ...parts.env,
        ...files,
        ENGAWA_NAMESPACE: namespace,
        ENGAWA_DATA: path.join(dir, 'no-such-folder'),
        ...env,
      },
    });
    const ended = new Promise<Outcome>((resolve) => {
      let out = '';
      child.stdout.on('data', (data: Buffer) => (out += data.toString()));
      child.stderr.on('data', (data: Buffer) => (out += data.toString()));
      child.once('close', (code) => resolve({ code, out }));
    });
    return { child, ended };
  }

  /** Accepts connections and never answers, so that a command waits. */
  async function silentServer(): Promise<{
    address: string;
    connected(): boolean;
    server: Server;
  }> {
    let connected = false;
    const server = createServer((socket) => {
      connected = true;
      socket.on('error', () => undefined).resume();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    server.unref();
    const { port } = server.address() as AddressInfo;
    return { address: `127.0.0.1:${port}`, connected: () => connected, server };
  }

  const documents = [
    {
      _id: 'engawa/a',
      space: 'engawa',
      id: 'a',
      version: 3,
      memo: '縁側',
      at: new Date('2026-11-21T00:00:00Z'),
      count: Long.fromNumber(1),
      rate: 2.5,
      bytes: new Binary(Buffer.from([1, 2, 3])),
      nested: { list: [1, null, { deep: true }] },
    },
    ...Array.from({ length: 1_200 }, (_, n) => ({ _id: `engawa/b${n}`, id: `b${n}`, version: 1 })),
  ];
  const exact = { promoteValues: false, promoteLongs: false };

  const postEvent = (id: string, version: number) => ({
    id: `event-${id}-${version}`,
    name: 'timeline.post.updated',
    space: 'engawa',
    at: '2026-11-21T00:00:00.000Z',
    aggregate: { type: 'post', id },
    version,
    data: {},
  });

  /** A message carries one event, or several that waited. */
  const messages = [postEvent('a', 1), [postEvent('a', 2), postEvent('b0', 1)], postEvent('a', 3)];

  async function seed(): Promise<void> {
    const posts = mongo.db(`${from}_timeline`).collection<{ _id: string }>('posts');
    await posts.insertMany(documents as { _id: string }[]);
    await posts.createIndex({ space: 1, at: -1 }, { name: 'feed', unique: false });
    const { manager, client } = await jetStream();
    await manager?.streams.add({ name: `${from}-timeline`, subjects: [`${from}.timeline.>`] });
    await manager?.consumers.add(`${from}-timeline`, {
      durable_name: 'tasks',
      ack_policy: 'explicit' as never,
      filter_subjects: [`${from}.timeline.post.updated`, `${from}.timeline.post.deleted`],
    });
    for (const sent of messages)
      await client?.publish(`${from}.timeline.post.updated`, json.encode(sent));
    // The service has applied the first of them.
    const consumer = await client?.consumers.get(`${from}-timeline`, 'tasks');
    await (await consumer?.next())?.ackAck();
  }

  async function seedFiles(): Promise<void> {
    if (!s3) {
      mkdirSync(path.join(dir, from, 'spaces/engawa'), { recursive: true });
      writeFileSync(path.join(dir, from, 'spaces/engawa/写真.png'), 'picture');
      writeFileSync(path.join(dir, from, 'spaces/engawa/.写真.png.type'), 'image/png');
    } else {
      const { Client } = await import('minio');
      const url = new URL(s3);
      const client = new Client({
        endPoint: url.hostname,
        port: Number(url.port),
        useSSL: false,
        region: 'us-east-1',
        accessKey: process.env['S3_TEST_ACCESS_KEY']!,
        secretKey: process.env['S3_TEST_SECRET_KEY']!,
      });
      await client.makeBucket(from, 'us-east-1');
      await client.putObject(from, 'spaces/engawa/写真.png', 'picture', 7, {
        'Content-Type': 'image/png',
      });
    }
  }

  async function jetStream() {
    return { manager: await nats?.jetstreamManager(), client: nats?.jetstream() };
  }

  function consistencyOf(folder: string) {
    const manifest = JSON.parse(readFileSync(path.join(folder, 'manifest.json'), 'utf8'));
    return [manifest.consistency, manifest.consistencyReason];
  }

  /** A replica set reads at one moment; any other server says why it cannot. */
  async function expectedConsistency() {
    const { setName } = await mongo.db('admin').command({ hello: 1 });
    return setName
      ? ['one-moment', expect.stringMatching(/^snapshot reads at 20/)]
      : ['as-read', expect.stringMatching(/snapshot|sessions/)];
  }

  it('says how the databases were read, and why', async () => {
    const folder = mkdtempSync(path.join(dir, 'said-'));
    const { code, out } = await run('backup', from, '--to', folder);
    const [consistency, reason] = consistencyOf(folder);
    expect([code, consistency, reason]).toEqual([0, ...(await expectedConsistency())]);
    const not = consistency === 'as-read' ? 'not ' : '';
    expect(out).toContain(`databases are ${not}read at one moment (${reason})`);
  });

  it('makes no backup of a database that does not answer', async () => {
    const folder = path.join(dir, 'away');
    const { MONGODB_URI: here } = parts.env;
    parts.env['MONGODB_URI'] = 'mongodb://127.0.0.1:9/?serverSelectionTimeoutMS=200';
    const { code, out } = await run('backup', from, '--to', folder);
    parts.env['MONGODB_URI'] = here!;
    expect([code, out]).toEqual([1, expect.stringContaining('no backup was made')]);
    expect(readdirSync(dir)).not.toContain('away');
  });

  it('puts back databases with their types and indexes, events with positions, and files', async () => {
    const folder = mkdtempSync(path.join(dir, 'backup-'));
    expect(await run('backup', from, '--to', folder)).toEqual({
      code: 0,
      out: expect.stringContaining(`1201 documents, ${nats ? 2 : 0} events, 1 files`),
    });
    expect(consistencyOf(folder)).toEqual(await expectedConsistency());
    expect(readFileSync(path.join(folder, 'files/content/spaces/engawa/写真.png'), 'utf8')).toBe(
      'picture',
    );

    const restored = await run('restore', to, '--from', folder, '--force');
    expect([restored.code, restored.out]).toEqual([0, expect.stringContaining('restored 1201')]);
    const read = (namespace: string) =>
      mongo.db(`${namespace}_timeline`).collection('posts').find({}, exact).sort({ _id: 1 });
    expect(await read(to).toArray()).toEqual(await read(from).toArray());
    const indexes = await mongo.db(`${to}_timeline`).collection('posts').listIndexes().toArray();
    expect(indexes).toContainEqual(
      expect.objectContaining({ name: 'feed', key: { space: 1, at: -1 } }),
    );

    const { client } = await jetStream();
    const consumer = await client?.consumers.get(`${to}-timeline`, 'tasks');
    for (const sent of nats ? messages.slice(1) : []) {
      const message = await consumer!.next();
      expect(json.decode(message!.data)).toEqual(sent);
      expect(message!.subject).toBe(`${to}.timeline.post.updated`);
      await message!.ackAck();
    }

    const again = mkdtempSync(path.join(dir, 'again-'));
    expect((await run('backup', to, '--to', again)).code).toBe(0);
    const filesOf = (made: string) =>
      JSON.parse(readFileSync(path.join(made, 'manifest.json'), 'utf8')).files.sha256;
    expect(filesOf(again)).toBe(filesOf(folder));
    expect(await run('restore', to, '--from', folder)).toEqual({
      code: 1,
      out: expect.stringContaining(`1201 documents in ${to}_timeline.posts`),
    });
  });

  it('keeps as many dated backups as wanted', async () => {
    const into = mkdtempSync(path.join(dir, 'dated-'));
    mkdirSync(path.join(into, 'engawa-20200101T000000Z'), { recursive: true });
    writeFileSync(path.join(into, 'engawa-20200101T000000Z/manifest.json'), '{}');
    mkdirSync(path.join(into, 'photos'));
    expect(await run('backup', from, '--into', into, '--keep', '1')).toEqual({
      code: 0,
      out: expect.stringContaining('removed'),
    });
    expect(readdirSync(into)).toEqual([expect.stringMatching(/^engawa-20(?!200101)/), 'photos']);
  });

  it('removes incomplete dated backups older than a day', async () => {
    const into = mkdtempSync(path.join(dir, 'incomplete-'));
    const minuteAgo = new Date(Date.now() - 60_000).toISOString().replace(/[-:]|\.\d+/g, '');
    const young = `engawa-${minuteAgo}`;
    for (const name of ['engawa-20200101T000000Z', young])
      mkdirSync(path.join(into, name, 'databases'), { recursive: true });
    expect((await run('backup', from, '--into', into)).code).toBe(0);
    expect(readdirSync(into)).toEqual([young, expect.stringMatching(/^engawa-20(?!200101)/)]);
  });

  it('holds a file that is moved after the cut', async () => {
    const folder = mkdtempSync(path.join(dir, 'moved-'));
    const files = mkdtempSync(path.join(dir, 'files-'));
    writeFileSync(path.join(files, 'draft.txt'), 'text');
    const env = { S3_ENDPOINT: undefined, FILES_DIR: files };
    const { child, ended } = begin('backup', from, ['--to', folder], env);
    child.stdout!.on('data', (data: Buffer) => {
      if (data.includes('read at one moment'))
        renameSync(path.join(files, 'draft.txt'), path.join(files, 'post.txt'));
    });
    expect((await ended).code).toBe(0);
    expect(existsSync(path.join(files, 'post.txt'))).toBe(true);
    expect(readdirSync(path.join(folder, 'files/content'))).toEqual(['draft.txt', 'post.txt']);
  });

  it('restores into a namespace with which another begins', async () => {
    const folder = mkdtempSync(path.join(dir, 'alike-'));
    const other = { name: `${to}-staging-timeline`, subjects: [`${to}-staging.timeline.>`] };
    const { manager } = await jetStream();
    await manager?.streams.add(other);
    expect((await run('backup', from, '--to', folder)).code).toBe(0);
    expect((await run('restore', to, '--from', folder, '--force')).code).toBe(0);
    expect((await manager?.streams.info(other.name))?.config.name).toBe(
      manager ? other.name : undefined,
    );
  });

  it('leaves no folder of an interrupted backup', async () => {
    const folder = path.join(dir, 'interrupted');
    const { address, connected, server } = await silentServer();
    const { child, ended } = begin('backup', from, ['--to', folder], {
      MONGODB_URI: `mongodb://${address}/`,
    });
    await eventually(() => expect(connected()).toBe(true));
    expect(existsSync(folder)).toBe(true);
    child.kill('SIGTERM');
    expect(await ended).toEqual({ code: 143, out: expect.stringContaining('interrupted') });
    expect(existsSync(folder)).toBe(false);
    server.close();
  });

  it.each([
    ['SIGINT', 130],
    ['SIGKILL', null],
  ] as const)(
    'repeats a restore that %s ended',
    async (signal, code) => {
      const folder = mkdtempSync(path.join(dir, 'backup-'));
      expect((await run('backup', from, '--to', folder)).code).toBe(0);
      const own = { MONGODB_URI: undefined, ENGAWA_DATA: mkdtempSync(path.join(dir, 'data-')) };
      const { address, connected, server } = await silentServer();
      const restore = ['--from', folder, '--force'];
      const first = begin('restore', to, restore, { ...own, NATS_URL: address });
      // NATS is opened after the database.
      await eventually(() => expect(connected()).toBe(true));
      first.child.kill(signal);
      expect((await first.ended).code).toBe(code);
      server.close();
      expect(await begin('restore', to, restore, own).ended).toEqual({
        code: 0,
        out: expect.stringContaining('restored 1201'),
      });
    },
    60_000,
  );
});
