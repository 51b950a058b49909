import * as fc from 'fast-check';
import { comparePlaces } from './block/block-body';
import { piecesOf } from './query/query.rules';
import { joinTexts } from './query/search-text.rules';
import { startNotes, type Note } from './testing/note-index';
import type { TextQuery } from './query/text-query';
import { changedText } from './text-index';
import { SourceReader } from './text-source';

const words = [
  '展示会',
  '高崎',
  '髙﨑',
  '面談',
  'サーバー',
  'open day',
  '12,000円',
  '咲',
  'さくら',
];
const asked = ['展示', '高崎', '面談 咲', 'サーバ', 'day', '"open day"', '12000', 'sakura', 'ない'];
const colors = ['red', 'blue'];

let notes: Awaited<ReturnType<typeof startNotes>>;
let one: Awaited<ReturnType<typeof notes.open>>;
let other: typeof one;

beforeAll(async () => {
  notes = await startNotes();
  one = await notes.open();
  other = await notes.open();
});
afterAll(() => notes?.stop());

type Known = Pick<Note, 'id' | 'text' | 'at' | 'color' | 'shown'>;

/** The expected result: a scan over all texts. */
function scan(
  all: Iterable<Known>,
  q: string,
  { accepts, direction, after, until }: TextQuery<Known>,
) {
  const pieces = piecesOf(q);
  return [...all]
    .filter(({ shown }) => shown)
    .filter(({ text }) => {
      const folded = joinTexts([text]);
      return pieces.every((spellings) => spellings.some((form) => folded.includes(form)));
    })
    .filter((note) => accepts?.({ id: note.id, key: '', facts: note }) ?? true)
    .map(({ id, at }) => ({ id, key: at.toISOString() }))
    .sort((left, right) => comparePlaces(left, right) * direction)
    .filter((place) => !until || comparePlaces(place, until) * direction < 0)
    .filter((place) => !after || comparePlaces(place, after) * direction > 0)
    .map(({ id }) => id);
}

const note = fc.record({
  text: fc
    .array(fc.constantFrom(...words, 'です。', '\n'), { maxLength: 4 })
    .map((x) => x.join('')),
  at: fc.integer({ min: 0, max: 40 }).map((day) => new Date(Date.UTC(2026, 0, 1 + day))),
  color: fc.constantFrom(...colors),
  shown: fc.constantFrom(true, true, true, false),
});
const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ put: fc.integer({ min: 0, max: 30 }), note }) },
  { weight: 2, arbitrary: fc.constant('pack' as const) },
  { weight: 1, arbitrary: fc.constant('packElsewhere' as const) },
  { weight: 1, arbitrary: fc.constant('rebuild' as const) },
  {
    weight: 4,
    arbitrary: fc.record({
      q: fc.constantFrom(...asked),
      color: fc.option(fc.constantFrom(...colors)),
      direction: fc.constantFrom(1 as const, -1 as const),
      skip: fc.integer({ min: 0, max: 3 }),
      after: fc.option(fc.integer({ min: 0, max: 40 })),
      until: fc.option(fc.integer({ min: 0, max: 40 })),
    }),
  },
);

/** What another process finds once its background job has indexed so many documents. */
async function findAfterStart(space: string, q: string, total: number) {
  const { index } = await notes.open();
  index.onApplicationBootstrap();
  const query = { direction: -1 as const, limit: 3, countLimit: 1_000, pieces: piecesOf(q) };
  while ((await index.find(space, query)).total < total) {
    await new Promise((resolve) => setImmediate(resolve));
  }
  await index.beforeApplicationShutdown();
  return index.find(space, query);
}

describe('TextIndex', () => {
  it('finds what a scan finds, whatever was written, packed and rebuilt before', async () => {
    let run = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 40 }), async (steps) => {
        run += 1;
        const space = `property-${run}`;
        const known = new Map<string, Known>();
        for (const each of steps) {
          if (each === 'pack') await one.index.packAll(space);
          else if (each === 'packElsewhere') await other.index.packAll(space);
          else if (each === 'rebuild') await one.index.rebuild(space);
          else if ('put' in each) {
            const written = { id: `n${each.put}`, ...each.note };
            known.set(written.id, written);
            await one.notes.put(space, written);
          } else {
            const placeOf = (day: number | null) =>
              day === null
                ? undefined
                : { key: new Date(Date.UTC(2026, 0, 1 + day)).toISOString(), id: 'n1' };
            const query: TextQuery<{ color: string }> = {
              pieces: piecesOf(each.q),
              accepts: each.color === null ? undefined : ({ facts }) => facts.color === each.color,
              direction: each.direction,
              after: placeOf(each.after),
              until: placeOf(each.until),
              skip: each.skip,
              limit: 5,
              countLimit: 1_000,
            };
            const expected = scan(known.values(), each.q, query as never);
            for (const { index } of [one, other]) {
              const found = await index.find(space, query);
              expect(found).toMatchObject({ total: expected.length, exact: true });
              expect(found.rows.map(({ id }) => id)).toEqual(
                expected.slice(each.skip, each.skip + 5),
              );
            }
          }
        }
      }),
      { numRuns: 40 },
    );
  });

  it('finds each word of a thousand notes by each of its parts, across many blocks', async () => {
    const space = 'many';
    const known = Array.from({ length: 1_500 }, (_, n) => ({
      id: `n${n}`,
      text: `${words[n % words.length]} 記録${(n * 7919) % 1_500}号`,
      at: new Date(Date.UTC(2026, 0, 1, 0, (n * 31) % 1_500)),
      color: colors[n % 2]!,
      shown: true,
    }));
    await one.notes.putMany(
      space,
      known.map((each) => ({ ...each, ...changedText() })),
    );
    await one.index.packAll(space);
    const query = { direction: -1 as const, limit: 2_000, countLimit: 2_000 };
    for (const q of ['記録7号', '録77', '号', '展示 記録', 'ない', '1499']) {
      const expected = scan(known, q, query as never);
      const found = await other.index.find(space, { ...query, pieces: piecesOf(q) });
      expect(`${q} ${found.rows.map(({ id }) => id).join()}`).toBe(`${q} ${expected.join()}`);
    }
  });

  it('counts after the page what changed since it was packed once', async () => {
    const space = 'counted';
    const at = (n: number) => new Date(Date.UTC(2026, 0, 1, 0, n));
    const known = new Map(
      Array.from({ length: 1_500 }, (_, n) => {
        const id = `n${n}`;
        return [id, { id, text: '面談の記録', at: at(n), color: 'red', shown: true }];
      }),
    );
    await one.notes.putMany(
      space,
      [...known.values()].map((each) => ({ ...each, ...changedText() })),
    );
    await one.index.packAll(space);
    const changes = [
      { id: 'n20', text: '面談の続き' },
      { id: 'n700', text: '電話' },
      { id: 'n900', shown: false },
      { id: 'n1400', at: at(10) },
      { id: 'n30', at: at(2_000) },
      { id: 'new', text: '面談', at: at(300), color: 'red', shown: true },
    ];
    for (const change of changes) {
      const written = { ...known.get(change.id)!, ...change };
      known.set(change.id, written);
      await one.notes.put(space, written);
    }
    for (const direction of [1, -1] as const) {
      const query = { direction, limit: 3, countLimit: 2_000, pieces: piecesOf('面談') };
      const found = await other.index.find(space, query);
      const expected = scan(known.values(), '面談', query);
      expect(found).toMatchObject({ total: expected.length, exact: true });
      expect(found.rows.map(({ id }) => id)).toEqual(expected.slice(0, 3));
    }
  });

  it('counts a note once whose key changes twice around one packing', async () => {
    const space = 'moved-twice';
    const at = (n: number) => new Date(Date.UTC(2026, 0, 1, 0, n));
    const noteAt = (n: number, time: Date) => {
      return { id: `n${n}`, text: '面談', at: time, color: 'red', shown: true };
    };
    const all = Array.from({ length: 1_500 }, (_, n) => ({
      ...noteAt(n, at(n)),
      ...changedText(),
    }));
    await one.notes.putMany(space, all);
    await one.index.packAll(space);
    const query = { direction: 1 as const, limit: 1, countLimit: 2_000, pieces: piecesOf('面談') };
    const total = async () => (await one.index.find(space, query)).total;
    // The second change comes before the marks are cleared: they stay, as they are of another state.
    const notePacked = jest.spyOn(SourceReader.prototype, 'notePacked');
    notePacked.mockImplementationOnce(() => one.notes.put(space, noteAt(100, at(1_400))));
    await one.notes.put(space, noteAt(100, at(700)));
    await one.index.packAll(space);
    notePacked.mockRestore();
    expect(await total()).toBe(1_500);
    // The second change has read the note before the marks are cleared, and writes it afterwards.
    await one.notes.put(space, noteAt(200, at(700)));
    const read = await one.notes.findById(space, 'n200');
    await one.index.packAll(space);
    const moved = { from: { ...read!, key: at(700).toISOString() }, to: at(1_400).toISOString() };
    await one.store.model.updateOne({ _id: `${space}/n200`, space } as never, {
      $set: { at: at(1_400), ...changedText(moved) },
    });
    await one.index.packAll(space);
    expect(await total()).toBe(1_500);
  });

  it('goes on while a replica packs the same changes', async () => {
    const space = 'raced';
    for (let round = 0; round < 5; round += 1) {
      for (let n = 0; n < 10; n += 1) {
        const id = `n${round}-${n}`;
        await one.notes.put(space, {
          id,
          text: '面談',
          at: new Date(n),
          color: 'red',
          shown: true,
        });
      }
      await Promise.all([one.index.packAll(space), other.index.packAll(space)]);
      const query = { direction: 1 as const, limit: 100, countLimit: 100 };
      const found = await one.index.find(space, { ...query, pieces: piecesOf('面談') });
      expect(found.total).toBe((round + 1) * 10);
    }
  });

  it('packs changes of each space in the background once they are many', async () => {
    const at = new Date();
    for (const space of ['busy-a', 'busy-b']) {
      const notesOf = Array.from({ length: 100 }, (_, n) => ({
        ...{ id: `n${n}`, text: '面談', at, color: 'red', shown: true },
        ...changedText(),
      }));
      await one.notes.putMany(space, notesOf);
    }
    const third = await notes.open();
    third.index.onApplicationBootstrap();
    const waiting = () =>
      one.store.model.countDocuments({ space: 'busy-b', unindexed: { $exists: true } } as never);
    while ((await waiting()) > 0) await new Promise((resolve) => setImmediate(resolve));
    await third.index.beforeApplicationShutdown();
    const query = { direction: 1 as const, limit: 1, countLimit: 200 };
    for (const space of ['busy-a', 'busy-b']) {
      const found = await one.index.find(space, { ...query, pieces: piecesOf('面談') });
      expect(found.total).toBe(100);
    }
  });

  it('shows nothing of another space', async () => {
    const written = { id: 'a', text: '内緒', at: new Date(0), color: 'red', shown: true };
    await one.notes.put('ours', written);
    const query = { direction: 1 as const, limit: 10, countLimit: 10, pieces: piecesOf('内緒') };
    for (const packed of [false, true]) {
      if (packed) await one.index.packAll('ours');
      expect((await one.index.find('ours', query)).total).toBe(1);
      expect((await one.index.find('theirs', query)).total).toBe(0);
    }
  });

  it('builds an index for documents of an earlier version and removes its fields', async () => {
    const space = 'upgraded';
    const now = new Date();
    const documents = Array.from({ length: 600 }, (_, n) => ({
      _id: `${space}/n${n}`,
      id: `n${n}`,
      space,
      version: 1,
      createdAt: now,
      updatedAt: now,
      text: `古い記録${n}`,
      at: new Date(n * 1_000),
      color: 'red',
      shown: true,
      grams: ['古', 'い'],
    }));
    await one.store.model.collection.insertMany(documents as never);
    const found = await findAfterStart(space, '古い記録', 600);
    expect(found.rows.map(({ id }) => id)).toEqual(['n599', 'n598', 'n597']);
    const left = await one.store.model.collection.countDocuments({
      space,
      grams: { $exists: true },
    } as never);
    expect(left).toBe(0);
  });

  it('builds the index again for what an earlier version wrote after a rollback', async () => {
    const space = 'rolled-back';
    const now = new Date();
    await one.notes.put(space, { id: 'a', text: '前の記録', at: now, color: 'red', shown: true });
    await one.index.packAll(space);
    // An earlier version sets no marks, and creates its own indexes at its start.
    const { collection } = one.store.model;
    const set = { text: '戻した記録', grams: ['戻', 'し'] };
    await collection.updateOne({ _id: `${space}/a` } as never, { $set: set });
    await collection.createIndex({ space: 1, grams: 1 }, { name: 'grams' });

    const found = await findAfterStart(space, '戻した', 1);
    expect(found.rows.map(({ id }) => id)).toEqual(['a']);
  });
});
