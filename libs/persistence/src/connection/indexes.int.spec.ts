import { Logger } from '@nestjs/common';
import type { Connection } from 'mongoose';
import type { IndexDefinition } from '../schema/define-store';
import { mongoForTest, type MongoForTest } from '../testing/mongo-for-test';
import type { Database } from './database';
import { ensureIndexes } from './indexes';

Logger.overrideLogger(false);

type Keys = Record<string, 1 | -1>;

describe('the declared indexes of a collection', () => {
  let mongo: MongoForTest;
  let database: Database;
  let connection: Connection;
  let collection: string;
  let made = 0;

  beforeAll(async () => {
    mongo = await mongoForTest();
    database = mongo.database();
    await database.open();
    connection = database['connection'];
  });
  beforeEach(() => {
    collection = `things${(made += 1)}`;
  });
  afterAll(async () => {
    await database.drop();
    await database.close();
    await mongo.stop();
  });

  const index = (keys: Keys, more: Partial<IndexDefinition> = {}): IndexDefinition => ({
    keys,
    serves: 'a test',
    ...more,
  });
  const ensure = (...indexes: IndexDefinition[]) =>
    ensureIndexes(connection, { collection, indexes });
  async function existing(): Promise<Record<string, Record<string, unknown>>> {
    const found = await connection.collection(collection).listIndexes().toArray();
    return Object.fromEntries(found.map(({ name, v: _v, ...rest }) => [name, rest]));
  }

  it('are created where they are missing, and left alone where they exist', async () => {
    await ensure(index({ space: 1, at: -1 }));
    await ensure(index({ space: 1, at: -1 }), index({ space: 1, name: 1 }, { name: 'byName' }));
    await connection.collection(collection).dropIndex('space_1_at_-1');
    await ensure(index({ space: 1, at: -1 }), index({ space: 1, name: 1 }, { name: 'byName' }));
    expect(await existing()).toMatchObject({
      'space_1_at_-1': { key: { space: 1, at: -1 } },
      byName: { key: { space: 1, name: 1 } },
    });
  });

  it('are renamed', async () => {
    await ensure(index({ space: 1, at: -1 }, { name: 'old' }));
    await ensure(index({ space: 1, at: -1 }, { name: 'new' }));
    expect(Object.keys(await existing())).toEqual(['_id_', 'new']);
  });

  it('are rebuilt with other options, under their name or another', async () => {
    await ensure(index({ at: 1 }));
    await ensure(index({ at: 1 }, { expireAfterSeconds: 60 }));
    expect(await existing()).toMatchObject({ at_1: { expireAfterSeconds: 60 } });
    await ensure(index({ at: 1 }, { name: 'expiry', expireAfterSeconds: 30 }));
    expect(Object.keys(await existing())).toEqual(['_id_', 'expiry']);
    await ensure(index({ at: 1 }, { name: 'expiry', sparse: true }));
    expect((await existing())['expiry']).toEqual({ key: { at: 1 }, sparse: true });
  });

  it('are rebuilt with other keys under their name', async () => {
    await ensure(index({ space: 1, at: 1 }, { name: 'latest' }));
    await ensure(index({ space: 1, at: -1, id: -1 }, { name: 'latest' }));
    expect(await existing()).toMatchObject({ latest: { key: { space: 1, at: -1, id: -1 } } });
  });

  it('can exchange their names', async () => {
    await ensure(index({ a: 1 }, { name: 'first' }), index({ b: 1 }, { name: 'second' }));
    await ensure(index({ b: 1 }, { name: 'first' }), index({ a: 1 }, { name: 'second' }));
    expect(await existing()).toMatchObject({
      first: { key: { b: 1 } },
      second: { key: { a: 1 } },
    });
  });

  it('leave alone what an operator added', async () => {
    await connection.collection(collection).createIndex({ rank: 1 }, { name: 'operators' });
    await ensure(index({ space: 1 }, { name: 'one' }));
    await ensure(index({ space: 1 }, { name: 'other' }));
    expect(Object.keys(await existing()).sort()).toEqual(['_id_', 'operators', 'other']);
  });

  it('may have the same keys with different partial filters', async () => {
    const both = [
      index({ at: 1 }, { name: 'waiting', partial: { state: 'waiting' } }),
      index({ at: 1 }, { name: 'failed', partial: { state: 'failed' } }),
    ];
    await ensure(...both);
    await ensure(...both.map((one) => (one.name === 'failed' ? { ...one, name: 'lost' } : one)));
    expect(Object.keys(await existing()).sort()).toEqual(['_id_', 'lost', 'waiting']);
  });

  it('are rebuilt by replicas that start at the same time', async () => {
    await ensure(index({ space: 1, at: -1 }, { name: 'old' }));
    const wanted = index({ space: 1, at: -1 }, { name: 'new' });
    await Promise.all(Array.from({ length: 4 }, () => ensure(wanted)));
    expect(Object.keys(await existing())).toEqual(['_id_', 'new']);
  });
});
