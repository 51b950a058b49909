import type { Model } from 'mongoose';
import { z } from 'zod';
import type { Database } from '../connection/database';
import { defineStore, type DocumentOf } from '../schema/define-store';
import { MissingVersion } from '../schema/version-plugin';
import { mongoForTest, type MongoForTest } from '../testing/mongo-for-test';
import { SpaceRepository } from './space.repository';

const noteSchema = defineStore({
  collection: 'notes',
  shape: {
    memo: z.string(),
    reads: z.number(),
    readTally: z.number(),
    importedAs: z.string(),
  },
  unversioned: { marks: ['readTally'], internal: ['importedAs'] },
  indexes: [{ keys: { space: 1, createdAt: 1, id: 1 }, serves: 'NoteRepository.page' }],
});

type Note = DocumentOf<typeof noteSchema>;

class NoteRepository extends SpaceRepository<Note> {
  private readonly listed = (cursor: string | null = null) => ({
    list: 'notes',
    filter: {},
    sort: { field: 'createdAt' as const, kind: 'date' as const, direction: 1 as const },
    limit: 2,
    cursor,
  });

  page(cursor?: string | null) {
    return this.findPage('engawa', this.listed(cursor));
  }

  async revisionOfPage(cursor?: string | null) {
    return (await this.findRevisedPage('engawa', this.listed(cursor))).revision();
  }

  revision(cursor?: string | null) {
    return this.findPageRevision('engawa', this.listed(cursor));
  }

  set(id: string, set: Partial<Note>) {
    return this.updateMany('engawa', { id }, { $set: set });
  }

  read(id: string, reads: number) {
    return this.updateMany('engawa', { id }, { $set: { reads }, $inc: { readTally: 1 } });
  }

  edit(id: string, memo: string) {
    return this.updateWhere('engawa', { id }, { $set: { memo } });
  }
}

describe('the revision of a page', () => {
  let mongo: MongoForTest;
  let database: Database;
  let notes: NoteRepository;
  const seen = new Set<string>();

  beforeAll(async () => {
    mongo = await mongoForTest();
    database = mongo.database();
    notes = new NoteRepository(database.store(noteSchema, null));
    await database.open();
    for (const id of ['a', 'b', 'c']) {
      await notes.insert('engawa', { id, memo: id, reads: 0, readTally: 0, importedAs: '' });
    }
  });
  afterAll(async () => {
    await database.drop();
    await database.close();
    await mongo.stop();
  });

  it('differs between pages', async () => {
    const { nextCursor } = await notes.page();
    expect(nextCursor).not.toBeNull();
    expect(await notes.revision()).toBe(await notes.revision());
    expect(await notes.revision(nextCursor)).not.toBe(await notes.revision());
  });

  it('is the same of a page that was read', async () => {
    const { nextCursor } = await notes.page();
    for (const cursor of [null, nextCursor])
      expect(await notes.revisionOfPage(cursor)).toBe(await notes.revision(cursor));
  });

  it.each<[string, () => Promise<unknown>]>([
    ['an edit', () => notes.edit('a', 'new')],
    ['a marked write', () => notes.read('a', 3)],
    ['a marked write that restores a value', () => notes.read('a', 0)],
    ['an edit of the last', () => notes.edit('b', 'newer')],
    ['a deletion', () => notes.change('engawa', 'b', () => ({ set: {}, purge: true }))],
  ])('changes with %s, and never comes back', async (_what, act) => {
    seen.add(await notes.revision());
    await act();
    expect(seen).not.toContain(await notes.revision());
  });

  it('does not change with an internal field', async () => {
    const before = await notes.revision();
    await notes.set('a', { importedAs: 'row 9' });
    expect(await notes.revision()).toBe(before);
  });

  it('needs a schema that declares its unversioned writes', async () => {
    const others = { ...noteSchema, collection: 'others', unversioned: undefined };
    const other = new NoteRepository(database.store(others, null));
    await expect(other.revision()).rejects.toThrow('others does not declare');
  });

  describe('that a write would not change', () => {
    const filter = { _id: 'engawa/a', space: 'engawa' };
    const update = { $set: { 'memo.text': 'x' } };
    const model = () => database.store(noteSchema, null).model as never as Model<object>;
    it.each<[string, () => PromiseLike<unknown>]>([
      ['updateOne', () => model().updateOne(filter, update)],
      ['updateMany', () => model().updateMany(filter, { $unset: { memo: 1 } })],
      ['findOneAndUpdate', () => model().findOneAndUpdate(filter, { $inc: { memo: 1 } })],
      ['bulkWrite', () => model().bulkWrite([{ updateOne: { filter, update } }] as never)],
      ['a repository', () => notes.set('a', { memo: 'x', reads: 1 })],
    ])('is refused: %s', async (_operation, write) => {
      await expect(Promise.resolve(write())).rejects.toThrow(MissingVersion);
    });
  });
});
