import type { EventEnvelope } from '@engawa/contracts';
import { MongoClient } from 'mongodb';
import { mongoForTest, type MongoForTest } from '../testing/mongo-for-test';
import { MongoEventJournal } from './mongo-event-journal';

const eventOf = (space: string, id: string) =>
  ({ id, space, name: 'post.created' }) as EventEnvelope;

describe('the event journal', () => {
  let mongo: MongoForTest;

  beforeAll(async () => {
    mongo = await mongoForTest();
  });
  afterAll(() => mongo.stop());

  it('gives back what it was given, and what 2.13.0 wrote as text', async () => {
    const database = mongo.database();
    const journal = new MongoEventJournal(database);
    await database.open();
    const client = await MongoClient.connect(mongo.uri);
    const stored = client
      .db(database.name)
      .collection<{ _id: string; events: string }>('eventJournal');
    try {
      const old = { space: 'a', id: '1', version: 1, expiresAt: new Date(Date.now() + 60_000) };
      await stored.insertOne({ ...old, _id: 'a/1', events: JSON.stringify([eventOf('a', 'old')]) });
      await journal.append([eventOf('a', 'x'), eventOf('b', 'y'), eventOf('a', 'z')]);
      const found: EventEnvelope[] = [];
      for await (const events of journal.read()) found.push(...events);
      expect(found[0]).toEqual(eventOf('a', 'old'));
      const ids = found.slice(1).map(({ space, id }) => `${space}/${id}`);
      expect(ids.sort()).toEqual(['a/x', 'a/z', 'b/y']);
    } finally {
      await client.close();
      await database.drop();
      await database.close();
    }
  });
});
