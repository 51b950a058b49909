import type { Document } from 'mongodb';
import { ids, Subject } from './subject';

const subject = new Subject();
beforeAll(() => subject.start());
afterAll(() => subject.stop());

describe('collation', () => {
  const caseless = { locale: 'en_US', strength: 2 };

  it('compares strings as its language does', async () => {
    const c = await subject.with(
      { _id: 1, x: 'ping' },
      { _id: 2, x: 'PING' },
      { _id: 3, x: 'pong' },
      { _id: 4, x: 'Älg' },
    );
    await c.createIndex({ x: 1 });
    expect(
      await c.find({ x: 'Ping' }, { collation: caseless }).sort({ _id: 1 }).toArray(),
    ).toHaveLength(2);
    expect(await c.countDocuments({ x: 'PING' }, { collation: caseless })).toBe(2);
    expect(
      (
        await c
          .find({}, { collation: { locale: 'en' } })
          .sort({ x: 1 })
          .toArray()
      ).map((d) => d['x']),
    ).toEqual(['Älg', 'ping', 'PING', 'pong']);
    expect(await c.distinct('x', {}, { collation: caseless })).toHaveLength(3);
    expect(
      await c.aggregate([{ $match: { x: 'PONG' } }], { collation: caseless }).toArray(),
    ).toHaveLength(1);
    expect(
      (await c.updateMany({ x: 'ping' }, { $set: { y: 1 } }, { collation: caseless }))
        .modifiedCount,
    ).toBe(2);
    expect((await c.findOneAndDelete({ x: 'PONG' }, { collation: caseless }))!['_id']).toBe(3);
    expect((await c.deleteMany({ x: 'pInG' }, { collation: caseless })).deletedCount).toBe(2);
    expect(await c.find({ x: 'älg' }, { collation: { locale: 'simple' } }).toArray()).toHaveLength(
      0,
    );
    const numbers = await subject.with({ _id: 1, x: 'a10' }, { _id: 2, x: 'a9' });
    expect(
      (
        await numbers
          .find({}, { collation: { locale: 'en', numericOrdering: true } })
          .sort({ x: 1 })
          .toArray()
      ).map((d) => d['_id']),
    ).toEqual([2, 1]);
  });

  it('is refused when it is none', async () => {
    const c = await subject.with({ x: 1 });
    await expect(
      c.find({}, { collation: { locale: 'zz_nowhere' } }).toArray(),
    ).rejects.toMatchObject({ code: 2 });
    await expect(
      c.find({}, { collation: { strength: 1 } as never }).toArray(),
    ).rejects.toMatchObject({ code: 40414 });
  });
});

describe('validation', () => {
  it('keeps out documents that break the rules', async () => {
    const { db } = subject;
    const name = subject.fresh().collectionName;
    const c = await db.createCollection<Document>(name, { validator: { x: { $type: 'string' } } });
    await c.insertOne({ _id: 1, x: 'a' } as never);
    const error = await c.insertOne({ _id: 2, x: 1 } as never).catch((e: unknown) => e as Document);
    expect(error).toMatchObject({
      code: 121,
      errInfo: { failingDocumentId: 2, details: { operatorName: '$type' } },
    });
    await expect(c.updateOne({ _id: 1 } as never, { $set: { x: 5 } })).rejects.toMatchObject({
      code: 121,
    });
    await expect(c.findOneAndUpdate({ _id: 1 } as never, { $set: { x: 5 } })).rejects.toMatchObject(
      { code: 121 },
    );
    await c.insertOne({ _id: 3, x: 1 } as never, { bypassDocumentValidation: true });
    expect(await ids(c, {})).toEqual([1, 3]);
    await db.command({
      collMod: name,
      validator: {
        $jsonSchema: {
          bsonType: 'object',
          required: ['y'],
          properties: { y: { bsonType: 'int', minimum: 2 } },
        },
      },
    });
    await expect(c.insertOne({ y: 1 })).rejects.toMatchObject({ code: 121 });
    await c.insertOne({ y: 2 });
  });

  it('is a filter too', async () => {
    const c = await subject.with({ _id: 1, a: 'xyz', l: [1, 2] }, { _id: 2, a: 5 }, { _id: 3 });
    const matching = (schema: Document): Promise<unknown[]> => ids(c, { $jsonSchema: schema });
    expect(await matching({ required: ['a'] })).toEqual([1, 2]);
    expect(await matching({ properties: { a: { type: 'string', minLength: 3 } } })).toEqual([1, 3]);
    expect(await matching({ properties: { l: { items: { maximum: 1 } } } })).toEqual([2, 3]);
    expect(await matching({ not: { required: ['a'] } })).toEqual([3]);
    await expect(matching({ foo: 1 })).rejects.toMatchObject({ code: 9 });
  });
});

describe('let', () => {
  it('gives values to expressions', async () => {
    const c = await subject.with({ _id: 1, a: 1 }, { _id: 2, a: 2 });
    const find = await subject.db.command({
      find: c.collectionName,
      filter: { $expr: { $eq: ['$a', '$$wanted'] } },
      let: { wanted: 2 },
    });
    expect(find['cursor'].firstBatch).toEqual([{ _id: 2, a: 2 }]);
    expect(
      await c
        .aggregate([{ $project: { b: { $add: ['$a', '$$more'] } } }, { $sort: { _id: 1 } }], {
          let: { more: 10 },
        })
        .toArray(),
    ).toEqual([
      { _id: 1, b: 11 },
      { _id: 2, b: 12 },
    ]);
    await c.updateOne({ _id: 1 } as never, [{ $set: { a: '$$fresh' } }], { let: { fresh: 7 } });
    expect(await c.findOne({ _id: 1 } as never)).toEqual({ _id: 1, a: 7 });
  });
});
