import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  MongoClient,
  type Collection,
  type Db,
  type Document,
  type Filter,
  type Sort,
} from 'mongodb';
import { startMongoServer, type MongoServer } from '../index';

/** A document of a test. */
export interface Row extends Document {
  _id?: number;
}

/**
 * The server under test: MONGO_CONFORMANCE_URI, else the embedded one. Start in beforeAll, stop in
 * afterAll.
 */
export class Subject {
  client!: MongoClient;
  uri = '';
  private server: MongoServer | null = null;
  private folder = '';
  private count = 0;
  private readonly database = `conformance_${process.pid}_${Math.random().toString(36).slice(2, 8)}`;

  async start(): Promise<void> {
    const given = process.env['MONGO_CONFORMANCE_URI'];
    if (given) this.uri = given;
    else {
      this.folder = mkdtempSync(join(tmpdir(), 'embedded-mongo-'));
      this.server = await startMongoServer({ dbPath: this.folder });
      this.uri = this.server.uri;
    }
    this.client = await MongoClient.connect(this.uri);
  }

  async stop(): Promise<void> {
    await this.db.dropDatabase();
    await this.client.close();
    await this.server?.close();
    if (this.folder) rmSync(this.folder, { recursive: true, force: true });
  }

  get db(): Db {
    return this.client.db(this.database);
  }

  /** A new collection. */
  fresh<T extends Document = Row>(): Collection<T> {
    return this.db.collection<T>(`c${++this.count}`);
  }

  /** A new collection with the documents. */
  async with(...documents: Row[]): Promise<Collection<Row>> {
    const collection = this.fresh();
    if (documents.length > 0) await collection.insertMany(documents);
    return collection;
  }
}

/** The `_id`s of the matches, in order. */
export async function ids(
  collection: Collection<Row>,
  filter: Filter<Row>,
  sort: Sort = { _id: 1 },
): Promise<unknown[]> {
  return (await collection.find(filter).sort(sort).toArray()).map((document) => document['_id']);
}
