import { z } from 'zod';
import type { Database } from '../connection/database';
import { mongoForTest, type MongoForTest } from '../testing/mongo-for-test';
import { defineStore, type DocumentOf } from '../schema/define-store';
import { inFreePlace, place, placeIndex } from './free-place';
import { SpaceRepository } from './space.repository';

const cupSchema = defineStore({
  collection: 'cups',
  shape: { shelf: z.string(), broken: z.boolean(), place },
  indexes: [placeIndex(['shelf'], { where: { broken: false } })],
});
type Cup = DocumentOf<typeof cupSchema>;

class CupRepository extends SpaceRepository<Cup> {
  findOn(space: string, shelf: string) {
    return this.find(space, { shelf, broken: false });
  }
}

const space = 'engawa';
const LIMIT = 5;

describe('a group of limited size', () => {
  let mongo: MongoForTest;
  let database: Database;
  let cups: CupRepository;

  beforeAll(async () => {
    mongo = await mongoForTest();
    database = mongo.database();
    cups = new CupRepository(database.store(cupSchema, null));
    await database.open();
  });
  afterAll(async () => {
    await database.drop();
    await database.close();
    await mongo.stop();
  });

  let count = 0;
  const put = (shelf: string, inSpace = space) => {
    count += 1;
    const id = `cup-${count}`;
    const group = {
      limit: LIMIT,
      find: () => cups.findOn(inSpace, shelf),
      full: () => new Error('full'),
    };
    return inFreePlace(group, (free) =>
      cups.insert(inSpace, { id, shelf, broken: false, place: free }),
    );
  };

  it('takes as many as it holds, however many come at once', async () => {
    const results = await Promise.allSettled(Array.from({ length: 20 }, () => put('upper')));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(LIMIT);
    expect(await cups.findOn(space, 'upper')).toHaveLength(LIMIT);
    for (const other of [put('lower'), put('upper', 'other')]) await other;
  });

  it('counts what has no place, and takes one more for each that is gone', async () => {
    for (let index = 1; index < LIMIT; index += 1) {
      await cups.insert(space, { id: `old-${index}`, shelf: 'old', broken: false });
    }
    const { id } = await put('old');
    await expect(put('old')).rejects.toThrow('full');
    await cups.change(space, id, () => ({ set: { broken: true } }));
    await put('old');
    await expect(put('old')).rejects.toThrow('full');
  });

  it('gives up on a place that nobody can see taken', async () => {
    const hidden = await put('hidden');
    await cups.change(space, hidden.id, () => ({ purge: true }));
    await expect(put('hidden')).rejects.toThrow('first');
  });
});
