import { type Db, MongoClient } from 'mongodb';

const clients: MongoClient[] = [];

/** A service's database, for states that no request can create; closed at the end of the file. */
export function databaseOf({ mongoUri }: { mongoUri: string }, name: string): Db {
  const client = new MongoClient(mongoUri);
  clients.push(client);
  return client.db(name);
}

afterAll(() => Promise.all(clients.map((client) => client.close())));
