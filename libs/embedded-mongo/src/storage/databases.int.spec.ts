import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { open } from 'lmdb';
import { MongoClient } from 'mongodb';
import { encodeDocument } from '../bson/bson-encoder';
import { doc, int32, type Doc } from '../bson/bson-value';
import { encodeKey } from '../bson/key-bytes-codec';
import { startMongoServer, type MongoServer } from '../index';

const folder = mkdtempSync(join(tmpdir(), 'embedded-mongo-databases-'));
let server: MongoServer;
let client: MongoClient;

async function start(dbPath: string): Promise<void> {
  server = await startMongoServer({ dbPath });
  client = await MongoClient.connect(server.uri);
}

async function stop(): Promise<void> {
  await client.close();
  await server.close();
}

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('databases', () => {
  const dbPath = join(folder, 'several');
  beforeAll(() => start(dbPath));
  afterAll(stop);

  it('do not wait for the commits of each other', async () => {
    const [held, free] = ['held', 'free'].map((name) => client.db(name).collection('c'));
    await held!.insertOne({ n: 1 });
    // Another process keeps the writer's lock of one data file.
    const child = spawn(
      process.execPath,
      [
        '-e',
        `const { open } = require('lmdb');
         const { readSync, writeSync } = require('fs');
         open({ path: process.argv[1], noSubdir: false }).transactionSync(() => {
           writeSync(1, 'held');
           readSync(0, Buffer.alloc(1));
         });`,
        join(dbPath, 'held.0'),
      ],
      { stdio: ['pipe', 'pipe', 'inherit'] },
    );
    await once(child.stdout, 'data');
    let answered = false;
    const waiting = held!.insertOne({ n: 2 }).then(() => (answered = true));
    for (let n = 0; n < 20; n++) await free!.insertOne({ n });
    expect(answered).toBe(false);
    child.stdin.end();
    await waiting;
    expect(await held!.countDocuments()).toBe(2);
  });

  it('leave no file once they are dropped, and can be created anew', async () => {
    const c = client.db('brief').collection<{ _id: number }>('c');
    await c.insertOne({ _id: 1 });
    expect(await client.db('brief').dropDatabase()).toBe(true);
    expect(await client.db('brief').command({ count: 'c' })).toMatchObject({ n: 0 });
    await c.insertOne({ _id: 1 });
    await stop();
    expect(readdirSync(dbPath).filter((name) => name.startsWith('brief'))).toHaveLength(1);
    await start(dbPath);
    expect(await client.db('brief').collection('c').countDocuments()).toBe(1);
    const { databases } = await client.db().admin().listDatabases();
    expect(databases.map(({ name }) => name)).toEqual(['brief', 'free', 'held']);
  });

  it('use the room of replaced documents again, whatever was read before', async () => {
    const c = client.db('rewritten').collection('c');
    await c.createIndexes([{ key: { space: 1, at: 1 } }, { key: { space: 1, kind: 1 } }]);
    await c.insertMany(
      Array.from({ length: 5000 }, (_, at) => ({
        space: 's',
        at,
        kind: 'k',
        text: 'x'.repeat(100),
      })),
    );
    // Estimates how many keys the plans would read.
    await c
      .find({ space: 's', kind: 'k', at: { $gt: 9 }, other: 1 })
      .sort({ at: 1 })
      .toArray();
    const size = () => statSync(join(dbPath, 'rewritten.0', 'data.mdb')).size;
    for (let n = 0; n < 3; n++) await c.updateMany({}, { $set: { n } });
    const before = size();
    for (let n = 0; n < 12; n++) await c.updateMany({}, { $set: { n } });
    expect(size() / before).toBeLessThan(1.5);
  });

  it('lose no write that comes while they are dropped', async () => {
    const c = client.db('contested').collection<{ _id: number }>('c');
    await c.insertOne({ _id: -1 });
    const writes = Array.from({ length: 20 }, (_, _id) =>
      c.insertOne({ _id }).then(
        () => _id,
        (error: { code: number }) => -error.code,
      ),
    );
    const dropped = client.db('contested').dropDatabase();
    const outcomes = await Promise.all(writes);
    await dropped;
    for (const code of outcomes.filter((each) => each < 0)) expect(code).toBe(-215);
    // What was acknowledged is there, or was there before the drop, which takes all or nothing.
    const left = (await c.find().sort({ _id: 1 }).toArray()).map(({ _id }) => _id);
    expect(outcomes).toEqual(expect.arrayContaining(left));
    await c.insertOne({ _id: 100 });
    expect(await c.findOne({ _id: 100 })).toEqual({ _id: 100 });
  });

  it('keep their files small when documents lose what made them large', async () => {
    const c = client.db('shrinking').collection<{ _id: number; events?: string }>('c');
    const size = () => statSync(join(dbPath, 'shrinking.0', 'data.mdb')).size;
    const [body, events] = ['b'.repeat(700), 'e'.repeat(1_000)];
    for (let from = 0; from < 4_000; from += 40) {
      const ids = Array.from({ length: 40 }, (_, at) => from + at);
      await c.insertMany(ids.map((_id) => ({ _id, body, events })));
      const updates = ids.map((_id) => ({
        updateOne: { filter: { _id }, update: { $unset: { events: 1 as const } } },
      }));
      await c.bulkWrite(updates, { ordered: false });
    }
    // 2.8 MB of bodies. Each on the page on which it was written, they take 16 MB.
    expect(size()).toBeLessThan(6_000_000);
    expect(await c.countDocuments({ body, events: { $exists: false } })).toBe(4_000);
  });

  it('find what became smaller within the same commit', async () => {
    const c = client.db('smaller').collection<{ _id: number; events?: string; n?: number }>('c');
    const ids = Array.from({ length: 20 }, (_, at) => at);
    await c.insertMany(ids.map((_id) => ({ _id, events: 'e'.repeat(1_000) })));
    await c.bulkWrite(
      [
        ...ids.map((_id) => ({
          updateOne: { filter: { _id }, update: { $unset: { events: 1 as const } } },
        })),
        // The first walks over all documents; one grows, shrinks and leaves again.
        { updateOne: { filter: { events: { $exists: false }, n: 1 }, update: { $set: { n: 2 } } } },
        { updateOne: { filter: { _id: 3 }, update: { $set: { events: 'e'.repeat(2_000) } } } },
        { updateOne: { filter: { _id: 3 }, update: { $set: { n: 3 }, $unset: { events: 1 } } } },
        { deleteOne: { filter: { n: 3 } } },
        { updateOne: { filter: { _id: 4 }, update: { $set: { n: 4 } } } },
      ],
      { ordered: false },
    );
    expect(await c.find().sort({ _id: 1 }).toArray()).toEqual(
      ids.filter((_id) => _id !== 3).map((_id) => (_id === 4 ? { _id, n: 4 } : { _id })),
    );
    expect(await c.countDocuments({})).toBe(19);
  });
});

it('moves the databases of a shared file into files of their own', async () => {
  const dbPath = join(folder, 'shared');
  const binary = { encoding: 'binary', keyEncoding: 'binary' } as const;
  const root = open<Buffer, Buffer>({ path: dbPath, ...binary, maxDbs: 8, noSubdir: false });
  const [documents, entries, catalog] = ['documents', 'entries', 'catalog'].map((name) =>
    root.openDB<Buffer, Buffer>({ name, ...binary }),
  );
  const key = (id: number, rest: Buffer): Buffer => {
    const prefix = Buffer.alloc(4);
    prefix.writeUInt32BE(id);
    return Buffer.concat([prefix, rest]);
  };
  const record = Buffer.from([0, 0, 0, 0, 0, 1]);
  const put = (text: string, value: Doc): void =>
    void catalog!.put(Buffer.from(text), encodeDocument(value));
  for (const [db, id] of [
    ['one', 16],
    ['two', 18],
  ] as const) {
    const spec = doc({ v: int32(2), key: doc({ _id: int32(1) }), name: '_id_' });
    const index = doc({ id: BigInt(id + 1), spec, arrays: [], long: false, ready: true });
    put(`c:${id}`, doc({ id: BigInt(id), db, name: 'c', indexes: [index] }));
    put(`n:${id}`, doc({ count: 1n, bytes: 30n, lastRecord: 1n }));
    void documents!.put(key(id, record), encodeDocument(doc({ _id: db })));
    const entry = Buffer.concat([encodeKey([db], [false]), record]);
    void entries!.put(key(id + 1, entry), Buffer.alloc(0));
  }
  put('meta', doc({ nextId: 20n }));
  await root.flushed;
  await root.close();
  await start(dbPath);
  expect(existsSync(join(dbPath, 'data.mdb'))).toBe(false);
  for (const db of ['one', 'two']) {
    const c = client.db(db).collection<{ _id: string }>('c');
    expect(await c.findOne({ _id: db })).toEqual({ _id: db });
    await expect(c.insertOne({ _id: db })).rejects.toMatchObject({ code: 11000 });
    await client.db(db).collection('new').insertOne({ a: 1 });
    expect(await c.find().toArray()).toEqual([{ _id: db }]);
  }
  await stop();
  expect(readdirSync(dbPath).sort()).toEqual(['one.0', 'two.0']);
});
