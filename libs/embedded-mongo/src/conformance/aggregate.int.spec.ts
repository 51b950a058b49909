import { Decimal128, Long, ObjectId, type Document } from 'mongodb';
import { Subject } from './subject';

const subject = new Subject();
beforeAll(() => subject.start());
afterAll(() => subject.stop());

/** What an expression gives for a document. */
async function value(expression: unknown, document: Document = {}): Promise<unknown> {
  const c = await subject.with({ _id: 1, ...document });
  const [found] = await c.aggregate([{ $project: { _id: 0, v: expression } }]).toArray();
  return found!['v'];
}

describe('expressions', () => {
  const date = new Date('2024-02-29T13:05:07.089Z');
  const document = {
    a: 5,
    b: -2.5,
    s: 'Hello',
    t: 'héllo wörld',
    arr: [3, 1, 2],
    docs: [{ k: 1 }, { k: 2 }],
    n: null,
    d: date,
    o: { x: 1, y: { z: 2 } },
  };
  it.each<[unknown, unknown]>([
    [{ $add: ['$a', 1, 2.5] }, 8.5],
    [{ $add: ['$a', '$missing'] }, null],
    [{ $add: ['$d', 1000] }, new Date(date.getTime() + 1000)],
    [{ $subtract: ['$a', 7] }, -2],
    [{ $subtract: ['$d', new Date(0)] }, date.getTime()],
    [{ $multiply: ['$a', 2, 3] }, 30],
    [{ $divide: ['$a', 2] }, 2.5],
    [{ $mod: [-7, 3] }, -1],
    [{ $pow: [2, 10] }, 1024],
    [{ $abs: '$b' }, 2.5],
    [{ $ceil: '$b' }, -2],
    [{ $floor: '$b' }, -3],
    [{ $round: ['$b', 0] }, -2],
    [{ $round: [2.345, 2] }, 2.35],
    [{ $round: [1234, -2] }, 1200],
    [{ $trunc: ['$b'] }, -2],
    [{ $sqrt: 16 }, 4],
    [{ $log: [100, 10] }, 2],
    [{ $cmp: ['$a', 7] }, -1],
    [{ $cmp: [null, '$missing'] }, 1],
    [{ $gt: [null, '$missing'] }, true],
    [{ $eq: ['$missing', null] }, false],
    [{ $ne: [null, '$missing'] }, true],
    [{ $in: ['$missing', [1, null]] }, false],
    [{ $indexOfArray: [[null], '$missing'] }, -1],
    [{ $dateToString: { date: '$d', format: '%%%j %U.%V %b' } }, '%060 08.09 Feb'],
    [{ $eq: ['$a', 5] }, true],
    [{ $gt: ['$s', '$a'] }, true],
    [{ $and: ['$a', 1] }, true],
    [{ $or: [0, null] }, false],
    [{ $not: ['$n'] }, true],
    [{ $cond: [{ $gt: ['$a', 3] }, 'y', 'n'] }, 'y'],
    [{ $cond: { if: '$n', then: 'y', else: 'n' } }, 'n'],
    [{ $ifNull: ['$n', '$missing', 'z'] }, 'z'],
    [{ $switch: { branches: [{ case: { $eq: ['$a', 5] }, then: 'five' }], default: 'x' } }, 'five'],
    [{ $concat: ['$s', '!', 'x'] }, 'Hello!x'],
    [{ $concat: ['$s', '$n'] }, null],
    [{ $toUpper: '$s' }, 'HELLO'],
    [{ $substrCP: ['$t', 1, 3] }, 'éll'],
    [{ $substrBytes: ['$t', 0, 3] }, 'hé'],
    [{ $strLenCP: '$t' }, 11],
    [{ $strLenBytes: '$t' }, 13],
    [{ $indexOfCP: ['$t', 'w'] }, 6],
    [{ $split: ['a-b-c', '-'] }, ['a', 'b', 'c']],
    [{ $trim: { input: '  x ' } }, 'x'],
    [{ $ltrim: { input: 'xxay', chars: 'x' } }, 'ay'],
    [{ $replaceAll: { input: 'aXbX', find: 'X', replacement: '-' } }, 'a-b-'],
    [{ $regexMatch: { input: '$s', regex: 'hel', options: 'i' } }, true],
    [{ $regexFind: { input: '$t', regex: /w(.)/ } }, { match: 'wö', idx: 6, captures: ['ö'] }],
    [
      { $regexFindAll: { input: 'abab', regex: 'a' } },
      [
        { match: 'a', idx: 0, captures: [] },
        { match: 'a', idx: 2, captures: [] },
      ],
    ],
    [{ $strcasecmp: ['ABC', 'abc'] }, 0],
    [{ $arrayElemAt: ['$arr', -1] }, 2],
    [{ $first: '$arr' }, 3],
    [{ $last: '$arr' }, 2],
    [{ $size: '$arr' }, 3],
    [{ $slice: ['$arr', 1, 1] }, [1]],
    [{ $reverseArray: '$arr' }, [2, 1, 3]],
    [{ $sortArray: { input: '$arr', sortBy: 1 } }, [1, 2, 3]],
    [{ $concatArrays: ['$arr', [9]] }, [3, 1, 2, 9]],
    [{ $filter: { input: '$arr', as: 'x', cond: { $gt: ['$$x', 1] } } }, [3, 2]],
    [{ $map: { input: '$arr', in: { $multiply: ['$$this', 2] } } }, [6, 2, 4]],
    [{ $reduce: { input: '$arr', initialValue: 0, in: { $add: ['$$value', '$$this'] } } }, 6],
    [{ $in: [2, '$arr'] }, true],
    [{ $indexOfArray: ['$arr', 2] }, 2],
    [{ $range: [0, 5, 2] }, [0, 2, 4]],
    [
      { $zip: { inputs: [[1, 2], ['a']], useLongestLength: true } },
      [
        [1, 'a'],
        [2, null],
      ],
    ],
    [{ $isArray: '$arr' }, true],
    [
      {
        $arrayToObject: [
          [
            ['a', 1],
            ['b', 2],
          ],
        ],
      },
      { a: 1, b: 2 },
    ],
    [
      { $objectToArray: '$o' },
      [
        { k: 'x', v: 1 },
        { k: 'y', v: { z: 2 } },
      ],
    ],
    [{ $mergeObjects: ['$o', { x: 9 }] }, { x: 9, y: { z: 2 } }],
    [
      {
        $setUnion: [
          [1, 2],
          [2, 3],
        ],
      },
      [1, 2, 3],
    ],
    [
      {
        $setIntersection: [
          [1, 2],
          [2, 3],
        ],
      },
      [2],
    ],
    [
      {
        $setDifference: [
          [1, 2],
          [2, 3],
        ],
      },
      [1],
    ],
    [{ $setIsSubset: [[1], [2, 1]] }, true],
    [
      {
        $setEquals: [
          [1, 2],
          [2, 1, 1],
        ],
      },
      true,
    ],
    [{ $anyElementTrue: [[0, 1]] }, true],
    [{ $maxN: { n: 2, input: '$arr' } }, [3, 2]],
    [{ $sum: '$arr' }, 6],
    [{ $sum: ['$a', '$b'] }, 2.5],
    [{ $avg: '$arr' }, 2],
    [{ $max: '$docs.k' }, 2],
    ['$docs.k', [1, 2]],
    ['$o.y.z', 2],
    [{ $let: { vars: { x: 2 }, in: { $multiply: ['$$x', '$a'] } } }, 10],
    [{ $literal: '$a' }, '$a'],
    [{ $type: '$a' }, 'int'],
    [{ $type: '$missing' }, 'missing'],
    [{ $toString: 2.5 }, '2.5'],
    [{ $toInt: '42' }, 42],
    [{ $toBool: 'false' }, true],
    [{ $toDate: '2024-01-02T03:04:05Z' }, new Date('2024-01-02T03:04:05Z')],
    [{ $toObjectId: '5f5f5f5f5f5f5f5f5f5f5f5f' }, new ObjectId('5f5f5f5f5f5f5f5f5f5f5f5f')],
    [{ $convert: { input: 'x', to: 'int', onError: -1 } }, -1],
    [{ $convert: { input: null, to: 'int', onNull: 0 } }, 0],
    [{ $isNumber: '$s' }, false],
    [{ $year: '$d' }, 2024],
    [{ $month: '$d' }, 2],
    [{ $dayOfMonth: { date: '$d', timezone: 'Asia/Tokyo' } }, 29],
    [{ $hour: { date: '$d', timezone: 'Asia/Tokyo' } }, 22],
    [{ $dayOfYear: '$d' }, 60],
    [{ $dayOfWeek: '$d' }, 5],
    [{ $isoWeek: '$d' }, 9],
    [{ $week: '$d' }, 8],
    [{ $millisecond: '$d' }, 89],
    [{ $dateToString: { date: '$d', format: '%Y-%m-%d' } }, '2024-02-29'],
    [{ $dateToString: { date: '$d' } }, '2024-02-29T13:05:07.089Z'],
    [{ $dateToString: { date: '$d', format: '%H:%M %z', timezone: '+09:00' } }, '22:05 +0900'],
    [
      { $dateFromString: { dateString: '2017-02-08', timezone: 'America/New_York' } },
      new Date('2017-02-08T05:00:00Z'),
    ],
    [{ $dateFromParts: { year: 2017, month: 14, day: 1 } }, new Date('2018-02-01T00:00:00Z')],
    [
      { $dateAdd: { startDate: new Date('2024-01-31T00:00:00Z'), unit: 'month', amount: 1 } },
      new Date('2024-02-29T00:00:00Z'),
    ],
    [
      {
        $dateDiff: {
          startDate: new Date('2023-12-31T23:00:00Z'),
          endDate: new Date('2024-01-01T01:00:00Z'),
          unit: 'year',
        },
      },
      1,
    ],
    [
      { $dateTrunc: { date: '$d', unit: 'week', startOfWeek: 'monday' } },
      new Date('2024-02-26T00:00:00Z'),
    ],
    [{ $dateTrunc: { date: '$d', unit: 'hour', binSize: 6 } }, new Date('2024-02-29T12:00:00Z')],
    [{ $getField: { field: 'x', input: '$o' } }, 1],
    [{ $setField: { field: 'w', input: '$o', value: 3 } }, { x: 1, y: { z: 2 }, w: 3 }],
    [{ $bitAnd: [12, 10] }, 8],
    [
      { x: '$a', y: ['$a', '$missing'] },
      { x: 5, y: [5, null] },
    ],
  ])('%j', async (expression, expected) => {
    expect(await value(expression, document)).toEqual(expected);
  });

  it.each<[unknown, number]>([
    [{ $divide: [1, 0] }, 2],
    [{ $add: ['$s', 1] }, 14],
    [{ $foo: 1 }, 168],
    [{ $arrayElemAt: [1, 0] }, 28689],
    [{ $arrayToObject: { $literal: [['a', 1], { k: 'b', v: 2 }] } }, 40396],
    [{ $arrayToObject: { $literal: [{ k: 'b', v: 2 }, ['a', 1]] } }, 40391],
    [{ $arrayToObject: { $literal: [['a', 1], 5] } }, 40396],
    [{ $arrayToObject: { $literal: [5] } }, 40398],
    [{ $size: 1 }, 17124],
    [{ $toInt: 'x' }, 241],
    [{ $subtract: [1] }, 16020],
    [{ $concat: [1] }, 16702],
    ['$$nope', 17276],
    [{ $year: 'x' }, 16006],
    [{ $in: [1, 2] }, 40081],
    [{ $sqrt: -1 }, 28714],
    [{ $regexMatch: { input: 'a', regex: '(' } }, 51111],
    [{ $dateToString: 1 }, 18629],
    [{ $dateToString: { date: '$d', form: 'x' } }, 18534],
    [{ $dateToString: { format: '%Y' } }, 18628],
    [{ $dateToString: { date: '$d', format: '%Q' } }, 18536],
    [{ $dateFromString: {} }, 40542],
    [{ $dateToParts: { timezone: 'UTC' } }, 40522],
    [{ $dateAdd: { startDate: '$d', unit: 'day' } }, 5166402],
    [{ $dateAdd: { startDate: 1, unit: 'day', amount: 1 } }, 5166403],
    [{ $dateDiff: { startDate: '$d', endDate: 'x', unit: 'day' } }, 5166307],
    [{ $dateTrunc: { date: true, unit: 'day' } }, 5439012],
    [{ $filter: { input: [1], cond: true, x: 1 } }, 28647],
  ])('refuses %j', async (expression, code) => {
    await expect(value(expression, document)).rejects.toMatchObject({ code });
  });

  it('keeps wide types', async () => {
    expect(
      (
        (await value({
          $add: [Decimal128.fromString('0.1'), Decimal128.fromString('0.2')],
        })) as Decimal128
      ).toString(),
    ).toBe('0.3');
    expect(await value({ $add: [Long.fromString('9007199254740993'), 1] })).toEqual(
      Long.fromString('9007199254740994'),
    );
  });
});

describe('stages', () => {
  const sales = [
    {
      _id: 1,
      item: 'a',
      price: 10,
      qty: 2,
      tags: ['x', 'y'],
      at: new Date('2024-01-01T10:00:00Z'),
    },
    { _id: 2, item: 'b', price: 20, qty: 1, tags: ['y'], at: new Date('2024-01-01T12:00:00Z') },
    { _id: 3, item: 'a', price: 30, qty: 5, tags: [], at: new Date('2024-01-02T10:00:00Z') },
    { _id: 4, item: 'c', price: 5, qty: 10, at: new Date('2024-01-03T10:00:00Z') },
  ];
  it.each<[string, Document[], Document[]]>([
    [
      '$group',
      [
        {
          $group: {
            _id: '$item',
            total: { $sum: { $multiply: ['$price', '$qty'] } },
            n: { $sum: 1 },
            avg: { $avg: '$qty' },
          },
        },
        { $sort: { _id: 1 } },
      ],
      [
        { _id: 'a', total: 170, n: 2, avg: 3.5 },
        { _id: 'b', total: 20, n: 1, avg: 1 },
        { _id: 'c', total: 50, n: 1, avg: 10 },
      ],
    ],
    [
      '$group of all',
      [
        {
          $group: {
            _id: null,
            min: { $min: '$price' },
            max: { $max: '$price' },
            items: { $addToSet: '$item' },
          },
        },
        { $set: { items: { $sortArray: { input: '$items', sortBy: 1 } } } },
      ],
      [{ _id: null, min: 5, max: 30, items: ['a', 'b', 'c'] }],
    ],
    [
      '$group by label and day',
      [
        { $unwind: '$tags' },
        {
          $group: {
            _id: { tag: '$tags', day: { $dateToString: { date: '$at', format: '%Y-%m-%d' } } },
            n: { $sum: 1 },
          },
        },
        { $sort: { '_id.tag': 1 } },
      ],
      [
        { _id: { tag: 'x', day: '2024-01-01' }, n: 1 },
        { _id: { tag: 'y', day: '2024-01-01' }, n: 2 },
      ],
    ],
    [
      '$first after $sort',
      [
        { $sort: { price: -1 } },
        { $group: { _id: '$item', top: { $first: '$price' }, all: { $push: '$price' } } },
        { $sort: { _id: 1 } },
        { $limit: 1 },
      ],
      [{ _id: 'a', top: 30, all: [30, 10] }],
    ],
    [
      '$topN',
      [{ $group: { _id: null, t: { $topN: { n: 2, sortBy: { price: -1 }, output: '$item' } } } }],
      [{ _id: null, t: ['a', 'b'] }],
    ],
    [
      '$unwind',
      [
        { $unwind: { path: '$tags', includeArrayIndex: 'i', preserveNullAndEmptyArrays: true } },
        { $project: { _id: 1, tags: 1, i: 1 } },
      ],
      [
        { _id: 1, tags: 'x', i: 0 },
        { _id: 1, tags: 'y', i: 1 },
        { _id: 2, tags: 'y', i: 0 },
        { _id: 3, i: null },
        { _id: 4, i: null },
      ],
    ],
    [
      '$project',
      [{ $match: { _id: 1 } }, { $project: { 'x.y': '$price', item: 1 } }],
      [{ _id: 1, item: 'a', x: { y: 10 } }],
    ],
    [
      '$addFields',
      [
        { $match: { _id: 4 } },
        { $addFields: { 'x.y': '$price', price: '$$REMOVE', at: '$$REMOVE' } },
      ],
      [{ _id: 4, item: 'c', qty: 10, x: { y: 5 } }],
    ],
    [
      '$unset',
      [{ $match: { _id: 4 } }, { $unset: ['at', 'qty'] }],
      [{ _id: 4, item: 'c', price: 5 }],
    ],
    ['$count', [{ $match: { item: 'a' } }, { $count: 'n' }], [{ n: 2 }]],
    ['$count of nothing', [{ $match: { item: 'zzz' } }, { $count: 'n' }], []],
    [
      '$sortByCount',
      [{ $unwind: '$tags' }, { $sortByCount: '$tags' }],
      [
        { _id: 'y', count: 2 },
        { _id: 'x', count: 1 },
      ],
    ],
    [
      '$bucket',
      [
        {
          $bucket: {
            groupBy: '$price',
            boundaries: [0, 10, 30],
            default: 'other',
            output: { n: { $sum: 1 } },
          },
        },
      ],
      [
        { _id: 0, n: 1 },
        { _id: 10, n: 2 },
        { _id: 'other', n: 1 },
      ],
    ],
    [
      '$bucketAuto',
      [{ $bucketAuto: { groupBy: '$price', buckets: 2 } }],
      [
        { _id: { min: 5, max: 20 }, count: 2 },
        { _id: { min: 20, max: 30 }, count: 2 },
      ],
    ],
    [
      '$facet',
      [
        {
          $facet: {
            n: [{ $count: 'c' }],
            first: [{ $sort: { price: 1 } }, { $limit: 1 }, { $project: { _id: 1 } }],
          },
        },
      ],
      [{ n: [{ c: 4 }], first: [{ _id: 4 }] }],
    ],
    ['$replaceRoot', [{ $limit: 1 }, { $replaceRoot: { newRoot: { x: '$item' } } }], [{ x: 'a' }]],
    [
      '$skip and $limit',
      [{ $sort: { _id: 1 } }, { $skip: 1 }, { $limit: 2 }, { $project: { _id: 1 } }],
      [{ _id: 2 }, { _id: 3 }],
    ],
    [
      '$setWindowFields',
      [
        {
          $setWindowFields: {
            partitionBy: '$item',
            sortBy: { at: 1 },
            output: {
              run: { $sum: '$qty', window: { documents: ['unbounded', 'current'] } },
              no: { $documentNumber: {} },
            },
          },
        },
        { $project: { run: 1, no: 1 } },
        { $sort: { _id: 1 } },
      ],
      [
        { _id: 1, run: 2, no: 1 },
        { _id: 2, run: 1, no: 1 },
        { _id: 3, run: 7, no: 2 },
        { _id: 4, run: 10, no: 1 },
      ],
    ],
    [
      '$median and $percentile',
      [
        {
          $group: {
            _id: null,
            middle: { $median: { input: '$qty', method: 'approximate' } },
            some: { $percentile: { input: '$qty', p: [0.25, 0.95], method: 'approximate' } },
          },
        },
      ],
      [{ _id: null, middle: 2, some: [1, 10] }],
    ],
    [
      '$setWindowFields over ranges, with gaps filled',
      [
        {
          $setWindowFields: {
            sortBy: { qty: 1 },
            output: {
              near: { $push: '$_id', window: { range: [-1, 2] } },
              upTo: { $sum: 1, window: { range: ['unbounded', 'current'] } },
              line: {
                $linearFill: {
                  $cond: [{ $in: ['$_id', [1, 4]] }, { $multiply: ['$qty', 10] }, null],
                },
              },
            },
          },
        },
        { $project: { near: 1, upTo: 1, line: 1 } },
        { $sort: { _id: 1 } },
      ],
      [
        { _id: 1, near: [2, 1], upTo: 2, line: 20 },
        { _id: 2, near: [2, 1], upTo: 1, line: null },
        { _id: 3, near: [3], upTo: 3, line: 50 },
        { _id: 4, near: [4], upTo: 4, line: 100 },
      ],
    ],
    [
      '$densify between the ends of all, each by itself',
      [
        { $project: { _id: 0, item: 1, qty: 1 } },
        {
          $densify: {
            field: 'qty',
            partitionByFields: ['item'],
            range: { step: 4, bounds: 'full' },
          },
        },
        { $match: { item: 'b' } },
      ],
      [
        { item: 'b', qty: 1 },
        { item: 'b', qty: 5 },
        { item: 'b', qty: 9 },
      ],
    ],
    [
      '$redact',
      [
        { $match: { _id: { $lte: 2 } } },
        { $redact: { $cond: [{ $eq: ['$item', 'a'] }, '$$KEEP', '$$PRUNE'] } },
        { $project: { _id: 1 } },
      ],
      [{ _id: 1 }],
    ],
  ])('%s', async (_, pipeline, expected) => {
    const c = await subject.with(...sales);
    expect(await c.aggregate(pipeline).toArray()).toEqual(expected);
  });

  it('joins collections', async () => {
    const items = await subject.with({ _id: 'a', name: 'Apple' }, { _id: 'b', name: 'Bread' });
    const c = await subject.with(...sales);
    expect(
      await c
        .aggregate([
          { $match: { _id: 1 } },
          {
            $lookup: {
              from: items.collectionName,
              localField: 'item',
              foreignField: '_id',
              as: 'it',
            },
          },
          { $project: { it: 1 } },
        ])
        .toArray(),
    ).toEqual([{ _id: 1, it: [{ _id: 'a', name: 'Apple' }] }]);
    expect(
      await c
        .aggregate([
          { $match: { _id: 4 } },
          {
            $lookup: {
              from: items.collectionName,
              let: { i: '$item' },
              pipeline: [
                { $match: { $expr: { $ne: ['$_id', '$$i'] } } },
                { $project: { name: 1, _id: 0 } },
              ],
              as: 'others',
            },
          },
          { $project: { others: 1 } },
        ])
        .toArray(),
    ).toEqual([{ _id: 4, others: [{ name: 'Apple' }, { name: 'Bread' }] }]);
    expect(
      await c
        .aggregate([
          { $project: { _id: 1 } },
          { $unionWith: items.collectionName },
          { $count: 'n' },
        ])
        .toArray(),
    ).toEqual([{ n: 6 }]);
    const tree = await subject.with(
      { _id: 1, boss: null },
      { _id: 2, boss: 1 },
      { _id: 3, boss: 2 },
    );
    const [found] = await tree
      .aggregate([
        { $match: { _id: 3 } },
        {
          $graphLookup: {
            from: tree.collectionName,
            startWith: '$boss',
            connectFromField: 'boss',
            connectToField: '_id',
            as: 'up',
            depthField: 'd',
          },
        },
      ])
      .toArray();
    expect(found!['up'].sort((a: Document, b: Document) => a['d'] - b['d'])).toEqual([
      { _id: 2, boss: 1, d: 0 },
      { _id: 1, boss: null, d: 1 },
    ]);
  });

  it('writes results with $out and $merge', async () => {
    const c = await subject.with(...sales);
    const out = subject.fresh();
    await c
      .aggregate([{ $group: { _id: '$item', n: { $sum: 1 } } }, { $out: out.collectionName }])
      .toArray();
    expect(await out.find().sort({ _id: 1 }).toArray()).toEqual([
      { _id: 'a', n: 2 },
      { _id: 'b', n: 1 },
      { _id: 'c', n: 1 },
    ]);
    await c
      .aggregate([
        { $match: { item: 'a' } },
        { $group: { _id: '$item', m: { $sum: '$qty' } } },
        { $merge: { into: out.collectionName } },
      ])
      .toArray();
    expect(await out.findOne({ _id: 'a' } as never)).toEqual({ _id: 'a', n: 2, m: 7 });
  });

  it.each<[Document[], number]>([
    [[{ $foo: 1 }], 40324],
    [[{ $match: 1 }], 15959],
    [[{ $limit: 0 }], 15958],
    [[{ $group: {} }], 15955],
    [[{ $group: { _id: 1, a: { $foo: 1 } } }], 15952],
    [[{ $group: { _id: 1, a: 1 } }], 40234],
    [[{ $project: {} }], 51272],
    [[{ a: 1, b: 2 }], 40323],
    [[{ $out: 'x' }, { $match: {} }], 40601],
    [[{ $changeStream: {} }], 40573],
    [[{ $unwind: 'a' }], 28818],
    [[{ $sort: {} }], 15976],
    [[{ $sort: { a: 2 } }], 15975],
    [[{ $group: { _id: 1, 'a.b': { $sum: 1 } } }], 40235],
    [[{ $group: { _id: 1, $a: { $sum: 1 } } }], 40236],
    [[{ $limit: 'a' }], 5107201],
    [[{ $sortByCount: { a: 1 } }], 40147],
    [[{ $sortByCount: 'a' }], 40148],
    [[{ $sortByCount: 1 }], 40149],
    [[{ $documents: [{}] }], 73],
    [[{ $currentOp: {} }], 73],
    [[{ $unionWith: {} }], 9],
    [[{ $setWindowFields: { output: 1 } }], 14],
    [[{ $setWindowFields: { output: { $a: { $sum: 1 } } } }], 16410],
    [[{ $setWindowFields: { output: { a: { $rank: {} } } } }], 5371602],
    [
      [{ $densify: { field: 'a', range: { step: 1, bounds: 'full' }, partitionByFields: 'b' } }],
      14,
    ],
    [
      [{ $set: { a: 'x' } }, { $densify: { field: 'a', range: { step: 1, bounds: 'full' } } }],
      5733201,
    ],
    [
      [
        { $set: { a: 1 } },
        { $densify: { field: 'a', range: { step: 1, unit: 'day', bounds: 'full' } } },
      ],
      6053600,
    ],
    [[{ $unionWith: { pipeline: [{ $match: {} }] } }], 9],
  ])('refuses %j', async (pipeline, code) => {
    const c = await subject.with({ _id: 1 });
    await expect(c.aggregate(pipeline).toArray()).rejects.toMatchObject({ code });
  });
});
