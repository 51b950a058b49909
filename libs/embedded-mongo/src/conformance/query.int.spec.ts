import { Binary, Double, Int32, Long, ObjectId, type Filter } from 'mongodb';
import { ids, Subject, type Row } from './subject';

const subject = new Subject();
beforeAll(() => subject.start());
afterAll(() => subject.stop());

describe('comparison', () => {
  it('compares numbers of all types by their value', async () => {
    const c = await subject.with(
      { _id: 1, a: new Int32(5) },
      { _id: 2, a: new Double(5) },
      { _id: 3, a: Long.fromNumber(5) },
      { _id: 5, a: '5' },
      { _id: 6, a: Long.fromString('9007199254740993') },
      { _id: 7, a: new Double(9007199254740992) },
    );
    for (const index of [false, true]) {
      if (index) await c.createIndex({ a: 1 });
      expect(await ids(c, { a: 5 })).toEqual([1, 2, 3]);
      expect(await ids(c, { a: { $gt: new Double(9007199254740992) } })).toEqual([6]);
      expect(await ids(c, { a: { $lt: 6 } })).toEqual([1, 2, 3]);
      expect(await ids(c, { a: { $in: [new Double(5), '5'] } })).toEqual([1, 2, 3, 5]);
      expect(await ids(c, { a: { $ne: 5 } })).toEqual([5, 6, 7]);
      expect(await ids(c, { a: { $nin: [5, '5'] } })).toEqual([6, 7]);
    }
  });

  it('treats NaN as equal to itself only', async () => {
    const c = await subject.with(
      { _id: 1, a: NaN },
      { _id: 2, a: 1 },
      { _id: 3, a: -Infinity },
      { _id: 4 },
    );
    for (const index of [false, true]) {
      if (index) await c.createIndex({ a: 1 });
      expect(await ids(c, { a: NaN })).toEqual([1]);
      expect(await ids(c, { a: { $lt: 5 } })).toEqual([2, 3]);
      expect(await ids(c, { a: { $gte: NaN } })).toEqual([1]);
      expect(await ids(c, { a: { $gt: NaN } })).toEqual([]);
      expect(await ids(c, {}, { a: 1 })).toEqual([4, 1, 3, 2]);
    }
  });

  it('matches null with missing', async () => {
    const c = await subject.with(
      { _id: 1, a: null },
      { _id: 2 },
      { _id: 3, a: 1 },
      { _id: 4, a: [null] },
      { _id: 5, a: [] },
      { _id: 6, a: { b: null } },
    );
    for (const index of [false, true]) {
      if (index) await c.createIndex({ a: 1 });
      expect(await ids(c, { a: null })).toEqual([1, 2, 4]);
      expect(await ids(c, { a: { $ne: null } })).toEqual([3, 5, 6]);
      expect(await ids(c, { a: { $exists: false } })).toEqual([2]);
      expect(await ids(c, { a: { $exists: true } })).toEqual([1, 3, 4, 5, 6]);
      expect(await ids(c, { a: { $gte: null } })).toEqual([1, 2, 4]);
      expect(await ids(c, { 'a.b': null })).toEqual([1, 2, 3, 6]);
      expect(await ids(c, { a: { $in: [null, 1] } })).toEqual([1, 2, 3, 4]);
      expect(await ids(c, { a: [] })).toEqual([5]);
    }
  });

  it('keeps types apart in ranges and sorts them in their order', async () => {
    const values = [
      null,
      1,
      'a',
      { x: 1 },
      new Binary(Buffer.from('b')),
      new ObjectId('5f5f5f5f5f5f5f5f5f5f5f5f'),
      true,
      new Date(0),
    ];
    const c = await subject.with(...values.map((a, _id) => ({ _id, a })));
    const all = values.map((_, i) => i);
    for (const index of [false, true]) {
      if (index) await c.createIndex({ a: 1 });
      expect(await ids(c, {}, { a: 1 })).toEqual(all);
      expect(await ids(c, {}, { a: -1 })).toEqual([...all].reverse());
      expect(await ids(c, { a: { $gt: '' } })).toEqual([2]);
      expect(await ids(c, { a: { $gt: new Date(-1) } })).toEqual([7]);
      expect(await ids(c, { a: { $gte: {} } })).toEqual([3]);
      expect(await ids(c, { a: { $lt: true } })).toEqual([]);
    }
  });
});

describe('arrays', () => {
  it('matches any element, or the whole array', async () => {
    const c = await subject.with(
      { _id: 1, a: [1, 5] },
      { _id: 2, a: [3] },
      { _id: 3, a: 3 },
      { _id: 4, a: [[3]] },
      { _id: 5, a: [3, 4] },
    );
    for (const index of [false, true]) {
      if (index) await c.createIndex({ a: 1 });
      expect(await ids(c, { a: 3 })).toEqual([2, 3, 5]);
      expect(await ids(c, { a: [3] })).toEqual([2, 4]);
      expect(await ids(c, { a: [3, 4] })).toEqual([5]);
      expect(await ids(c, { a: { $gt: 2, $lt: 4 } })).toEqual([1, 2, 3, 5]);
      expect(await ids(c, { a: { $size: 1 } })).toEqual([2, 4]);
      expect(await ids(c, { 'a.0': 3 })).toEqual([2, 5]);
      expect(await ids(c, { 'a.0': [3] })).toEqual([4]);
      expect(await ids(c, { a: { $ne: 3 } })).toEqual([1, 4]);
      expect(await ids(c, { a: { $not: { $gt: 3 } } })).toEqual([2, 3, 4]);
      expect(await ids(c, { a: { $type: 'array' } })).toEqual([1, 2, 4, 5]);
    }
  });

  it('reaches into arrays of documents', async () => {
    const c = await subject.with(
      {
        _id: 1,
        a: [
          { b: 1, c: 1 },
          { b: 2, c: 2 },
        ],
      },
      { _id: 2, a: [{ b: 1, c: 2 }] },
      { _id: 3, a: { b: 1, c: 2 } },
      { _id: 4, a: [{ b: [7, 8] }] },
      { _id: 5, a: [] },
    );
    for (const index of [null, { 'a.b': 1, 'a.c': 1 }] as const) {
      if (index) await c.createIndex(index);
      expect(await ids(c, { 'a.b': 1, 'a.c': 2 })).toEqual([1, 2, 3]);
      expect(await ids(c, { 'a.b': 8 })).toEqual([4]);
      expect(await ids(c, { 'a.0.c': 2 })).toEqual([2]);
      expect(await ids(c, { 'a.c': null })).toEqual([4]);
      expect(await ids(c, { 'a.b': { $exists: false } })).toEqual([5]);
      expect(await ids(c, { 'a.b': { $gte: 2, $lte: 1 } })).toEqual([1]);
    }
  });

  it('sorts by the least element going up and by the greatest going down', async () => {
    const c = await subject.with(
      { _id: 1, a: [1, 9] },
      { _id: 2, a: [5] },
      { _id: 3, a: 7 },
      { _id: 4, a: [] },
      { _id: 5 },
    );
    for (const index of [false, true]) {
      if (index) await c.createIndex({ a: 1 });
      expect(await ids(c, {}, { a: 1, _id: 1 })).toEqual([4, 5, 1, 2, 3]);
      expect(await ids(c, {}, { a: -1, _id: 1 })).toEqual([1, 3, 2, 5, 4]);
    }
  });

  it('sorts by the least pair of one element, not by the least of each field', async () => {
    const c = await subject.with(
      {
        _id: 1,
        a: [
          { b: 1, c: 9 },
          { b: 2, c: 0 },
        ],
      },
      { _id: 2, a: { b: 1, c: 5 } },
    );
    expect(await ids(c, {}, { 'a.b': 1, 'a.c': 1 })).toEqual([2, 1]);
    await c.insertOne({ _id: 3, a: [1], d: [2] });
    await expect(ids(c, {}, { a: 1, d: 1 })).rejects.toMatchObject({ code: 2 });
  });
});

describe('other operators', () => {
  it('combines with $and, $or, $nor and $not', async () => {
    const c = await subject.with(
      ...Array.from({ length: 10 }, (_, i) => ({ _id: i, a: i, b: i % 3 })),
    );
    await c.createIndex({ a: 1 });
    await c.createIndex({ b: 1 });
    expect(await ids(c, { $or: [{ a: 1 }, { b: 2 }] })).toEqual([1, 2, 5, 8]);
    expect(await ids(c, { $and: [{ a: { $gt: 3 } }, { b: 1 }] })).toEqual([4, 7]);
    expect(await ids(c, { $nor: [{ a: { $gt: 3 } }, { b: 1 }] })).toEqual([0, 2, 3]);
    expect(await ids(c, { b: { $not: { $in: [0, 1] } } })).toEqual([2, 5, 8]);
  });

  it('finds by type', async () => {
    const c = await subject.with(
      { _id: 1, a: 7 },
      { _id: 2, a: 8.5 },
      { _id: 3, a: Long.fromNumber(12) },
      { _id: 4, a: [Binary.createFromHexString('03'), Long.fromNumber(12)] },
    );
    expect(await ids(c, { a: { $type: 'number' } })).toEqual([1, 2, 3, 4]);
    expect(await ids(c, { a: { $type: 'long' } })).toEqual([3, 4]);
    expect(await ids(c, { a: { $type: 'binData' } })).toEqual([4]);
  });

  it('compares embedded documents with their order of fields', async () => {
    const c = await subject.with(
      { _id: 1, a: { x: 1, y: 2 } },
      { _id: 2, a: { y: 2, x: 1 } },
      { _id: 3, a: { x: 1 } },
    );
    for (const index of [false, true]) {
      if (index) await c.createIndex({ a: 1 });
      expect(await ids(c, { a: { x: 1, y: 2 } })).toEqual([1]);
      expect(await ids(c, { a: { $gt: { x: 1 } } })).toEqual([1, 2]);
      expect(await ids(c, { 'a.x': 1 })).toEqual([1, 2, 3]);
    }
  });
});

describe('projection', () => {
  const document = {
    _id: 1,
    a: 1,
    b: { c: 2, d: 3 },
    e: [
      { f: 1, g: 2 },
      { f: 3, g: 4 },
    ],
    h: [1, 2, 3, 4],
  };
  it.each([
    [{ a: 1 }, { _id: 1, a: 1 }],
    [{ a: 1, _id: 0 }, { a: 1 }],
    [{ _id: 0 }, { a: 1, b: { c: 2, d: 3 }, e: document.e, h: document.h }],
    [{ 'b.c': 1 }, { _id: 1, b: { c: 2 } }],
    [{ 'e.f': 1, _id: 0 }, { e: [{ f: 1 }, { f: 3 }] }],
    [
      { 'e.f': 0, h: 0 },
      { _id: 1, a: 1, b: { c: 2, d: 3 }, e: [{ g: 2 }, { g: 4 }] },
    ],
    [{ _id: 1 }, { _id: 1 }],
    [{ a: '$b.c' }, { _id: 1, a: 2 }],
    [{ x: '$e.f' }, { _id: 1, x: [1, 3] }],
    [{ zzz: 1 }, { _id: 1 }],
  ])('%j', async (projection, expected) => {
    const c = await subject.with(document);
    expect(await c.findOne({}, { projection: projection })).toEqual(expected);
  });
});

describe('projections that are invalid or not supported', () => {
  it.each([
    [{ a: 1, b: 0 }, 31254],
    [{ a: 0, b: 1 }, 31253],
    [{ b: 1, 'b.c': 1 }, 31249],
    [{ h: { $slice: 2 } }, 168],
    [{ e: { $elemMatch: { f: 3 } } }, 168],
    [{ 'e.$': 1 }, 115],
    [{ sum: { $add: ['$a', 1] } }, 168],
    [{ both: { $literal: 1 } }, 168],
    [{ e: { f: 1 } }, 115],
    [{ 'e.g': '$a' }, 115],
    [{ x: { y: '$e.f' } }, 115],
  ])('%j', async (projection, code) => {
    const c = await subject.with({ _id: 1 });
    await expect(c.findOne({}, { projection: projection })).rejects.toMatchObject({ code });
  });
});

it('refuses a sort in natural order, which it does not keep apart', async () => {
  const c = await subject.with({ _id: 1 });
  await expect(c.find().sort({ $natural: -1 }).toArray()).rejects.toMatchObject({ code: 16410 });
});

describe('errors of filters', () => {
  it.each([
    [{ a: { $foo: 1 } }, 2],
    [{ $foo: 1 }, 2],
    [{ a: { $in: 1 } }, 2],
    [{ $and: [] }, 2],
    [{ $or: 1 }, 2],
    [{ a: { $all: 1 } }, 2],
    [{ a: { $regex: 'a' } }, 2],
    [{ a: /a/ }, 115],
    [{ a: { $mod: [4, 0] } }, 2],
    [{ a: { $bitsAllSet: 1 } }, 2],
    [{ a: { $near: [1, 1] } }, 2],
    [{ $jsonSchema: {} }, 2],
    [{ $text: { $search: 'x' } }, 2],
    [{ a: { $elemMatch: { $gt: 1 } } }, 2],
    [{ a: { $not: 1 } }, 2],
    [{ a: { $type: 'foo' } }, 2],
    [{ $where: 'true' }, 2],
    [{ $expr: { $eq: ['$a', 1] } }, 2],
  ])('%j', async (filter, code) => {
    const c = await subject.with({ _id: 1, a: 'x' });
    await expect(c.find(filter as Filter<Row>).toArray()).rejects.toMatchObject({ code });
  });
});
