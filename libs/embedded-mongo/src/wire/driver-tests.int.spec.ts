import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MongoClient, type Document } from 'mongodb';
import { startMongoServer, type MongoServer } from '../index';

/** What test suites of drivers ask of a replica set, besides data. */
let folder: string;
let server: MongoServer;
let client: MongoClient;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'embedded-mongo-'));
  server = await startMongoServer({ dbPath: folder, replicaSet: 'rs', testCommands: true });
  client = await MongoClient.connect(server.uri, { monitorCommands: true });
});
afterAll(async () => {
  await client.close();
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

const failing = (data: Document, mode: unknown = { times: 1 }): Promise<Document> =>
  client.db('admin').command({ configureFailPoint: 'failCommand', mode, data });

describe('fail points', () => {
  it('do not exist unless the server was started with test commands', async () => {
    const other = mkdtempSync(join(tmpdir(), 'embedded-mongo-'));
    const plain = await startMongoServer({ dbPath: other });
    const connection = await MongoClient.connect(plain.uri);
    await expect(
      connection.db('admin').command({ configureFailPoint: 'failCommand', mode: 'off' }),
    ).rejects.toMatchObject({ code: 59 });
    await connection.close();
    await plain.close();
    rmSync(other, { recursive: true, force: true });
  });

  it('answer an error as often as asked', async () => {
    const c = client.db('fail').collection('errors');
    await failing({ failCommands: ['find'], errorCode: 2 }, { times: 2 });
    await expect(c.findOne()).rejects.toMatchObject({ code: 2 });
    await expect(c.findOne()).rejects.toMatchObject({ code: 2 });
    expect(await c.findOne()).toBeNull();
    const { count } = await client
      .db('admin')
      .command({ configureFailPoint: 'failCommand', mode: 'off' });
    expect(count).toBe(2);
  });

  it('end a cursor whose time limit is over, also between two batches', async () => {
    const c = client.db('fail').collection<{ _id: number }>('limited');
    await c.insertMany(Array.from({ length: 20 }, (_, i) => ({ _id: i })));
    const timeOut = (mode: string): Promise<Document> =>
      client.db('admin').command({ configureFailPoint: 'maxTimeAlwaysTimeOut', mode });
    const limited = c.find({}, { maxTimeMS: 60_000, batchSize: 2 });
    const free = c.find({}, { batchSize: 2 });
    await limited.next();
    await free.next();
    await timeOut('alwaysOn');
    try {
      expect(await free.toArray()).toHaveLength(19);
      await expect(limited.toArray()).rejects.toMatchObject({ code: 50 });
    } finally {
      await timeOut('off');
    }
  });

  it('say of which topology an error about the primary is', async () => {
    await failing({ failCommands: ['find'], errorCode: 10107 });
    const hello = await client.db('admin').command({ hello: 1 });
    const told = await client
      .db('fail')
      .command({ find: 'errors' })
      .catch((error: { errorResponse: Document }) => error.errorResponse);
    expect(told).toMatchObject({ code: 10107, topologyVersion: hello['topologyVersion'] });
  });

  it('let writes be tried again, once applied', async () => {
    const c = client.db('fail').collection<Document>('writes');
    await failing({ failCommands: ['insert'], errorCode: 11600 });
    await c.insertOne({ _id: 1 as never });
    await failing({ failCommands: ['update'], closeConnection: true });
    await c.updateOne({}, { $inc: { n: 1 } });
    // The write is done, but the client never hears of it.
    await client
      .db('admin')
      .command({ configureFailPoint: 'onPrimaryTransactionalWrite', mode: { times: 1 } });
    await c.updateOne({}, { $inc: { n: 1 } });
    expect(await c.find().toArray()).toEqual([{ _id: 1, n: 2 }]);
  });

  it('report write concern errors beside what was done', async () => {
    const c = client.db('fail').collection('concern');
    const concern = { code: 100, errmsg: 'not enough data-bearing nodes' };
    await failing({ failCommands: ['insert'], writeConcernError: concern });
    await expect(c.insertOne({ a: 1 })).rejects.toMatchObject({ code: 100 });
    expect(await c.countDocuments()).toBe(1);
  });

  it('mean one application and one collection', async () => {
    const named = await MongoClient.connect(server.uri, { maxPoolSize: 1 });
    await named.db('admin').command({ hello: 1, client: { application: { name: 'tested' } } });
    const c = named.db('fail').collection('meant');
    await failing({ failCommands: ['find'], errorCode: 2, appName: 'another' });
    expect(await c.findOne()).toBeNull();
    await failing({ failCommands: ['find'], errorCode: 2, namespace: 'fail.another' });
    expect(await c.findOne()).toBeNull();
    const both = { appName: 'tested', namespace: 'fail.meant' };
    await failing({ failCommands: ['find'], errorCode: 2, ...both });
    await expect(c.findOne()).rejects.toMatchObject({ code: 2 });
    await named.close();
    await failing({ failCommands: [] }, 'off');
  });

  it('refuse names and modes that are none', async () => {
    const admin = client.db('admin');
    await expect(
      admin.command({ configureFailPoint: 'nothing', mode: 'off' }),
    ).rejects.toMatchObject({ code: 128 });
    await expect(failing({ failCommands: ['find'] }, 'sometimes')).rejects.toMatchObject({
      code: 9,
    });
  });
});

describe('a write concern that one member cannot keep', () => {
  it('is told beside what was done', async () => {
    const c = client.db('concern').collection<Document>('c');
    await expect(c.insertOne({ a: 1 }, { writeConcern: { w: 3 } })).rejects.toMatchObject({
      code: 100,
      result: { n: 1 },
    });
    const reply = await client
      .db('concern')
      .command({ insert: 'c', documents: [{ a: 2 }], writeConcern: { w: 'elsewhere' } })
      .catch((error: { errorResponse: Document }) => error.errorResponse);
    expect(reply).toMatchObject({ n: 1, writeConcernError: { code: 79 } });
    expect(await c.countDocuments()).toBe(2);
  });

  it('is told beside an error too', async () => {
    const db = client.db('concern');
    await db.createCollection('old');
    await db.createCollection('taken');
    const told = await client
      .db('admin')
      .command({
        renameCollection: 'concern.old',
        to: 'concern.taken',
        writeConcern: { w: 2, wtimeout: 1 },
      })
      .catch((error: { errorResponse: Document }) => error.errorResponse);
    expect(told).toMatchObject({ ok: 0, code: 48, writeConcernError: { code: 100 } });
  });
});

describe('the topology', () => {
  it('is told to a client that waits for it', async () => {
    const watching = new MongoClient(server.uri, { heartbeatFrequencyMS: 500 });
    const awaited = new Promise<void>((resolve) => {
      watching.on('serverHeartbeatSucceeded', (event) => event.awaited && resolve());
    });
    await watching.connect();
    await awaited;
    await watching.close();
  });

  it('has a clock that goes on with writes and is sent back', async () => {
    const c = client.db('clock').collection('c');
    const session = client.startSession({ causalConsistency: true });
    await c.insertOne({ a: 1 }, { session });
    const first = session.operationTime!;
    await c.insertOne({ a: 2 }, { session });
    expect(session.operationTime!.comp(first)).toBe(1);
    let sent: Document | undefined;
    const listen = (event: { command: Document }): void => void (sent = event.command);
    client.on('commandStarted', listen);
    await c.findOne({}, { session });
    client.off('commandStarted', listen);
    expect(sent).toMatchObject({
      readConcern: { afterClusterTime: session.operationTime },
      $clusterTime: { clusterTime: expect.anything() },
    });
    await session.endSession();
  });

  it('is that of a replica set of one', async () => {
    const admin = client.db('admin');
    expect(await admin.command({ replSetGetStatus: 1 })).toMatchObject({
      set: 'rs',
      myState: 1,
      members: [{ stateStr: 'PRIMARY', self: true }],
    });
    expect(await admin.command({ replSetGetConfig: 1 })).toMatchObject({
      config: { _id: 'rs', members: [{ _id: 0 }] },
    });
  });
});
