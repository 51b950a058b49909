import { Logger } from '@nestjs/common';
import type { Model } from 'mongoose';
import type { Database } from '../connection/database';
import { mongoForTest, type MongoForTest } from '../testing/mongo-for-test';
import { thingSchema } from '../testing/thing';
import { inSystemScope, systemScopeReason } from './system-scope';
import { MissingSpace } from './tenant-plugin';

Logger.overrideLogger(false);

describe('a query without one space', () => {
  let mongo: MongoForTest;
  let database: Database;
  let things: Model<Record<string, unknown>>;

  beforeAll(async () => {
    mongo = await mongoForTest();
    database = mongo.database();
    things = database.store(thingSchema, null).model as never;
    await database.open();
  });
  afterAll(async () => {
    await database.drop();
    await database.close();
    await mongo.stop();
  });
  beforeEach(async () => {
    await inSystemScope('a test empties the collection', () => things.deleteMany({}));
    await things.insertMany([stored('engawa', 'a'), stored('other', 'b')]);
  });

  function stored(space: unknown, id: string) {
    const now = new Date();
    const common = { version: 1, createdAt: now, updatedAt: now };
    return { _id: `${String(space)}/${id}`, id, space, name: `${String(space)} ${id}`, ...common };
  }

  type Filter = Record<string, unknown>;
  const update = { $set: { rank: 5 } };
  const operations: Record<string, (filter: Filter) => PromiseLike<unknown>> = {
    find: (filter) => things.find(filter).exec(),
    findOne: (filter) => things.findOne(filter).exec(),
    exists: (filter) => things.exists(filter).exec(),
    countDocuments: (filter) => things.countDocuments(filter).exec(),
    distinct: (filter) => things.distinct('name', filter).exec(),
    updateOne: (filter) => things.updateOne(filter, update).exec(),
    updateMany: (filter) => things.updateMany(filter, update).exec(),
    replaceOne: (filter) => things.replaceOne(filter, stored('engawa', 'a')).exec(),
    deleteOne: (filter) => things.deleteOne(filter).exec(),
    deleteMany: (filter) => things.deleteMany(filter).exec(),
    findOneAndUpdate: (filter) => things.findOneAndUpdate(filter, update).exec(),
    findOneAndReplace: (filter) => things.findOneAndReplace(filter, stored('engawa', 'a')).exec(),
    findOneAndDelete: (filter) => things.findOneAndDelete(filter).exec(),
    aggregate: (filter) => things.aggregate([{ $match: filter }, { $limit: 1 }]).exec(),
    'bulkWrite.updateOne': (filter) => things.bulkWrite([{ updateOne: { filter, update } }]),
    'bulkWrite.updateMany': (filter) => things.bulkWrite([{ updateMany: { filter, update } }]),
    'bulkWrite.replaceOne': (filter) =>
      things.bulkWrite([{ replaceOne: { filter, replacement: stored('engawa', 'a') as never } }]),
    'bulkWrite.deleteOne': (filter) => things.bulkWrite([{ deleteOne: { filter } }]),
    'bulkWrite.deleteMany': (filter) => things.bulkWrite([{ deleteMany: { filter } }]),
  };

  const bad: [string, Filter][] = [
    ['none', {}],
    ['an operator', { space: { $ne: 'x' } }],
    ['a list', { space: { $in: ['engawa', 'other'] } }],
    ['an expression', { space: /.*/ }],
    ['nothing', { space: null }],
    ['undefined', { space: undefined }],
    ['an empty text', { space: '' }],
    ['only inside of $or', { $or: [{ space: 'engawa' }, { space: 'other' }] }],
  ];

  describe.each(Object.keys(operations))('%s', (name) => {
    const operation = operations[name]!;

    it.each(bad)('throws for %s, and nothing happens', async (_what, filter) => {
      await expect((async () => operation(filter))()).rejects.toBeInstanceOf(MissingSpace);
      const left = await inSystemScope('a test looks', () => things.find({}).lean().exec());
      expect(left).toHaveLength(2);
      expect(left.every((thing) => thing['rank'] === undefined)).toBe(true);
    });

    it('works within one space and leaves others alone', async () => {
      await operation({ space: 'engawa' });
      const other = await things.findOne({ space: 'other' }).lean().exec();
      expect(other).toMatchObject({ id: 'b', name: 'other b' });
      expect(other!['rank']).toBeUndefined();
    });
  });

  it('is refused for an aggregation that does not begin with it, and for a bare count', async () => {
    await expect(things.aggregate([{ $limit: 1 }]).exec()).rejects.toBeInstanceOf(MissingSpace);
    await expect(
      things.aggregate([{ $limit: 1 }, { $match: { space: 'engawa' } }]).exec(),
    ).rejects.toBeInstanceOf(MissingSpace);
    await expect(things.estimatedDocumentCount().exec()).rejects.toBeInstanceOf(MissingSpace);
    await expect(things.distinct('name').exec()).rejects.toBeInstanceOf(MissingSpace);
    await expect(things.findById('engawa/a').exec()).rejects.toBeInstanceOf(MissingSpace);
  });

  it.each([undefined, null, ''])('is refused for a new document of space %p', async (space) => {
    const document = { ...stored('engawa', 'c'), space };
    await expect(things.insertMany([document])).rejects.toThrow();
    await expect(new things(document).save()).rejects.toThrow();
    await expect(things.create(document)).rejects.toThrow();
    await expect(things.bulkWrite([{ insertOne: { document } }] as never)).rejects.toThrow();
    const count = await inSystemScope('a test counts', () => things.countDocuments({}).exec());
    expect(count).toBe(2);
  });

  it.each([
    ['$set', { $set: { space: 'other' } }],
    ['a bare field', { space: 'other' }],
    ['$unset', { $unset: { space: 1 } }],
    ['$rename', { $rename: { name: 'space' } }],
    ['$setOnInsert', { $setOnInsert: { space: 'other' } }],
    ['a pipeline', [{ $set: { space: 'other' } }]],
  ])('cannot be made by moving a document with %s', async (_name, change) => {
    const filter = { space: 'engawa', id: 'a' };
    const attempts = [
      () => things.updateOne(filter, change as never, { updatePipeline: true } as never).exec(),
      () =>
        things.findOneAndUpdate(filter, change as never, { updatePipeline: true } as never).exec(),
      () => things.bulkWrite([{ updateOne: { filter, update: change as never } }]),
    ];
    for (const attempt of attempts) await expect((async () => attempt())()).rejects.toThrow();
    expect(await things.countDocuments({ space: 'engawa' }).exec()).toBe(1);
  });

  it('needs a system scope, which needs a reason and ends with its work', async () => {
    await expect(inSystemScope(' ', () => 1)).rejects.toBeInstanceOf(TypeError);
    const all = await inSystemScope('god lists spaces', async () => {
      expect(systemScopeReason()).toBe('god lists spaces');
      return things.find({}).exec();
    });
    expect(all).toHaveLength(2);
    expect(systemScopeReason()).toBeNull();
    // An operator instead of a space is rejected too.
    await expect(
      (async () =>
        inSystemScope('test', () => things.find({ space: { $ne: 'x' } as never }).exec()))(),
    ).rejects.toBeInstanceOf(MissingSpace);
  });
});
