import type { Document } from 'mongodb';
import { Subject } from './subject';

/** Views, capped and clustered collections, as the manual describes them. */
const subject = new Subject();
beforeAll(() => subject.start());
afterAll(() => subject.stop());

const named = (): string => subject.fresh().collectionName;

describe('views', () => {
  let view: string;
  let base: string;

  beforeAll(async () => {
    const c = await subject.with(
      { _id: 1, kind: 'a', n: 5, tags: ['x', 'y'] },
      { _id: 2, kind: 'a', n: 3, tags: ['y'] },
      { _id: 3, kind: 'b', n: 1 },
    );
    base = c.collectionName;
    view = named();
    await subject.db.createCollection(view, {
      viewOn: base,
      pipeline: [{ $match: { kind: 'a' } }, { $project: { n: 1, tags: 1 } }],
    });
  });

  it('are read like collections', async () => {
    const v = subject.db.collection<Document>(view);
    expect(await v.find().sort({ n: 1 }).toArray()).toEqual([
      { _id: 2, n: 3, tags: ['y'] },
      { _id: 1, n: 5, tags: ['x', 'y'] },
    ]);
    expect(
      await v
        .find({ n: { $gt: 3 } })
        .project({ n: 1, _id: 0 })
        .toArray(),
    ).toEqual([{ n: 5 }]);
    expect(await v.find().sort({ _id: 1 }).skip(1).limit(1).toArray()).toMatchObject([{ _id: 2 }]);
    expect(await v.findOne({ n: 5 })).toMatchObject({ _id: 1 });
    expect(await v.countDocuments({ n: 3 })).toBe(1);
    expect(await v.estimatedDocumentCount()).toBe(2);
    expect((await v.distinct('tags')).sort()).toEqual(['x', 'y']);
    expect(await v.aggregate([{ $group: { _id: null, sum: { $sum: '$n' } } }]).toArray()).toEqual([
      { _id: null, sum: 8 },
    ]);
    expect(await v.find().batchSize(1).toArray()).toHaveLength(2);
  });

  it('stand in other pipelines and on each other', async () => {
    const above = named();
    await subject.db.createCollection(above, { viewOn: view, pipeline: [{ $match: { n: 5 } }] });
    expect(await subject.db.collection(above).find().toArray()).toMatchObject([{ _id: 1 }]);
    const joined = await subject.db
      .collection(base)
      .aggregate([
        { $match: { _id: 3 as never } },
        { $lookup: { from: above, pipeline: [], as: 'others' } },
        { $unionWith: { coll: view, pipeline: [{ $match: { n: 3 } }] } },
      ])
      .toArray();
    expect(joined).toMatchObject([{ _id: 3, others: [{ _id: 1 }] }, { _id: 2 }]);
    await expect(
      subject.db.command({ collMod: view, viewOn: above, pipeline: [] }),
    ).rejects.toMatchObject({ codeName: 'GraphContainsCycle' });
  });

  it('refuse what only a collection can', async () => {
    const v = subject.db.collection(view);
    const refusal = { codeName: 'CommandNotSupportedOnView' };
    await expect(v.insertOne({ a: 1 })).rejects.toMatchObject(refusal);
    await expect(v.updateOne({}, { $set: { a: 1 } })).rejects.toMatchObject(refusal);
    await expect(v.deleteMany({})).rejects.toMatchObject(refusal);
    await expect(v.createIndex({ a: 1 })).rejects.toMatchObject(refusal);
    await expect(v.indexes()).rejects.toMatchObject(refusal);
    await expect(
      subject.db.createCollection(named(), { viewOn: base, pipeline: [{ $out: 'x' }] }),
    ).rejects.toMatchObject({ codeName: 'OptionNotSupportedOnView' });
    await expect(
      subject.db.createCollection(view, { viewOn: base, pipeline: [] }),
    ).rejects.toMatchObject({ code: 48 });
  });

  it('are listed, changed and dropped', async () => {
    const name = named();
    await subject.db.createCollection(name, { viewOn: base, pipeline: [] });
    const list = (): Promise<Document[]> => subject.db.listCollections({ name }).toArray();
    expect(await list()).toMatchObject([
      { name, type: 'view', options: { viewOn: base, pipeline: [] }, info: { readOnly: true } },
    ]);
    await subject.db.command({ collMod: name, viewOn: base, pipeline: [{ $match: { _id: 3 } }] });
    expect(await subject.db.collection(name).countDocuments()).toBe(1);
    await subject.db.collection(name).drop();
    expect(await list()).toEqual([]);
    expect(await subject.db.collection(base).countDocuments()).toBe(3);
  });
});

describe('capped collections', () => {
  it('let the oldest documents go, by number and by size', async () => {
    const few = await subject.db.createCollection(named(), { capped: true, size: 100_000, max: 3 });
    await few.insertMany([1, 2, 3, 4, 5].map((n) => ({ n })));
    expect(await few.find().project({ _id: 0 }).toArray()).toEqual([{ n: 3 }, { n: 4 }, { n: 5 }]);
    expect(await few.find().sort({ $natural: -1 }).project({ _id: 0 }).toArray()).toEqual([
      { n: 5 },
      { n: 4 },
      { n: 3 },
    ]);
    expect(await few.countDocuments({ _id: { $exists: true } })).toBe(3);
    const small = await subject.db.createCollection(named(), { capped: true, size: 4096 });
    for (let n = 0; n < 20; n++) await small.insertOne({ n, text: 'x'.repeat(1000) });
    const left = await small.find().toArray();
    expect(left.length).toBeLessThanOrEqual(4);
    expect(left.at(-1)).toMatchObject({ n: 19 });
    expect(await small.isCapped()).toBe(true);
    expect(await subject.db.command({ collStats: small.collectionName })).toMatchObject({
      capped: true,
      maxSize: 4096,
    });
  });

  it('want a size, and nothing else has one', async () => {
    await expect(subject.db.command({ create: named(), capped: true })).rejects.toMatchObject({
      code: 72,
    });
    await expect(subject.db.command({ create: named(), size: 5000 })).rejects.toMatchObject({
      code: 72,
    });
  });

  it('are followed by a tailable cursor', async () => {
    const c = await subject.db.createCollection<Document>(named(), {
      capped: true,
      size: 9000,
      max: 4,
    });
    await c.insertMany([{ n: 1 }, { n: 2 }]);
    const cursor = c.find(
      { n: { $ne: 3 } },
      { tailable: true, awaitData: true, maxAwaitTimeMS: 5000 },
    );
    expect(await cursor.next()).toMatchObject({ n: 1 });
    expect(await cursor.next()).toMatchObject({ n: 2 });
    const later = cursor.next();
    await c.insertOne({ n: 3 });
    await c.insertOne({ n: 4 });
    expect(await later).toMatchObject({ n: 4 });
    expect(await cursor.tryNext()).toBeNull();
    await cursor.close();
  });

  it('end a tail that was overtaken', async () => {
    const c = await subject.db.createCollection<Document>(named(), {
      capped: true,
      size: 9000,
      max: 2,
    });
    await c.insertOne({ n: 1 });
    const { cursor } = await subject.db.command({ find: c.collectionName, tailable: true });
    expect(cursor.firstBatch).toHaveLength(1);
    await c.insertMany([{ n: 2 }, { n: 3 }, { n: 4 }]);
    await expect(
      subject.db.command({ getMore: cursor.id, collection: c.collectionName }),
    ).rejects.toMatchObject({ codeName: 'CappedPositionLost' });
  });

  it('alone can be followed', async () => {
    const c = await subject.with({ a: 1 });
    await expect(c.find({}, { tailable: true }).toArray()).rejects.toMatchObject({ code: 2 });
  });
});

describe('clustered collections', () => {
  it('list their index and keep the order of _id', async () => {
    const name = named();
    await subject.db.createCollection(name, {
      clusteredIndex: { key: { _id: 1 }, unique: true, name: 'by id' },
    });
    const c = subject.db.collection<Document>(name);
    await c.insertMany([{ _id: 3 as never }, { _id: 1 as never }, { _id: 2 as never }]);
    expect(await c.find().toArray()).toEqual([{ _id: 1 }, { _id: 2 }, { _id: 3 }]);
    expect(await c.find().sort({ $natural: -1 }).toArray()).toEqual([
      { _id: 3 },
      { _id: 2 },
      { _id: 1 },
    ]);
    expect(await c.indexes()).toMatchObject([
      { v: 2, key: { _id: 1 }, name: 'by id', unique: true, clustered: true },
    ]);
    await expect(c.insertOne({ _id: 1 as never })).rejects.toMatchObject({ code: 11000 });
    await expect(c.dropIndex('by id')).rejects.toMatchObject({ code: 72 });
    await expect(
      subject.db.command({ create: named(), clusteredIndex: { key: { a: 1 }, unique: true } }),
    ).rejects.toMatchObject({ code: 197 });
  });
});

describe('time series collections', () => {
  it('want a time, and may have an _id twice', async () => {
    const name = named();
    await subject.db.createCollection(name, {
      timeseries: { timeField: 'at', metaField: 'sensor' },
      expireAfterSeconds: 100_000_000,
    });
    const c = subject.db.collection<Document>(name);
    const at = new Date();
    await c.insertMany([
      { _id: 1 as never, at, sensor: 'a', n: 1 },
      { _id: 1 as never, at, sensor: 'b', n: 2 },
    ]);
    expect(
      await c
        .find({ _id: 1 as never })
        .sort({ n: 1 })
        .toArray(),
    ).toMatchObject([{ n: 1 }, { n: 2 }]);
    await expect(c.insertOne({ n: 3 })).rejects.toMatchObject({ code: 2 });
    const listed = await subject.db.listCollections({ name }).toArray();
    expect(listed[0]).toHaveProperty('info', { readOnly: false });
    expect(listed).toMatchObject([
      {
        type: 'timeseries',
        options: {
          timeseries: {
            timeField: 'at',
            metaField: 'sensor',
            granularity: 'seconds',
            bucketMaxSpanSeconds: 3600,
          },
        },
      },
    ]);
    await expect(subject.db.command({ create: named(), timeseries: {} })).rejects.toMatchObject({
      code: 40414,
    });
  });

  it('refuse updates', async () => {
    if (process.env['MONGO_CONFORMANCE_URI']) return;
    const name = named();
    const c = await subject.db.createCollection<Document>(name, {
      timeseries: { timeField: 'at' },
    });
    await c.insertOne({ at: new Date(), n: 1 });
    await expect(c.updateOne({}, { $set: { n: 2 } })).rejects.toMatchObject({ code: 115 });
    expect((await c.deleteMany({ n: 1 })).deletedCount).toBe(1);
  });
});

describe('what a find shows besides documents', () => {
  it('walks between keys of an index', async () => {
    const c = await subject.with(...[1, 2, 3, 4, 5].map((n) => ({ _id: n, a: n, b: -n })));
    await c.createIndex({ a: 1 });
    await c.createIndex({ a: -1, b: 1 });
    const between = (options: Document): Promise<Document[]> => c.find({}, options).toArray();
    expect(await between({ min: { a: 2 }, max: { a: 4 }, hint: { a: 1 } })).toMatchObject([
      { _id: 2 },
      { _id: 3 },
    ]);
    expect(await between({ min: { a: 4 }, hint: 'a_1', sort: { a: -1 } })).toMatchObject([
      { _id: 5 },
      { _id: 4 },
    ]);
    expect(
      await between({ min: { a: 4, b: -4 }, max: { a: 2, b: -2 }, hint: { a: -1, b: 1 } }),
    ).toMatchObject([{ _id: 4 }, { _id: 3 }]);
    await expect(between({ min: { a: 2 } })).rejects.toMatchObject({ code: 51173 });
    await expect(between({ min: { b: 2 }, hint: { a: 1 } })).rejects.toMatchObject({ code: 51174 });
  });

  it('gives keys and record numbers', async () => {
    const c = await subject.with({ _id: 7, a: 1, b: 2 });
    await c.createIndex({ a: 1, b: 1 });
    expect(await c.find({ a: 1 }, { returnKey: true }).toArray()).toEqual([{ a: 1, b: 2 }]);
    expect(await c.find({}, { returnKey: true }).toArray()).toEqual([{}]);
    const [shown] = await c.find({}, { showRecordId: true, projection: { a: 1 } }).toArray();
    expect(shown).toEqual({ _id: 7, a: 1, $recordId: expect.anything() });
  });
});

describe('maintenance', () => {
  it('validates a collection', async () => {
    const c = await subject.with({ _id: 1, a: [1, 2] }, { _id: 2 });
    await c.createIndex({ a: 1 });
    expect(await subject.db.command({ validate: c.collectionName, full: true })).toMatchObject({
      valid: true,
      nrecords: 2,
      nIndexes: 2,
      keysPerIndex: { _id_: 2, a_1: 3 },
    });
    await expect(subject.db.command({ validate: named() })).rejects.toMatchObject({ code: 26 });
  });

  it('makes an index unique in two steps', async () => {
    const c = await subject.with({ _id: 1, x: 1 }, { _id: 2, x: 1 });
    await c.createIndex({ x: 1 });
    const change = (index: Document): Promise<Document> =>
      subject.db.command({ collMod: c.collectionName, index: { keyPattern: { x: 1 }, ...index } });
    await change({ prepareUnique: true });
    await expect(c.insertOne({ x: 1 })).rejects.toMatchObject({ code: 11000 });
    await expect(change({ unique: true })).rejects.toMatchObject({
      codeName: 'CannotConvertIndexToUnique',
      errorResponse: { violations: [{ ids: [1, 2] }] },
    });
    await c.deleteOne({ _id: 2 as never });
    await change({ unique: true });
    expect(await c.indexes()).toMatchObject([{}, { name: 'x_1', unique: true }]);
    await expect(c.insertOne({ x: 1 })).rejects.toMatchObject({ code: 11000 });
  });
});
