import { Double, Int32, Long, type Document } from 'mongodb';
import { Subject } from './subject';

const subject = new Subject();
beforeAll(() => subject.start());
afterAll(() => subject.stop());

/** The document after an update, without its `_id`. */
async function updated(
  before: Document,
  update: Document | Document[],
  options: Document = {},
  filter: Document = {},
): Promise<Document | null> {
  const c = await subject.with({ _id: 1, ...before });
  await c.updateOne({ _id: 1, ...filter }, update, options);
  return c.findOne({ _id: 1 }, { projection: { _id: 0 }, promoteValues: false });
}

async function result(
  before: Document,
  update: Document | Document[],
  options: Document = {},
  filter: Document = {},
): Promise<unknown> {
  const after = await updated(before, update, options, filter);
  return JSON.parse(
    JSON.stringify(after, (_, value: unknown) =>
      value instanceof Int32 || value instanceof Double ? value.value : value,
    ),
  );
}

describe('field operators', () => {
  it.each<[string, Document, Document, Document]>([
    ['$set adds and replaces', { a: 1 }, { $set: { a: 2, b: 3 } }, { a: 2, b: 3 }],
    ['$set makes documents', {}, { $set: { 'a.b.c': 1 } }, { a: { b: { c: 1 } } }],
    ['$set in an array', { a: [1, 2] }, { $set: { 'a.1': 5 } }, { a: [1, 5] }],
    ['$set beyond an array', { a: [1] }, { $set: { 'a.3': 5 } }, { a: [1, null, null, 5] }],
    ['new fields come in the order of their names', {}, { $set: { b: 1, a: 2 } }, { a: 2, b: 1 }],
    ['$unset', { a: 1, b: 2 }, { $unset: { a: '' } }, { b: 2 }],
    ['$unset in an array leaves null', { a: [1, 2] }, { $unset: { 'a.0': 1 } }, { a: [null, 2] }],
    ['$unset of what is not there', { a: 1 }, { $unset: { 'a.b': 1, c: 1 } }, { a: 1 }],
    ['$inc', { a: 1 }, { $inc: { a: 2, b: 3 } }, { a: 3, b: 3 }],
    ['$max', { a: 5, b: 5 }, { $max: { a: 3, b: 9, c: 1 } }, { a: 5, b: 9, c: 1 }],
    ['$max compares types', { a: 5 }, { $max: { a: 'x' } }, { a: 'x' }],
    ['$setOnInsert does nothing to what exists', { a: 1 }, { $setOnInsert: { a: 2 } }, { a: 1 }],
  ])('%s', async (_, before, update, after) => {
    const found = await result(before, update);
    expect(found).toEqual(after);
    expect(Object.keys(found as object)).toEqual(Object.keys(after));
  });

  it('keeps and widens the types of numbers', async () => {
    expect((await updated({ a: new Int32(1) }, { $inc: { a: new Int32(1) } }))!['a']).toEqual(
      new Int32(2),
    );
    expect(
      (await updated({ a: new Int32(2147483647) }, { $inc: { a: new Int32(1) } }))!['a'],
    ).toEqual(Long.fromNumber(2147483648));
    expect((await updated({ a: Long.fromNumber(1) }, { $inc: { a: new Int32(1) } }))!['a']).toEqual(
      Long.fromNumber(2),
    );
    expect((await updated({ a: new Int32(1) }, { $inc: { a: new Double(1) } }))!['a']).toEqual(
      new Double(2),
    );
  });
});

describe('array operators', () => {
  it.each<[string, Document, Document, Document]>([
    ['$push', { a: [1] }, { $push: { a: 2, b: 3 } }, { a: [1, 2], b: [3] }],
    ['$push of an array', { a: [1] }, { $push: { a: [2] } }, { a: [1, [2]] }],
    ['$slice', { a: [1, 2] }, { $push: { a: { $each: [3], $slice: -2 } } }, { a: [2, 3] }],
    ['$slice 0', { a: [1, 2] }, { $push: { a: { $each: [], $slice: 0 } } }, { a: [] }],
    ['$pull a value', { a: [1, 2, 1] }, { $pull: { a: 1 } }, { a: [2] }],
    ['$pull by operators', { a: [1, 5, 9] }, { $pull: { a: { $gte: 5 } } }, { a: [1] }],
    [
      '$pull documents',
      { a: [{ b: 1, c: 1 }, { b: 2 }] },
      { $pull: { a: { b: 1 } } },
      { a: [{ b: 2 }] },
    ],
  ])('%s', async (_, before, update, after) => {
    expect(await result(before, update)).toEqual(after);
  });
});

describe('errors', () => {
  it.each<[string, Document, Document | Document[], Document, number]>([
    ['conflict', {}, { $set: { a: 1 }, $inc: { a: 1 } }, {}, 40],
    ['conflict with a parent', {}, { $set: { a: {}, 'a.b': 1 } }, {}, 40],
    ['unknown operator', {}, { $foo: { a: 1 } }, {}, 9],
    ['_id is immutable', {}, { $set: { _id: 2 } }, {}, 66],
    ['path through a scalar', { a: 1 }, { $set: { 'a.b': 1 } }, {}, 28],
    ['name in an array', { a: [1] }, { $set: { 'a.b': 1 } }, {}, 28],
    ['$pull through null', { a: null }, { $pull: { 'a.b': 1 } }, {}, 28],
    ['$pull by a name in an array', { a: [1] }, { $pull: { 'a.x': 1 } }, {}, 28],
    ['$inc of text', { a: 'x' }, { $inc: { a: 1 } }, {}, 14],
    ['$inc with text', { a: 1 }, { $inc: { a: 'x' } }, {}, 14],
    ['$push to a scalar', { a: 1 }, { $push: { a: 1 } }, {}, 2],
    ['$pull from a scalar', { a: 1 }, { $pull: { a: 1 } }, {}, 2],
    ['empty name', {}, { $set: { '': 1 } }, {}, 56],
    ['empty part', {}, { $set: { 'a..b': 1 } }, {}, 56],
    ['$rename', { a: 1 }, { $rename: { a: 'b' } }, {}, 9],
    ['positional', { a: [1] }, { $set: { 'a.$': 1 } }, {}, 115],
    ['all positional', { a: [1] }, { $set: { 'a.$[]': 1 } }, {}, 115],
    ['array filters', { a: [1] }, { $set: { a: 1 } }, { arrayFilters: [{ x: 1 }] }, 40415],
    ['$push with $sort', { a: [1] }, { $push: { a: { $each: [], $sort: 1 } } }, {}, 2],
    ['$addToSet', { a: 1 }, { $addToSet: { a: 1 } }, {}, 9],
    ['long overflow', { a: Long.MAX_VALUE }, { $inc: { a: 1 } }, {}, 2],
    ['pipeline', {}, [{ $set: { a: 1 } }], {}, 115],
  ])('%s', async (_, before, update, options, code) => {
    await expect(updated(before, update, options)).rejects.toMatchObject({ code });
  });
});

it('knows no sort of an update, which came with MongoDB 8', async () => {
  const c = await subject.with({ _id: 1, a: 1 });
  const update = { q: {}, u: { $set: { a: 2 } }, sort: { _id: -1 } };
  await expect(
    subject.db.command({ update: c.collectionName, updates: [update] }),
  ).rejects.toMatchObject({ code: 40415 });
});

describe('upserts', () => {
  it.each<[string, Document, Document | Document[], Document]>([
    [
      'equalities of the filter',
      { a: 1, b: { $eq: 2 }, c: { $gt: 1 } },
      { $set: { d: 4 } },
      { a: 1, b: 2, d: 4 },
    ],
    ['dotted paths', { 'a.b': 1 }, { $set: { c: 1 } }, { a: { b: 1 }, c: 1 }],
    ['$and', { $and: [{ a: 1 }, { b: 2 }] }, { $inc: { n: 1 } }, { a: 1, b: 2, n: 1 }],
    ['$setOnInsert', { a: 1 }, { $setOnInsert: { b: 2 }, $set: { c: 3 } }, { a: 1, b: 2, c: 3 }],
    ['$in of one', { a: { $in: [1] } }, { $set: { b: 1 } }, { a: 1, b: 1 }],
  ])('%s', async (_, filter, update, after) => {
    const c = subject.fresh();
    const done = await c.updateOne(filter, update, { upsert: true });
    expect(done).toMatchObject({ matchedCount: 0, upsertedCount: 1 });
    const found = (await c.findOne({}))!;
    expect(found['_id']).toEqual(done.upsertedId);
    expect({ ...found, _id: 0 }).toEqual({ ...after, _id: 0 });
  });

  it('replaces and upserts', async () => {
    const c = await subject.with({ _id: 1, a: 1, b: 1 });
    expect(await c.replaceOne({ a: 1 }, { c: 1 })).toMatchObject({
      matchedCount: 1,
      modifiedCount: 1,
    });
    expect(await c.findOne()).toEqual({ _id: 1, c: 1 });
    expect((await c.replaceOne({ _id: 7 }, { d: 1 }, { upsert: true })).upsertedId).toBe(7);
    expect(await c.findOne({ _id: 7 })).toEqual({ _id: 7, d: 1 });
    await expect(c.replaceOne({ _id: 1 }, { _id: 2, x: 1 })).rejects.toMatchObject({ code: 66 });
    expect(await c.updateOne({ _id: 1 }, { $set: { c: 1 } })).toMatchObject({
      matchedCount: 1,
      modifiedCount: 0,
    });
  });
});

describe('findAndModify', () => {
  it('gives the old or the new document, sorted and projected', async () => {
    const c = await subject.with({ _id: 1, a: 3 }, { _id: 2, a: 1 }, { _id: 3, a: 2 });
    expect(await c.findOneAndUpdate({}, { $inc: { a: 10 } }, { sort: { a: 1 } })).toEqual({
      _id: 2,
      a: 1,
    });
    expect(
      await c.findOneAndUpdate(
        {},
        { $inc: { a: 10 } },
        { sort: { a: -1 }, returnDocument: 'after', projection: { _id: 0 } },
      ),
    ).toEqual({ a: 21 });
    expect(await c.findOneAndDelete({ a: 2 })).toEqual({ _id: 3, a: 2 });
    expect(await c.findOneAndReplace({ a: 3 }, { b: 1 }, { returnDocument: 'after' })).toEqual({
      _id: 1,
      b: 1,
    });
    expect(await c.findOneAndUpdate({ zzz: 1 }, { $set: { a: 1 } })).toBeNull();
    expect(await c.findOneAndUpdate({ _id: 9 }, { $set: { a: 1 } }, { upsert: true })).toBeNull();
    expect(
      await c.findOneAndUpdate(
        { _id: 10 },
        { $set: { a: 1 } },
        { upsert: true, returnDocument: 'after', includeResultMetadata: true },
      ),
    ).toMatchObject({
      lastErrorObject: { n: 1, updatedExisting: false, upserted: 10 },
      value: { _id: 10, a: 1 },
    });
    await expect(
      subject.db.command({ findAndModify: c.collectionName, query: {}, remove: true, update: {} }),
    ).rejects.toMatchObject({ code: 9 });
  });
});

describe('bulk writes', () => {
  it('stops at the first error when ordered, goes on when not', async () => {
    const c = await subject.with({ _id: 1 });
    const documents = [{ _id: 2 }, { _id: 1 }, { _id: 3 }];
    await expect(c.insertMany(documents)).rejects.toMatchObject({
      code: 11000,
      result: { insertedCount: 1 },
    });
    await expect(
      c.insertMany([{ _id: 2 }, { _id: 3 }, { _id: 1 }, { _id: 4 }], { ordered: false }),
    ).rejects.toMatchObject({ code: 11000, result: { insertedCount: 2 } });
    expect(await c.countDocuments()).toBe(4);
    const done = await c.bulkWrite([
      { insertOne: { document: { _id: 5 } } },
      { updateOne: { filter: { _id: 5 }, update: { $set: { a: 1 } } } },
      { updateMany: { filter: {}, update: { $set: { b: 1 } } } },
      { replaceOne: { filter: { _id: 6 }, replacement: { c: 1 }, upsert: true } },
      { deleteOne: { filter: { _id: 1 } } },
      { deleteMany: { filter: { _id: { $gte: 5 } } } },
    ]);
    expect(done).toMatchObject({
      insertedCount: 1,
      matchedCount: 6,
      modifiedCount: 6,
      upsertedCount: 1,
      deletedCount: 3,
    });
  });
});
