import { Logger } from '@nestjs/common';
import { Outbox, type OutboxSource, type PendingDocument } from '@engawa/events';
import type { Database } from '../connection/database';
import { DuplicateKey, InvalidCursor, StaleVersion } from '../persistence.errors';
import { mongoForTest, type MongoForTest } from '../testing/mongo-for-test';
import { type Thing, thingEvent, ThingRepository, thingSchema } from '../testing/thing';
import { inSystemScope } from '../tenant/system-scope';
import { explainOf } from './explain';
import type { Store } from './store';

Logger.overrideLogger(false);

class RecordingOutbox extends Outbox {
  readonly accepted: PendingDocument[] = [];
  register(): void {}
  accept(_source: OutboxSource, document: PendingDocument): void {
    this.accepted.push(document);
  }
}

const space = 'engawa';

describe('a repository of a space', () => {
  let mongo: MongoForTest;
  let database: Database;
  let store: Store<Thing>;
  let things: ThingRepository;
  const outbox = new RecordingOutbox();

  beforeAll(async () => {
    mongo = await mongoForTest();
    database = mongo.database();
    store = database.store(thingSchema, outbox);
    things = new ThingRepository(store);
    await database.open();
  });
  afterAll(async () => {
    await database.drop();
    await database.close();
    await mongo.stop();
  });
  beforeEach(async () => {
    outbox.accepted.length = 0;
    for (const each of [space, 'other']) await store.model.deleteMany({ space: each });
  });

  const thing = (id: string, more: Partial<Thing> = {}) => ({
    id,
    name: `name of ${id}`,
    rank: 0,
    at: new Date('2026-11-21T00:00:00Z'),
    tags: [],
    ...more,
  });

  it('returns what was written, without fields that only the database needs', async () => {
    const inserted = await things.insert(space, thing('a'), [thingEvent('a', 1)]);
    expect(inserted).toEqual({
      ...thing('a'),
      space,
      version: 1,
      createdAt: expect.any(Date),
      updatedAt: expect.any(Date),
    });
    expect(await things.findById(space, 'a')).toEqual(inserted);
  });

  it('lets every space have a thing of the same id, and shows none to another', async () => {
    await things.insert(space, thing('businessIssue', { rank: 1 }));
    await things.insert('other', thing('businessIssue', { rank: 2 }));
    await things.insert(space, thing('mine'));
    expect((await things.findById(space, 'businessIssue'))?.rank).toBe(1);
    expect((await things.findById('other', 'businessIssue'))?.rank).toBe(2);
    expect(await things.findById('other', 'mine')).toBeNull();
    expect(await things.findByIds('other', ['mine', 'businessIssue'])).toHaveLength(1);
    expect(await things.bump('other', 'mine')).toBeNull();
    expect(await things.change('other', 'mine', () => ({ set: { rank: 9 } }))).toBeNull();
    expect(await things.tagAll('other', 'x')).toBe(1);
    expect(await things.countAll('other')).toBe(1);
    expect(await things.names('other')).toEqual(['name of businessIssue']);
    expect(await things.sumRanks('other')).toEqual([{ _id: null, sum: 2 }]);
    expect(await things.removeAll('other')).toBe(1);
    expect(await things.countAll(space)).toBe(2);
  });

  it('answers concurrent reads each with its own result', async () => {
    await things.insert('other', thing('a', { rank: 7 }));
    const inserted = await Promise.allSettled([
      things.insert(space, thing('a'), [thingEvent('a', 1)]),
      things.insert(space, thing('b', { name: 'name of a' }), [thingEvent('b', 1)]),
      things.insert(space, thing('c', { rank: 'no number' as never })),
      things.insert(space, thing('d')),
    ]);
    expect(inserted.map((outcome) => (outcome as { reason?: Error }).reason?.name)).toEqual([
      undefined,
      'DuplicateKey',
      'ValidationError',
      undefined,
    ]);
    expect(outbox.accepted.map(({ key }) => key)).toEqual(['engawa/a']);

    const [first, again, foreign, missing] = await Promise.all([
      things.findById(space, 'a'),
      things.findById(space, 'a'),
      things.findById('other', 'a'),
      things.findById(space, 'b'),
    ]);
    expect(again).toEqual(first);
    first!.tags.push('changed');
    expect(again!.tags).toEqual([]);
    expect(foreign!.rank).toBe(7);
    expect(missing).toBeNull();

    const applied = await Promise.all([
      things.projectUpsert(space, 'a', 2, { rank: 2 }),
      things.projectUpsert(space, 'd', 1, { rank: 1 }),
      things.projectUpsert(space, 'e', 5, { name: 'e', rank: 5 }),
      things.projectUpsert(space, 'e', 4, { name: 'e', rank: 4 }),
    ]);
    expect(applied).toEqual([true, false, true, false]);
    const ranks = await things.findByIds(space, ['a', 'd', 'e']);
    expect(ranks.map(({ id, rank }) => [id, rank]).sort()).toEqual([
      ['a', 2],
      ['d', 0],
      ['e', 5],
    ]);
    const unfit = await Promise.allSettled([
      things.projectUpsert(space, 'a', 3, { rank: 3 }),
      things.projectUpsert(space, 'd', 3, { unknown: 1 } as never),
    ]);
    expect(unfit.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
    expect((await things.findById(space, 'a'))?.version).toBe(3);
  });

  it('updates by the index of ids, however many documents there are', async () => {
    await things.insertMany(
      space,
      Array.from({ length: 50 }, (_, index) => ({ document: thing(`t${index}`) })),
    );
    const plan = await explainOf(things.idQuery(space, 't7'));
    expect(plan).toMatchObject({ index: '_id_', keysExamined: 1, returned: 1 });
    expect((await things.bump(space, 't7'))?.rank).toBe(1);
    expect(await things.idQuery('other', 't7').exec()).toEqual([]);
  });

  it('refuses ids and spaces that are not text', async () => {
    await things.insert(space, thing('a'));
    await expect(things.findById(space, { $ne: 'x' } as never)).rejects.toThrow(TypeError);
    await expect(things.findById({ $ne: 'x' } as never, 'a')).rejects.toThrow(TypeError);
    await expect(things.countAll({ $gt: '' } as never)).rejects.toThrow(TypeError);
  });

  it('writes events into the document and enqueues all pending ones', async () => {
    const first = thingEvent('a', 1);
    const second = thingEvent('a', 2);
    const third = thingEvent('a', 3);
    await things.insert(space, thing('a'), [first]);
    await things.change(space, 'a', () => ({ set: { rank: 1 }, events: [second] }));
    await things.bump(space, 'a', [third]);
    const eventsOf = ({ events }: PendingDocument) => events.map((event) => event.id);
    expect(outbox.accepted.map(eventsOf)).toEqual([
      [first.id],
      [first.id, second.id],
      [first.id, second.id, third.id],
    ]);
    const found = await store.findPending(new Date(Date.now() + 1_000), 10);
    expect(found).toEqual([outbox.accepted[2]]);
    const published = { space, key: 'engawa/a', purge: false };
    await store.removePublished({ ...published, eventIds: [first.id, second.id] });
    const [left] = await store.findPending(new Date(Date.now() + 1_000), 10);
    expect(left?.events).toEqual([third]);
    await store.flush();
    const [still] = await store.findPending(new Date(Date.now() + 1_000), 10);
    expect(still?.events).toEqual([third]);
    expect(await store.findPending(new Date(Date.now() - 60_000), 10)).toEqual([]);
    await store.removePublished({ ...published, eventIds: [third.id] });
    expect(await store.findPending(new Date(Date.now() + 1_000), 10)).toEqual([]);
    expect((await things.findById(space, 'a'))?.version).toBe(3);
  });

  it('leaves no list of events in a document whose only event is removed', async () => {
    const [first, second, only, others] = [1, 2, 1, 1].map((version) => thingEvent('a', version));
    await things.insert(space, thing('a'), [first!]);
    await things.bump(space, 'a', [second!]);
    await things.insert(space, thing('b'), [only!]);
    await things.insert('other', thing('a'), [others!]);
    for (const [key, event] of Object.entries({
      'engawa/a': first,
      'engawa/b': only,
      'other/a': others,
    })) {
      const published = { space: key.split('/')[0]!, key, purge: false, eventIds: [event!.id] };
      await store.removePublished(published);
    }
    await store.flush();
    const listOf = async (of: string, id: string) =>
      (await store.model.findOne({ space: of, id }).lean())?.pendingEvents;
    expect(await listOf(space, 'a')).toEqual([second]);
    expect(await listOf(space, 'b')).toBeUndefined();
    expect(await listOf('other', 'a')).toBeUndefined();
  });

  it('finds the next documents with events while those before them wait for the removal', async () => {
    const all = ['a', 'b', 'c', 'd', 'e'];
    for (const id of all) await things.insert(space, thing(id), [thingEvent(id, 1)]);
    const found: string[] = [];
    for (;;) {
      const next = await store.findPending(new Date(Date.now() + 1_000), 2);
      if (next.length === 0) break;
      found.push(...next.map(({ key }) => key));
      for (const { key, events, purge } of next) {
        await store.removePublished({ space, key, purge, eventIds: events.map(({ id }) => id) });
      }
    }
    expect(found.sort()).toEqual(all.map((id) => `engawa/${id}`));
  });

  it('finds the next document with events when the first one is published during the query', async () => {
    const [first, second] = [thingEvent('a', 1), thingEvent('b', 1)];
    await things.insert(space, thing('a'), [first]);
    await things.insert(space, thing('b'), [second]);
    const finding = store.findPending(new Date(Date.now() + 1_000), 1);
    const published = { space, key: 'engawa/a', purge: false, eventIds: [first.id] };
    await store.removePublished(published);
    expect((await finding).map(({ events }) => events)).toEqual([[second]]);
  });

  it('hides a tombstone at once and removes it when its events are out', async () => {
    await things.insert(space, thing('a'));
    const gone = thingEvent('a', 2);
    await things.change(space, 'a', () => ({ purge: true, events: [gone] }));
    expect(await things.findById(space, 'a')).toBeNull();
    expect(await things.countAll(space)).toBe(0);
    expect(await things.bump(space, 'a')).toBeNull();
    const [pending] = await store.findPending(new Date(Date.now() + 1_000), 10);
    expect(pending).toMatchObject({ key: 'engawa/a', purge: true });
    await store.removePublished({ space, key: 'engawa/a', eventIds: [gone.id], purge: true });
    await store.flush();
    await things.insert(space, thing('a'));
  });

  it('guards a change by its version and decides again after a race', async () => {
    await things.insert(space, thing('a'));
    const results = await Promise.all(
      Array.from({ length: 8 }, () =>
        things.change(space, 'a', (current, next) => {
          expect(next.version).toBe(current.version + 1);
          return { set: { rank: current.rank + 1 } };
        }),
      ),
    );
    expect(results.every((result) => result?.changed)).toBe(true);
    expect(await things.findById(space, 'a')).toMatchObject({ rank: 8, version: 9 });
    await expect(
      things.change(space, 'a', () => ({ set: { rank: 0 } }), { ifVersion: 1 }),
    ).rejects.toMatchObject({ name: 'StaleVersion', current: { rank: 8 } });
    await expect(things.change(space, 'a', () => null, { ifVersion: 3 })).rejects.toBeInstanceOf(
      StaleVersion,
    );
    expect(await things.change(space, 'a', () => null)).toMatchObject({ changed: false });
    expect(await things.change(space, 'none', () => ({ set: {} }))).toBeNull();
  });

  it('says which unique index refused a write', async () => {
    await things.insert(space, thing('a', { name: 'same' }));
    await expect(things.insert(space, thing('a'))).rejects.toMatchObject({
      name: 'DuplicateKey',
      index: '_id_',
    });
    const twice = things.insert(space, thing('b', { name: 'same' }));
    await expect(twice).rejects.toBeInstanceOf(DuplicateKey);
    await expect(twice).rejects.toMatchObject({ index: 'name' });
    await things.insert(space, thing('c'));
    await expect(
      things.change(space, 'c', () => ({ set: { name: 'same' } })),
    ).rejects.toBeInstanceOf(DuplicateKey);
  });

  it('refuses fields that the schema does not know', async () => {
    await things.insert(space, thing('a'));
    await expect(
      things.change(space, 'a', () => ({ set: { unknown: 1 } as never })),
    ).rejects.toThrow(/unknown/);
    await expect(things.insert(space, { ...thing('b'), unknown: 1 } as never)).rejects.toThrow(
      /unknown/,
    );
  });

  it('moves a projection forward only, also when events arrive at the same time', async () => {
    const apply = (version: number) =>
      things.projectUpsert(space, 'p', version, { rank: version, name: `v${version}` });
    expect(await apply(3)).toBe(true);
    expect(await apply(2)).toBe(false);
    expect(await apply(3)).toBe(false);
    expect(await apply(5)).toBe(true);
    expect(await things.findById(space, 'p')).toMatchObject({ version: 5, rank: 5 });
    const versions = [9, 7, 12, 8, 11, 6, 10];
    await Promise.all(versions.map(apply));
    expect(await things.findById(space, 'p')).toMatchObject({ version: 12, rank: 12 });
    await Promise.all(
      [4, 2, 3, 1].map((version) => things.projectUpsert(space, 'q', version, { rank: version })),
    );
    expect(await things.findById(space, 'q')).toMatchObject({ version: 4, rank: 4 });
  });

  it('applies a counter once for an event, however often and however simultaneously', async () => {
    const marks = ['e1', 'e2', 'e3', 'e1', 'e2', 'e1'];
    const apply = (mark: string) =>
      things.applyOnce(space, 'counter', mark, { $inc: { rank: 1 } }, { defaults: { name: 'c' } });
    const applied = await Promise.all(marks.map(apply));
    expect(applied.filter(Boolean)).toHaveLength(3);
    for (const mark of marks) expect(await apply(mark)).toBe(false);
    expect(await things.findById(space, 'counter')).toMatchObject({ rank: 3, name: 'c' });
  });

  it('pages in both directions without a gap or a repetition, with equal times', async () => {
    const all = Array.from({ length: 23 }, (_, index) => ({
      document: thing(`t${String(index).padStart(2, '0')}`, {
        at: new Date(Date.UTC(2026, 0, 1 + Math.floor(index / 3))),
      }),
    }));
    await things.insertMany(space, all);
    await things.insert('other', thing('foreign'));
    const expected = all
      .map(({ document }) => document)
      .sort((x, y) => y.at.getTime() - x.at.getTime() || (x.id < y.id ? 1 : -1))
      .map(({ id }) => id);
    const forward: string[] = [];
    let page = await things.findLatest(space, 4);
    expect(page.previousCursor).toBeNull();
    const pages = [page];
    for (;;) {
      forward.push(...page.items.map(({ id }) => id));
      if (!page.nextCursor) break;
      page = await things.findLatest(space, 4, page.nextCursor);
      pages.push(page);
    }
    expect(forward).toEqual(expected);
    expect(pages.map(({ items }) => items.length)).toEqual([4, 4, 4, 4, 4, 3]);
    const backward: string[] = [];
    let cursor = pages.at(-1)!.previousCursor;
    while (cursor) {
      const back = await things.findLatest(space, 4, cursor);
      backward.unshift(...back.items.map(({ id }) => id));
      cursor = back.previousCursor;
    }
    expect(backward).toEqual(expected.slice(0, 20));

    const middle = (await things.findById(space, expected[10]!))!;
    const older = await things.findAround(space, middle, 'next', 5);
    const newer = await things.findAround(space, middle, 'previous', 5);
    expect(older.items.map(({ id }) => id)).toEqual(expected.slice(11, 16));
    expect(newer.items.map(({ id }) => id)).toEqual(expected.slice(5, 10));
    const on = await things.findLatest(space, 5, newer.previousCursor);
    expect(on.items.map(({ id }) => id)).toEqual(expected.slice(0, 5));
    expect(on.previousCursor).toBeNull();
    await expect(things.findLatest(space, 4, 'bm9uc2Vuc2U')).rejects.toBeInstanceOf(InvalidCursor);
  });

  it('reads a page and the outbox by their indexes', async () => {
    await things.insertMany(
      space,
      Array.from({ length: 300 }, (_, index) => ({
        document: thing(`t${index}`, { at: new Date(index * 1_000) }),
        events: index === 150 ? [thingEvent('t150', 1)] : [],
      })),
    );
    const page = await explainOf(things.latestQuery(space, 10));
    expect(page).toMatchObject({ index: 'space_1_at_-1_id_-1', returned: 10 });
    expect(page.keysExamined).toBeLessThanOrEqual(11);
    expect(page.docsExamined).toBeLessThanOrEqual(11);
    expect(await store.findPending(new Date(Date.now() + 1_000), 10)).toHaveLength(1);
    const sweep = await inSystemScope('a test of the plan', () =>
      explainOf(store.pendingQuery(new Date(Date.now() + 1_000), 10)),
    );
    expect(sweep.index).toBe('outbox');
    expect(sweep.keysExamined).toBeLessThanOrEqual(2);
  });
});
