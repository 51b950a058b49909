import type { Document } from 'mongodb';
import { Subject } from './subject';

/** Collations of indexes, of collections and of groups. */
const subject = new Subject();
beforeAll(() => subject.start());
afterAll(() => subject.stop());

const insensitive = { locale: 'en', strength: 2 };

describe('a unique index with a collation', () => {
  it('refuses what is equal under it, and only that', async () => {
    const c = subject.fresh();
    await c.createIndex({ name: 1 }, { unique: true, collation: insensitive });
    await c.insertMany([
      { _id: 1 as never, name: 'Zoë' },
      { _id: 2 as never, name: 'zoe' },
    ]);
    for (const name of ['ZOE', 'zoË', 'Zoe\u0308', 'ｚｏｅ'])
      await expect(c.insertOne({ name })).rejects.toMatchObject({
        code: 11000,
        keyPattern: { name: 1 },
      });
    await c.insertOne({ _id: 3 as never, name: 'Zo-e' });
    await expect(c.updateOne({ _id: 3 as never }, { $set: { name: 'ZOE' } })).rejects.toMatchObject(
      { code: 11000 },
    );
    await c.updateOne({ _id: 2 as never }, { $set: { name: 'ZOE' } });
    await c.deleteOne({ _id: 2 as never });
    await c.insertOne({ name: 'zOe' });
  });

  it('looks at every field of its keys', async () => {
    const c = subject.fresh();
    await c.createIndex({ space: 1, name: 1 }, { unique: true, collation: insensitive });
    await c.insertOne({ space: 1, name: 'かな' });
    await c.insertOne({ space: 2, name: 'カナ' });
    await expect(c.insertOne({ space: 1, name: 'カナ' })).rejects.toMatchObject({ code: 11000 });
  });

  it('cannot be built over duplicates', async () => {
    const c = await subject.with({ name: 'a' }, { name: 'A' });
    await expect(
      c.createIndex({ name: 1 }, { unique: true, collation: insensitive }),
    ).rejects.toMatchObject({ code: 11000 });
  });

  (process.env['MONGO_CONFORMANCE_URI'] ? it.skip : it)(
    'is refused in a language that folds letters in ways of its own',
    async () => {
      const c = subject.fresh();
      const swedish = { locale: 'sv', strength: 1 };
      await expect(
        c.createIndex({ name: 1 }, { unique: true, collation: swedish }),
      ).rejects.toMatchObject({ code: 115 });
      await c.createIndex({ name: 1 }, { collation: swedish });
      await c.insertOne({ name: 'ü' });
      expect(await c.countDocuments({ name: 'y' }, { collation: swedish })).toBe(1);
      await expect(
        c.aggregate([{ $group: { _id: '$name' } }], { collation: swedish }).toArray(),
      ).rejects.toMatchObject({ code: 115 });
    },
  );

  it('is listed with all of its collation and never mistaken for another', async () => {
    const c = await subject.with({ name: 'b' }, { name: 'A' }, { name: 'a' });
    await c.createIndex({ name: 1 }, { collation: { locale: 'fr' }, name: 'french' });
    await c.createIndex({ name: 1 }, { name: 'plain' });
    expect(await c.indexes()).toMatchObject([
      {},
      { name: 'french', collation: { locale: 'fr', strength: 3, caseLevel: false } },
      { name: 'plain' },
    ]);
    const names = async (options: Document): Promise<unknown[]> =>
      (
        await c
          .find({ name: { $gte: 'A' } }, options)
          .sort({ name: 1 })
          .toArray()
      ).map(({ name }) => name as unknown);
    expect(await names({})).toEqual(['A', 'a', 'b']);
    expect(await names({ collation: { locale: 'fr' } })).toEqual(['A', 'b']);
    expect(await names({ hint: 'french' })).toEqual(['A', 'a', 'b']);
    expect(await names({ hint: 'french', collation: { locale: 'fr' } })).toEqual(['A', 'b']);
    expect(await c.countDocuments({ name: 'a' }, { hint: 'french' })).toBe(1);
  });
});

describe('a collection with a collation', () => {
  it('has it in every command that gives none', async () => {
    const name = subject.fresh().collectionName;
    await subject.db.createCollection(name, { collation: insensitive });
    const c = subject.db.collection(name);
    await c.insertMany([{ w: 'b' }, { w: 'A' }, { w: 'a' }, { w: 'B' }]);
    expect(await c.countDocuments({ w: 'a' })).toBe(2);
    expect(await c.find({ w: 'a' }).toArray()).toHaveLength(2);
    expect(await c.find({ w: 'a' }, { collation: { locale: 'simple' } }).toArray()).toHaveLength(1);
    expect((await c.find().sort({ w: 1, _id: 1 }).toArray()).map(({ w }) => w as string)).toEqual([
      'A',
      'a',
      'b',
      'B',
    ]);
    expect(await c.distinct('w')).toEqual(['A', 'b']);
    expect(
      await c
        .aggregate([{ $group: { _id: '$w', n: { $sum: 1 } } }, { $sort: { _id: 1 } }])
        .toArray(),
    ).toEqual([
      { _id: 'A', n: 2 },
      { _id: 'b', n: 2 },
    ]);
    expect((await c.updateMany({ w: 'a' }, { $set: { done: true } })).modifiedCount).toBe(2);
    await c.createIndex({ w: 1 });
    expect(await c.indexes()).toMatchObject([{}, { collation: insensitive }]);
    expect((await c.deleteMany({ w: 'B' })).deletedCount).toBe(2);
    expect(await subject.db.listCollections({ name }).toArray()).toMatchObject([
      { options: { collation: { locale: 'en', strength: 2 } } },
    ]);
  });

  it('can be a view, whose collation is its own', async () => {
    const base = await subject.with({ w: 'b' }, { w: 'A' }, { w: 'a' });
    const viewOn = base.collectionName;
    const [plain, collated] = [subject.fresh().collectionName, subject.fresh().collectionName];
    await subject.db.createCollection(plain, { viewOn, pipeline: [] });
    await subject.db.createCollection(collated, { viewOn, pipeline: [], collation: insensitive });
    expect(await subject.db.collection(plain).countDocuments({ w: 'a' })).toBe(1);
    expect(await subject.db.collection(collated).countDocuments({ w: 'a' })).toBe(2);
    expect(await subject.db.collection(collated).find({ w: 'a' }).toArray()).toHaveLength(2);
  });

  it('refuses what would be compared without it', async () => {
    const c = await subject.with({ a: 'x' });
    await expect(
      c
        .aggregate([{ $project: { same: { $eq: ['$a', 'X'] } } }], { collation: insensitive })
        .toArray(),
    ).rejects.toMatchObject({ code: 115 });
  });
});
