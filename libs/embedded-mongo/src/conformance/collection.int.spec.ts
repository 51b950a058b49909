import { Long, type Document } from 'mongodb';
import { ids, Subject } from './subject';

const subject = new Subject();
beforeAll(() => subject.start());
afterAll(() => subject.stop());

const embedded = !process.env['MONGO_CONFORMANCE_URI'];

describe('indexes', () => {
  it('are created, listed and dropped', async () => {
    const c = subject.fresh();
    expect(await c.createIndex({ a: 1, b: -1 }, { unique: true })).toBe('a_1_b_-1');
    expect(
      await c.createIndexes([
        { key: { c: 1 }, expireAfterSeconds: 60 },
        { key: { d: 1 }, sparse: true, name: 'dd' },
      ]),
    ).toEqual(['c_1', 'dd']);
    expect(await c.indexes()).toEqual([
      { v: 2, key: { _id: 1 }, name: '_id_' },
      { v: 2, key: { a: 1, b: -1 }, name: 'a_1_b_-1', unique: true },
      { v: 2, key: { c: 1 }, name: 'c_1', expireAfterSeconds: 60 },
      { v: 2, key: { d: 1 }, name: 'dd', sparse: true },
    ]);
    await c.createIndex({ a: 1, b: -1 }, { unique: true });
    await expect(
      c.createIndex({ a: 1, b: -1 }, { name: 'other', unique: true }),
    ).rejects.toMatchObject({ code: 85 });
    await expect(c.createIndex({ c: -1 }, { name: 'c_1' })).rejects.toMatchObject({ code: 86 });
    await expect(c.createIndex({ c: 1 }, { expireAfterSeconds: 61 })).rejects.toMatchObject({
      code: 85,
    });
    await expect(
      c.createIndex({ c: 1 }, { expireAfterSeconds: 60, unique: true }),
    ).rejects.toMatchObject({ code: 86 });
    await c.dropIndex('dd');
    await expect(c.dropIndex('dd')).rejects.toMatchObject({ code: 27 });
    await expect(c.dropIndex('_id_')).rejects.toMatchObject({ code: 72 });
    await c.dropIndexes();
    expect(await c.indexes()).toHaveLength(1);
    await expect(subject.fresh().indexes()).rejects.toMatchObject({ code: 26 });
  });

  it('refuses definitions that make no sense', async () => {
    const c = subject.fresh();
    const wrong: [spec: Document, code: number][] = [
      [{ key: { a: 0 }, name: 'x' }, 67],
      [{ key: { a: 'foo' }, name: 'x' }, 67],
      [{ key: {}, name: 'x' }, 67],
      [{ key: { a: 1 }, name: 'x', nope: 1 }, 197],
      [{ key: { a: 1 } }, 9],
      [{ key: { a: 1, b: 1 }, name: 'x', expireAfterSeconds: 1 }, 67],
      [{ key: { a: 1 }, name: 'x', sparse: true, partialFilterExpression: { a: 1 } }, 67],
    ];
    for (const [spec, code] of wrong) {
      const created = subject.db.command({ createIndexes: c.collectionName, indexes: [spec] });
      await expect(created).rejects.toMatchObject({ code });
    }
  });

  it('keep values unique', async () => {
    const c = subject.fresh();
    await c.createIndex({ 'a.b': 1, c: 1 }, { unique: true });
    await c.insertOne({ a: { b: 1 }, c: 1 });
    const error = await c.insertOne({ a: { b: 1 }, c: 1 }).catch((e: unknown) => e as Document);
    expect(error).toMatchObject({
      code: 11000,
      keyPattern: { 'a.b': 1, c: 1 },
      keyValue: { 'a.b': 1, c: 1 },
    });
    expect((error as unknown as Error).message).toBe(
      `E11000 duplicate key error collection: ${c.namespace} index: a.b_1_c_1 dup key: { a.b: 1, c: 1 }`,
    );
    await c.insertOne({ c: 1 });
    await expect(c.insertOne({ a: { b: null }, c: 1 })).rejects.toMatchObject({ code: 11000 });
    await expect(c.updateOne({ 'a.b': null }, { $set: { 'a.b': 1 } })).rejects.toMatchObject({
      code: 11000,
    });
    const tags = subject.fresh();
    await tags.createIndex({ t: 1 }, { unique: true });
    await tags.insertOne({ t: ['x', 'y', 'x'] });
    await expect(tags.insertOne({ t: 'y' })).rejects.toMatchObject({ code: 11000 });
    const existing = await subject.with({ a: 1 }, { a: 1 });
    await expect(existing.createIndex({ a: 1 }, { unique: true })).rejects.toMatchObject({
      code: 11000,
    });
    expect(await existing.indexes()).toHaveLength(1);
  });

  it('leave documents out when sparse or partial', async () => {
    const c = subject.fresh();
    await c.createIndex({ a: 1 }, { unique: true, sparse: true });
    await c.createIndex({ b: 1 }, { unique: true, partialFilterExpression: { on: true } });
    await c.insertMany([
      { _id: 1 },
      { _id: 2 },
      { _id: 3, a: 1, b: 1, on: true },
      { _id: 4, b: 1 },
      { _id: 5, b: 1, on: false },
    ]);
    await expect(c.insertOne({ b: 1, on: true })).rejects.toMatchObject({ code: 11000 });
    expect(await ids(c, {}, { a: 1, _id: 1 })).toEqual([1, 2, 4, 5, 3]);
    expect(await ids(c, { a: null })).toEqual([1, 2, 4, 5]);
    expect(await ids(c, { b: 1 })).toEqual([3, 4, 5]);
    expect(await ids(c, { b: 1, on: true })).toEqual([3]);
    await c.updateOne({ _id: 4 }, { $set: { b: 9, on: true } });
    expect(await ids(c, { b: { $gte: 9 }, on: true })).toEqual([4]);
  });

  it('refuse arrays in parallel', async () => {
    const c = subject.fresh();
    await c.createIndex({ a: 1, b: 1 });
    await expect(c.insertOne({ a: [1], b: [2] })).rejects.toMatchObject({ code: 171 });
    await c.insertOne({ a: [1], b: 2 });
  });

  it.each([1_890, 5_000])('hold values of %d letters', async (length) => {
    const c = subject.fresh();
    const long = 'x'.repeat(length);
    await c.createIndex({ a: 1 }, { unique: true });
    await c.insertMany([
      { _id: 2, a: `${long}b` },
      { _id: 1, a: `${long}a` },
      { _id: 3, a: 'y' },
    ]);
    await expect(c.insertOne({ a: `${long}a` })).rejects.toMatchObject({ code: 11000 });
    expect(await ids(c, { a: `${long}b` })).toEqual([2]);
    expect(await ids(c, { a: { $gt: `${long}a` } })).toEqual([2, 3]);
    expect(await ids(c, {}, { a: 1 })).toEqual([1, 2, 3]);
    expect(await ids(c, {}, { a: -1 })).toEqual([3, 2, 1]);
  });

  it('obey a hint', async () => {
    const c = await subject.with({ _id: 1, a: 1, b: 2 }, { _id: 2, a: 2 });
    await c.createIndex({ a: 1 });
    await c.createIndex({ b: 1 }, { sparse: true });
    expect(await c.find({}).hint('b_1').toArray()).toHaveLength(1);
    expect(await c.find({}).hint({ a: 1 }).toArray()).toHaveLength(2);
    await expect(c.find({}).hint('nope').toArray()).rejects.toMatchObject({ code: 2 });
    await expect(c.countDocuments({}, { hint: 'b_1' })).rejects.toMatchObject({ code: 40415 });
  });
});

describe('explain', () => {
  it('shows which index a query walks', async () => {
    const c = await subject.with(
      ...Array.from({ length: 50 }, (_, i) => ({ _id: i, a: i % 5, b: i })),
    );
    await c.createIndex({ a: 1, b: 1 });
    const plan = (await c
      .find({ a: 2, b: { $gt: 10 } })
      .sort({ b: 1 })
      .explain('executionStats')) as Document;
    expect(JSON.stringify(plan['queryPlanner']['winningPlan'])).toContain('"indexName":"a_1_b_1"');
    expect(JSON.stringify(plan['queryPlanner']['winningPlan'])).not.toContain('"SORT"');
    expect(plan['executionStats']).toMatchObject({
      nReturned: 8,
      totalKeysExamined: 8,
      totalDocsExamined: 8,
    });
    const scan = (await c.find({ b: 1 }).explain('queryPlanner')) as Document;
    expect(JSON.stringify(scan['queryPlanner']['winningPlan'])).toContain('COLLSCAN');
    const sorted = (await c
      .find({ a: { $in: [1, 3] } })
      .sort({ b: -1 })
      .limit(3)
      .explain('executionStats')) as Document;
    expect(sorted['executionStats']['totalDocsExamined']).toBe(3);
    await expect(c.aggregate([{ $count: 'n' }]).explain()).rejects.toMatchObject({ code: 59 });
  });
});

it('are not created with options that there are not', async () => {
  await expect(subject.db.command({ create: 'odd', cap: true })).rejects.toMatchObject({
    code: 40415,
  });
});

describe('cursors', () => {
  it('come in batches', async () => {
    const c = await subject.with(...Array.from({ length: 250 }, (_, i) => ({ _id: i })));
    const first = await subject.db.command({ find: c.collectionName, batchSize: 10 });
    expect(first['cursor'].firstBatch).toHaveLength(10);
    const id = Long.fromValue(first['cursor'].id);
    expect(id.isZero()).toBe(false);
    const second = await subject.db.command({
      getMore: id,
      collection: c.collectionName,
      batchSize: 5,
    });
    expect(second['cursor'].nextBatch.map((d: Document) => d['_id'])).toEqual([10, 11, 12, 13, 14]);
    await expect(subject.db.command({ getMore: id, collection: 'other' })).rejects.toMatchObject({
      code: 13,
    });
    expect(
      await subject.db.command({ killCursors: c.collectionName, cursors: [id] }),
    ).toMatchObject({ cursorsKilled: [id], cursorsNotFound: [] });
    await expect(
      subject.db.command({ getMore: id, collection: c.collectionName }),
    ).rejects.toMatchObject({ code: 43 });
    expect(await c.find().batchSize(7).toArray()).toHaveLength(250);
    expect(await c.find().limit(120).toArray()).toHaveLength(120);
    expect(await c.find().limit(-5).toArray()).toHaveLength(5);
    expect(await c.find().skip(245).toArray()).toHaveLength(5);
    expect(
      (await subject.db.command({ find: c.collectionName, batchSize: 0 }))['cursor'].firstBatch,
    ).toHaveLength(0);
    await expect(subject.db.command({ find: c.collectionName, skip: -1 })).rejects.toMatchObject({
      code: 51024,
    });
    await expect(subject.db.command({ find: c.collectionName, nope: 1 })).rejects.toMatchObject({
      code: 40415,
    });
  });

  it('end with an error when what they walk on is dropped', async () => {
    const c = await subject.with(...Array.from({ length: 300 }, (_, i) => ({ _id: i, a: i })));
    await c.createIndex({ a: 1 });
    const cursor = c.find({ a: { $gte: 0 } }).batchSize(5);
    await cursor.next();
    await c.dropIndex('a_1');
    await expect(cursor.toArray()).rejects.toMatchObject({ code: 175 });
    const other = c.find().batchSize(5);
    await other.next();
    await c.drop();
    await expect(other.toArray()).rejects.toMatchObject({ code: 175 });
  });

  it('stay true while documents change', async () => {
    const c = await subject.with(...Array.from({ length: 100 }, (_, i) => ({ _id: i, a: i })));
    await c.createIndex({ a: 1 });
    const cursor = c.find({}).sort({ a: 1 }).batchSize(10);
    const seen: number[] = [];
    for await (const document of cursor) {
      seen.push(document['_id'] as unknown as number);
      if (seen.length === 15) await c.deleteMany({ _id: { $gte: 50 } });
    }
    expect(seen).toEqual(Array.from({ length: 50 }, (_, i) => i));
  });

  it('stay true and in order while documents change, when ranges are merged', async () => {
    const rows = Array.from({ length: 100 }, (_, i) => ({ _id: i, a: i % 2, b: i }));
    const c = await subject.with(...rows);
    await c.createIndex({ a: 1, b: 1 });
    const seen: unknown[] = [];
    const cursor = c.find({ a: { $in: [0, 1] } });
    for await (const { _id } of cursor.sort({ b: 1 }).batchSize(10)) {
      if (seen.push(_id) !== 10) continue;
      await c.updateOne({ _id: 10 }, { $set: { a: 2 } });
      await c.updateOne({ _id: 11 }, { $set: { b: 50.5 } });
      await c.insertOne({ _id: 100, a: 0, b: 8.5 });
    }
    expect(seen).toEqual(
      [...rows.slice(0, 10), ...rows.slice(12, 51), rows[11]!, ...rows.slice(51)].map(
        ({ _id }) => _id,
      ),
    );
  });
});

describe('collections and databases', () => {
  it('are created, listed and dropped', async () => {
    const c = subject.fresh();
    const { db } = subject;
    await db.createCollection(c.collectionName);
    // Repeating it with the same options succeeds, as since 7.0.
    await db.createCollection(c.collectionName);
    const listed = await db.listCollections({ name: c.collectionName }).toArray();
    expect(listed).toMatchObject([
      { name: c.collectionName, type: 'collection', idIndex: { name: '_id_' } },
    ]);
    await c.insertOne({ a: 1 });
    const { databases } = await db.admin().listDatabases({ nameOnly: true });
    expect(databases.map(({ name }) => name)).toEqual(expect.arrayContaining([db.databaseName]));
    expect(await c.drop()).toBe(true);
    expect(await c.countDocuments()).toBe(0);
    await expect(db.collection('a$b').insertOne({})).rejects.toMatchObject({ code: 73 });
  });

  it('count and give distinct values', async () => {
    const c = await subject.with(
      { a: 1, t: ['x', 'y'] },
      { a: 2, t: ['y'] },
      { a: 2, o: { z: 5 } },
    );
    expect(await c.countDocuments({ a: 2 })).toBe(2);
    expect(await c.countDocuments({}, { skip: 1, limit: 1 })).toBe(1);
    expect(await c.estimatedDocumentCount()).toBe(3);
    expect(await c.distinct('a')).toEqual([1, 2]);
    expect(await c.distinct('t')).toEqual(['x', 'y']);
    const mixed = await subject.with({ v: 'b' }, { v: 3 }, { v: null }, { v: 'a' }, { v: 3 });
    expect(await mixed.distinct('v')).toEqual([null, 3, 'a', 'b']);
    expect(await c.distinct('o.z')).toEqual([5]);
    expect(await c.distinct('t', { a: 2 })).toEqual(['y']);
  });
});

describe('sessions', () => {
  it('refuse transactions', async () => {
    if (!embedded) return;
    const session = subject.client.startSession();
    session.startTransaction();
    await expect(subject.fresh().insertOne({ a: 1 }, { session })).rejects.toThrow();
    await session.abortTransaction().catch(() => undefined);
    await session.endSession();
  });
});

describe('commands of the server', () => {
  it('answer what tools ask', async () => {
    const admin = subject.db.admin();
    expect(await admin.command({ hello: 1 })).toMatchObject({
      isWritablePrimary: true,
      maxBsonObjectSize: 16777216,
      minWireVersion: 0,
    });
    expect(await admin.command({ buildInfo: 1 })).toMatchObject({ bits: 64 });
    expect(await admin.command({ connectionStatus: 1 })).toHaveProperty('authInfo');
    expect(await admin.command({ getLog: 'startupWarnings' })).toHaveProperty('log');
    expect(await admin.command({ getParameter: 1, featureCompatibilityVersion: 1 })).toHaveProperty(
      'featureCompatibilityVersion',
    );
    await expect(admin.command({ nope: 1 })).rejects.toMatchObject({
      code: 59,
      codeName: 'CommandNotFound',
    });
    expect(await admin.ping()).toEqual({ ok: 1 });
  });

  it('check write concerns', async () => {
    const c = subject.fresh();
    await c.insertOne({ a: 1 }, { writeConcern: { w: 1, j: true } });
    await c.insertOne({ a: 1 }, { writeConcern: { w: 'majority' } });
    await c.insertOne({ a: 1 }, { writeConcern: { w: 0 } });
    if (embedded)
      await expect(c.insertOne({ a: 1 }, { writeConcern: { w: 3 } })).rejects.toMatchObject({
        code: 2,
      });
  });

  it('refuse documents that may not be stored', async () => {
    const c = subject.fresh<Document & { _id?: number[] }>();
    await expect(c.insertOne({ _id: [1] })).rejects.toMatchObject({ code: 53 });
    await expect(c.insertOne({ a: /x/ })).rejects.toMatchObject({ code: 115 });
    await expect(
      subject.db.command({ insert: c.collectionName, documents: [] }),
    ).rejects.toMatchObject({ code: 16 });
    let deep: Document = {};
    for (let i = 0; i < 190; i++) deep = { d: deep };
    await c.insertOne(deep);
    for (let i = 0; i < 20; i++) deep = { d: deep };
    await expect(c.insertOne(deep)).rejects.toMatchObject({ code: 15 });
  });
});
