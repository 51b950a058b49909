import { mkdtempSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { ABORT } from 'lmdb';
import { BSON, MongoClient, type Collection } from 'mongodb';
import { doc, int32, type Doc, type Value } from './bson/bson-value';
import { CommandContext } from './command/command-context';
import { runCommand } from './command/command-table';
import { Engine } from './command/engine';
import type { Row } from './conformance/subject';
import { startMongoServer, type MongoServer } from './index';
import { assertDataFileWhole } from './storage/data-file-check';

let server: MongoServer;
let client: MongoClient;
const folder = mkdtempSync(join(tmpdir(), 'embedded-mongo-robust-'));
beforeAll(async () => {
  server = await startMongoServer({ dbPath: folder });
  client = await MongoClient.connect(server.uri);
});
afterAll(async () => {
  await client.close();
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Sends bytes and returns the reply until the server closes or is silent. */
function exchange(bytes: Buffer, patience = 3000): Promise<{ answer: Buffer; closed: boolean }> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    const socket = connect(server.port, '127.0.0.1', () => socket.write(bytes));
    const finish = (closed: boolean): void => {
      clearTimeout(timer);
      socket.destroy();
      resolve({ answer: Buffer.concat(chunks), closed });
    };
    const timer = setTimeout(() => finish(false), patience);
    socket.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      const whole = Buffer.concat(chunks);
      if (whole.length >= 4 && whole.length >= whole.readInt32LE(0)) finish(false);
    });
    socket.on('error', () => finish(true));
    socket.on('close', () => finish(true));
  });
}

function message(sections: Buffer, flags = 0, opCode = 2013): Buffer {
  const head = Buffer.alloc(20);
  head.writeInt32LE(20 + sections.length, 0);
  head.writeInt32LE(7, 4);
  head.writeInt32LE(opCode, 12);
  head.writeUInt32LE(flags, 16);
  return Buffer.concat([head, sections]);
}

const body = (document: BSON.Document): Buffer =>
  Buffer.concat([Buffer.from([0]), BSON.serialize(document)]);
const parse = (answer: Buffer): BSON.Document => BSON.deserialize(answer.subarray(21));
const ping = body({ ping: 1, $db: 'admin' });

describe('the wire', () => {
  it('answers OP_MSG with a checksum', async () => {
    const checked = message(Buffer.concat([ping, Buffer.alloc(4)]), 1);
    expect(parse((await exchange(checked)).answer)).toEqual({ ok: 1 });
  });

  it('answers a legacy hello by OP_QUERY', async () => {
    const name = Buffer.from('admin.$cmd\0');
    const rest = Buffer.alloc(8);
    rest.writeInt32LE(-1, 4);
    const query = message(
      Buffer.concat([name, rest, BSON.serialize({ ismaster: 1, helloOk: true })]),
      0,
      2004,
    );
    const { answer } = await exchange(query);
    expect(answer.readInt32LE(12)).toBe(1);
    expect(BSON.deserialize(answer.subarray(36))).toMatchObject({
      ismaster: true,
      helloOk: true,
      ok: 1,
    });
  });

  it('takes document sequences, whole and split over packets', async () => {
    const documents = [{ _id: 1 }, { _id: 2 }].map((document) =>
      Buffer.from(BSON.serialize(document)),
    );
    const name = Buffer.from('documents\0');
    const size = Buffer.alloc(4);
    size.writeInt32LE(4 + name.length + documents.reduce((sum, one) => sum + one.length, 0));
    const sequence = Buffer.concat([Buffer.from([1]), size, name, ...documents]);
    const whole = message(Buffer.concat([sequence, body({ insert: 'seq', $db: 'robust' })]));
    expect(parse((await exchange(whole)).answer)).toEqual({ n: 2, ok: 1 });
    const socket = connect(server.port, '127.0.0.1');
    const answered = new Promise<Buffer>((resolve) => socket.once('data', resolve));
    for (const byte of message(ping)) {
      socket.write(Buffer.from([byte]));
    }
    expect(parse(await answered)).toEqual({ ok: 1 });
    socket.destroy();
  });

  it('closes the connection after a length that cannot be', async () => {
    for (const length of [0, 15, -1, 48_000_001, 0x7fffffff]) {
      const bytes = message(ping);
      bytes.writeInt32LE(length, 0);
      expect((await exchange(bytes, 1000)).closed).toBe(true);
    }
  });

  it('says what is wrong with a message that it cannot read', async () => {
    const wrong: Buffer[] = [
      message(ping, 1 << 5),
      message(Buffer.from([9, 5, 0, 0, 0, 0])),
      message(Buffer.concat([ping, ping])),
      message(Buffer.from([0, 200, 0, 0, 0, 0])),
      message(ping, 0, 2012),
      message(Buffer.concat([Buffer.from([1, 255, 255, 255, 127]), Buffer.alloc(20)])),
    ];
    for (const bytes of wrong) {
      const { answer, closed } = await exchange(bytes, 500);
      expect(closed || parse(answer)['ok'] === 0).toBe(true);
    }
  });

  it('survives any bytes', async () => {
    const good = message(
      body({
        find: 'x',
        filter: { a: { $gt: 1, $in: [1, { b: 'c' }] } },
        sort: { a: 1 },
        $db: 'robust',
      }),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat({ max: good.length - 1 }), fc.nat({ max: 255 })), {
          minLength: 1,
          maxLength: 6,
        }),
        async (changes) => {
          const bytes = Buffer.from(good);
          for (const [at, value] of changes) bytes[at] = value;
          if (!changes.some(([at]) => at < 4)) bytes.writeInt32LE(bytes.length, 0);
          await exchange(bytes, 15);
        },
      ),
      { numRuns: 60 },
    );
    expect(await client.db('admin').command({ ping: 1 })).toEqual({ ok: 1 });
  });

  it('survives commands with operands of any type', async () => {
    const operand = fc.oneof(
      fc.anything({
        maxDepth: 2,
        values: [fc.string(), fc.integer(), fc.double(), fc.boolean(), fc.constant(null)],
        withNullPrototype: false,
      }),
      fc.constantFrom<unknown>(
        { $gt: 1 },
        [{ $match: {} }],
        [{ $group: { _id: null } }],
        '$a',
        { $set: { a: 1 } },
        -1,
        1e300,
        NaN,
      ),
    );
    const anyOf = (...words: string[]) => fc.constantFrom(...words.join(' ').split(' '));
    const command = fc.oneof(
      fc
        .tuple(
          anyOf(
            'find aggregate count distinct findAndModify createIndexes listIndexes getMore killCursors',
            'create dropIndexes explain listCollections nope',
          ),
          operand,
          fc.dictionary(
            anyOf(
              'filter query sort projection limit skip batchSize pipeline cursor key update indexes',
              'index hint collation collection cursors let maxTimeMS remove',
            ),
            operand,
          ),
        )
        .map(([name, value, rest]) => ({
          [name]: Math.random() < 0.7 ? 'anything' : value,
          ...rest,
        })),
      fc
        .tuple(
          fc.constantFrom('insert', 'update', 'delete'),
          fc.dictionary(
            fc.constantFrom('q', 'u', 'multi', 'upsert', 'limit', 'arrayFilters', 'hint'),
            operand,
          ),
        )
        .map(([name, statement]) => ({
          [name]: 'anything',
          [name === 'insert' ? 'documents' : `${name}s`]: [statement],
        })),
    );
    const db = client.db('robust');
    await db.collection('anything').insertMany([{ a: 1 }, { a: [1, 2] }, { b: 'x' }]);
    await fc.assert(
      fc.asyncProperty(command, async (given) => {
        const error = await db.command(given as BSON.Document).then(
          () => null,
          (failure: unknown) => failure as Error & { code?: number },
        );
        // Rejections are MongoDB's; an internal error would say so.
        if (error) expect(error.message).not.toMatch(/^internal error/);
      }),
      { numRuns: Number(process.env['PROPERTY_RUNS'] ?? 600) },
    );
  }, 60_000);
});

/** A server on a folder, with collection `c` of database `d`. */
async function serve(dbPath: string, options: { ttlSeconds?: number } = {}) {
  const own = await startMongoServer({ dbPath, ...options });
  const connection = await MongoClient.connect(own.uri);
  const close = async (): Promise<void> => {
    await connection.close();
    await own.close();
  };
  return { c: connection.db('d').collection<Row>('c'), close };
}

/** Point reads answered while `work` runs. */
async function readsDuring(c: Collection<Row>, work: Promise<unknown>): Promise<number> {
  let busy = true;
  void work.finally(() => (busy = false)).catch(() => undefined);
  let served = 0;
  while (busy) {
    await c.findOne({ _id: 5 });
    if (busy) served += 1;
  }
  return served;
}

describe('the folder', () => {
  it('belongs to one server at a time', async () => {
    await expect(startMongoServer({ dbPath: folder })).rejects.toThrow(/in use by another process/);
  });

  it('keeps what was written, and says when its file is torn', async () => {
    const other = mkdtempSync(join(tmpdir(), 'embedded-mongo-torn-'));
    let own = await serve(other);
    const documents = Array.from({ length: 500 }, (_, i) => ({ a: i, text: 'x'.repeat(500) }));
    await own.c.insertMany(documents);
    await own.c.createIndex({ a: 1 });
    await own.close();
    own = await serve(other);
    expect(await own.c.countDocuments({ a: { $gte: 100 } })).toBe(400);
    expect(await own.c.indexes()).toHaveLength(2);
    await own.close();
    const file = join(other, 'd.0', 'data.mdb');
    truncateSync(file, 16384);
    expect(statSync(file).size).toBe(16384);
    await expect(startMongoServer({ dbPath: other })).rejects.toThrow(/torn/);
    writeFileSync(file, Buffer.alloc(65536, 7));
    await expect(startMongoServer({ dbPath: other })).rejects.toThrow(/damaged/);
    rmSync(other, { recursive: true, force: true });
  });

  it('opens a file whose last pages were taken and given back before they were written', async () => {
    const other = mkdtempSync(join(tmpdir(), 'embedded-mongo-short-'));
    const file = join(other, 'd.0', 'data.mdb');
    let own = await serve(other);
    const { c } = own;
    await c.insertMany(Array.from({ length: 200 }, (_, _id) => ({ _id, text: 'x'.repeat(700) })));
    for (let _id = 1000; _id < 1200 && !isShort(readFileSync(file)); _id++) {
      const text = 'y'.repeat(100_000 * (_id - 999));
      await c.insertOne({ _id });
      const take = { updateOne: { filter: { _id }, update: { $set: { text } } } };
      const give = { updateOne: { filter: { _id }, update: { $unset: { text: true } } } } as const;
      await c.bulkWrite([take, give], { ordered: false });
    }
    expect(isShort(readFileSync(file))).toBe(true);
    await own.close();
    // A file accepted as complete must have all data.
    const saved = readFileSync(file);
    let size = saved.length;
    while (isTakenForWhole(join(other, 'd.0'))) {
      size -= 4096;
      truncateSync(file, size);
    }
    expect(size).toBeGreaterThan(200 * 700);
    await expect(startMongoServer({ dbPath: other })).rejects.toThrow(/torn/);
    writeFileSync(file, saved.subarray(0, size + 4096));
    own = await serve(other);
    expect(await own.c.find({ text: 'x'.repeat(700) }).toArray()).toHaveLength(200);
    await own.c.insertOne({ _id: -1, text: 'z' });
    await own.close();
    rmSync(other, { recursive: true, force: true });
  });

  function isTakenForWhole(dir: string): boolean {
    try {
      assertDataFileWhole(dir);
      return true;
    } catch {
      return false;
    }
  }

  /** Whether the newer of LMDB's two headers counts more pages than the file has. */
  function isShort(data: Buffer): boolean {
    const headers = [0, 4096].map((at) => data.subarray(at + 24));
    headers.sort((a, b) => Number(b.readBigUInt64LE(128) - a.readBigUInt64LE(128)));
    return data.length < (Number(headers[0]!.readBigUInt64LE(120)) + 1) * 4096;
  }
});

describe('expiry', () => {
  it('deletes documents after their time', async () => {
    const other = mkdtempSync(join(tmpdir(), 'embedded-mongo-ttl-'));
    const { c, close } = await serve(other, { ttlSeconds: 0.2 });
    await c.createIndex({ at: 1 }, { expireAfterSeconds: 1 });
    await c.insertMany([
      { _id: 1, at: new Date(Date.now() - 5000) },
      { _id: 2, at: new Date(Date.now() + 60_000) },
      { _id: 3 },
      { _id: 4, at: 'text' },
      { _id: 5, at: [new Date(0), new Date(Date.now() + 60_000)] },
    ]);
    await new Promise((resume) => setTimeout(resume, 700));
    expect((await c.find().sort({ _id: 1 }).toArray()).map(({ _id }) => _id)).toEqual([2, 3, 4]);
    await close();
    rmSync(other, { recursive: true, force: true });
  });
});

/** Runs a command on collection `c` of database `d` without a connection. */
function run(engine: Engine, name: string, fields: { [field: string]: Value } = {}): Promise<Doc> {
  return engine.run(() => {
    const request = doc({ [name]: 'c', ...fields, $db: 'd' });
    const connection = { id: 1, closed: false };
    return runCommand(new CommandContext(engine, connection, name, request, new Map()));
  });
}

describe('an index build', () => {
  const dbPath = mkdtempSync(join(tmpdir(), 'embedded-mongo-build-'));
  const build = (name: string): Promise<Doc> => {
    const spec = doc({ key: doc({ [name]: int32(1) }), name, unique: true });
    return run(engine, 'createIndexes', { indexes: [spec] });
  };
  let engine: Engine;
  beforeAll(async () => {
    engine = await Engine.open({ dbPath, ttlSeconds: 60 });
    await run(engine, 'insert', { documents: [doc({ a: 1, b: 1 }), doc({ a: 2, b: 2 })] });
  });
  afterAll(async () => {
    await engine.close();
    rmSync(dbPath, { recursive: true, force: true });
  });
  afterEach(() => jest.restoreAllMocks());

  it('is complete when it is acknowledged, whichever commits fail', async () => {
    const { catalog, store } = engine.database('d')!;
    /** For each of the next definitions that are saved, whether its commit fails. */
    let failures: boolean[] = [];
    let fails = false;
    const save = catalog.save.bind(catalog);
    jest.spyOn(catalog, 'save').mockImplementation((meta) => {
      fails = failures.shift() ?? false;
      save(meta);
    });
    jest.spyOn(store.root, 'transaction').mockImplementation(async (write): Promise<never> => {
      // As after a failed commit of another client.
      store.afterAbort();
      fails = false;
      const result = store.root.transactionSync(() => (write(), fails ? ABORT : null));
      if (result === ABORT) throw new Error('no space');
      return null as never;
    });
    const usable = () =>
      catalog.find('c')!.indexes.flatMap(({ name, ready }) => (ready ? name : []));
    await build('a');
    expect(usable()).toEqual(['_id_', 'a']);
    // The last commit of the build fails, then also the removal of the index.
    failures = [false, true];
    await expect(build('b')).rejects.toMatchObject({ code: 14031 });
    expect(catalog.find('c')!.indexes).toHaveLength(2);
    failures = [false, true, true];
    await expect(build('b')).rejects.toMatchObject({ code: 14031 });
    await build('b');
    expect(usable()).toEqual(['_id_', 'a', 'b']);
    const reply = await run(engine, 'insert', { documents: [doc({ a: 3, b: 2 })] });
    expect(reply.has('writeErrors')).toBe(true);
    await run(engine, 'dropIndexes', { index: 'b' });
    expect(usable()).toEqual(['_id_', 'a']);
  });

  it('does not restore a collection that is dropped meanwhile', async () => {
    const outcomes = await Promise.allSettled([build('c'), run(engine, 'drop')]);
    expect(outcomes[0]).toMatchObject({ reason: { code: 175 } });
    await engine.close();
    engine = await Engine.open({ dbPath, ttlSeconds: 60 });
    expect(engine.list().map(({ name }) => name)).toEqual([]);
  });
});

describe('the event loop', () => {
  it('answers a short read in the turn that received it', async () => {
    const other = mkdtempSync(join(tmpdir(), 'embedded-mongo-turn-'));
    const engine = await Engine.open({ dbPath: other, ttlSeconds: 60 });
    await run(engine, 'insert', { documents: Array.from({ length: 50 }, (_, a) => doc({ a })) });
    let turned = false;
    setImmediate(() => (turned = true));
    const reply = await run(engine, 'find', {
      filter: doc({ a: doc({ $gte: 0 }) }),
      limit: int32(5),
    });
    expect(turned).toBe(false);
    expect((reply.get('cursor') as Doc).get('firstBatch')).toHaveLength(5);
    await engine.close();
    rmSync(other, { recursive: true, force: true });
  });

  it('serves point reads while heavy work runs', async () => {
    const c = client.db('robust').collection<Row>('heavy');
    await c.drop();
    await c.insertMany(
      Array.from({ length: 10_000 }, (_, i) => ({ _id: i, a: i % 7, b: `${i}`, c: { d: i } })),
    );
    const heavy = Promise.all([
      c
        .aggregate([
          { $group: { _id: '$b', n: { $sum: '$a' } } },
          { $sort: { n: -1 } },
          { $limit: 5 },
        ])
        .toArray(),
      c.createIndex({ 'c.d': 1, b: -1 }),
      c.find({ b: { $gt: 'a' } }).toArray(),
    ]);
    // Blocking work would let only one read through, at its end; the benchmark shows the latencies.
    expect(await readsDuring(c, heavy)).toBeGreaterThan(3);
    await heavy;
  });

  it('lets writes come between the statements of a long command', async () => {
    const c = client.db('robust').collection<Row>('long');
    await c.insertMany(Array.from({ length: 2_000 }, (_, i) => ({ _id: i, a: 0 })));
    const statements = Array.from({ length: 2_000 }, (_, _id) => ({
      updateOne: { filter: { _id }, update: { $inc: { a: 1 } } },
    }));
    let busy = true;
    const long = c.bulkWrite(statements, { ordered: false }).finally(() => (busy = false));
    let served = 0;
    for (; busy; served += 1) await c.updateOne({ _id: -1 }, { $inc: { a: 1 } }, { upsert: true });
    expect((await long).modifiedCount).toBe(2_000);
    expect(served).toBeGreaterThan(8);
  });

  it('serves point reads while a walk finds nothing among many keys', async () => {
    const c = client.db('robust').collection<Row>('passed');
    await c.drop();
    await c.createIndex({ a: 1, b: 1 });
    await c.insertMany(Array.from({ length: 60_000 }, (_, i) => ({ _id: i, a: i, b: i % 10 })));
    const walk = c.find({ a: { $gte: 0 }, b: 11 }).toArray();
    expect(await readsDuring(c, walk)).toBeGreaterThan(3);
    expect(await walk).toEqual([]);
  });
});
