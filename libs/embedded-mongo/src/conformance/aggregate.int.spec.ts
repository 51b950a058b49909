import { Long, type Document } from 'mongodb';
import { Subject } from './subject';

const subject = new Subject();
beforeAll(() => subject.start());
afterAll(() => subject.stop());

const posts = [
  { _id: 1, label: 'a', day: 1, n: 5, tags: ['x', 'y'], by: { name: 'aoki' } },
  { _id: 2, label: 'b', day: 1, n: 2, tags: [], by: { name: 'sato' } },
  { _id: 3, label: 'a', day: 2, n: 7.5, tags: ['y'], by: { name: 'aoki' } },
  { _id: 4, label: 'a', day: 1, tags: null, by: { name: 'mori' } },
];

async function run(pipeline: Document[]): Promise<Document[]> {
  const c = await subject.with(...posts);
  return c.aggregate(pipeline).toArray();
}

describe('stages', () => {
  it.each<[string, Document[], Document[]]>([
    [
      'groups by a field',
      [{ $group: { _id: '$label', n: { $sum: '$n' }, all: { $sum: 1 } } }, { $sort: { _id: 1 } }],
      [
        { _id: 'a', n: 12.5, all: 3 },
        { _id: 'b', n: 2, all: 1 },
      ],
    ],
    [
      'groups by several fields',
      [
        { $match: { label: 'a' } },
        { $group: { _id: { day: '$day', by: '$by.name' }, n: { $sum: '$n' } } },
        { $sort: { '_id.day': 1, '_id.by': 1 } },
      ],
      [
        { _id: { day: 1, by: 'aoki' }, n: 5 },
        { _id: { day: 1, by: 'mori' }, n: 0 },
        { _id: { day: 2, by: 'aoki' }, n: 7.5 },
      ],
    ],
    [
      'computes every accumulator',
      [
        { $sort: { _id: 1 } },
        {
          $group: {
            _id: null,
            sum: { $sum: '$n' },
            avg: { $avg: '$n' },
            min: { $min: '$n' },
            max: { $max: '$n' },
            first: { $first: '$n' },
            last: { $last: '$n' },
            push: { $push: '$label' },
            set: { $addToSet: '$by.name' },
          },
        },
      ],
      [
        {
          _id: null,
          sum: 14.5,
          avg: 14.5 / 3,
          min: 2,
          max: 7.5,
          first: 5,
          last: null,
          push: ['a', 'b', 'a', 'a'],
          set: ['aoki', 'sato', 'mori'],
        },
      ],
    ],
    [
      'sorts, skips and limits',
      [{ $sort: { n: -1 } }, { $skip: 1 }, { $limit: 2 }, { $project: { _id: 1 } }],
      [{ _id: 1 }, { _id: 2 }],
    ],
    ['counts', [{ $match: { day: 1 } }, { $count: 'posts' }], [{ posts: 3 }]],
    [
      'unwinds arrays',
      [{ $unwind: '$tags' }, { $sort: { _id: 1, tags: 1 } }, { $project: { tags: 1 } }],
      [
        { _id: 1, tags: 'x' },
        { _id: 1, tags: 'y' },
        { _id: 3, tags: 'y' },
      ],
    ],
    [
      'projects paths and constants',
      [
        { $match: { _id: 1 } },
        { $project: { _id: 0, name: '$by.name', kind: 'x', pair: ['$day', '$zzz'] } },
      ],
      [{ name: 'aoki', kind: 'x', pair: [1, null] }],
    ],
    [
      'projects by leaving out',
      [{ $limit: 1 }, { $project: { tags: 0, by: 0, n: 0 } }],
      [{ _id: 1, label: 'a', day: 1 }],
    ],
    [
      'groups whole documents',
      [{ $match: { _id: 2 } }, { $group: { _id: 1, d: { $push: '$$ROOT' } } }],
      [{ _id: 1, d: [posts[1]!] }],
    ],
  ])('%s', async (_, pipeline, expected) => {
    expect(await run(pipeline)).toEqual(expected);
  });

  it('sums exactly, in the widest type', async () => {
    const c = await subject.with(
      { v: Long.fromString('9007199254740993') },
      { v: 1 },
      { w: 0.1 },
      { w: 0.2 },
      { w: 0.3 },
    );
    const [found] = await c
      .aggregate([{ $group: { _id: null, v: { $sum: '$v' }, w: { $sum: '$w' } } }], {
        promoteLongs: false,
      })
      .toArray();
    expect(String(found!['v'])).toBe('9007199254740994');
    expect(found!['w']).toBe(0.6);
  });

  it('comes in batches', async () => {
    const c = await subject.with(
      ...Array.from({ length: 1_000 }, (_, i) => ({ _id: i, g: i % 500 })),
    );
    const groups = await c
      .aggregate([{ $group: { _id: '$g', n: { $sum: 1 } } }], { batchSize: 7 })
      .toArray();
    expect(groups).toHaveLength(500);
    expect(groups.every(({ n }) => n === 2)).toBe(true);
  });

  it('answers an error when a sort exceeds its memory', async () => {
    const c = subject.fresh();
    const text = 'x'.repeat(1_000_000);
    await c.insertMany(Array.from({ length: 110 }, (_, i) => ({ i, text })));
    await expect(c.aggregate([{ $sort: { i: -1 } }]).toArray()).rejects.toMatchObject({
      code: 292,
    });
    expect(await c.aggregate([{ $sort: { i: -1 } }, { $limit: 1 }]).toArray()).toMatchObject([
      { i: 109 },
    ]);
  });
});

describe('refusals', () => {
  it.each<[Document[], number]>([
    [[{ $lookup: { from: 'x', localField: 'a', foreignField: 'b', as: 'c' } }], 40324],
    [[{ $facet: { a: [] } }], 40324],
    [[{ $out: 'x' }], 40324],
    [[{ $foo: 1 }], 40324],
    [[{ $match: {}, $limit: 1 }], 40323],
    [[{ $match: 1 }], 15959],
    [[{ $project: {} }], 51272],
    [[{ $project: { a: { $add: [1, 2] } } }], 168],
    [[{ $project: { a: '$$NOW' } }], 17276],
    [[{ $group: { n: { $sum: 1 } } }], 15955],
    [[{ $group: { _id: { $year: '$d' } } }], 168],
    [[{ $group: { _id: 1, n: { $median: '$n' } } }], 15952],
    [[{ $group: { _id: 1, n: 1 } }], 40234],
    [[{ $limit: 0 }], 15958],
    [[{ $skip: -1 }], 5107200],
    [[{ $sort: {} }], 15976],
    [[{ $count: '$n' }], 40158],
    [[{ $unwind: 'tags' }], 28818],
  ])('%j', async (pipeline, code) => {
    await expect(run(pipeline)).rejects.toMatchObject({ code });
  });
});
